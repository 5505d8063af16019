#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Opens TCP connections with nothing but the operating system.
enum TCPConnection {
    /// Why there is no connection.
    enum Failure: Error, Equatable, CustomStringConvertible {
        /// There is no host of this name.
        case noHost
        /// Nobody answered in time.
        case timedOut
        /// Nobody waits any more.
        case stopped
        /// The system refused, by its number.
        case refused(errno: Int32)

        var description: String {
            switch self {
            case .noHost: "there is no such host"
            case .timedOut: "no answer"
            case .stopped: "stopped"
            case .refused(let number): String(cString: strerror(number))
            }
        }
    }

    /// A connection to the first address of the host that takes one.
    static func open(
        host: String, port: Int, until deadline: ContinuousClock.Instant, flag: StopFlag
    ) throws(Failure) -> DescriptorReader {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if canImport(Glibc)
            hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0, let first = list else { throw .noHost }
        defer { freeaddrinfo(first) }
        var failure = Failure.noHost
        var next: UnsafeMutablePointer<addrinfo>? = first
        while let address = next {
            do {
                return try connect(address.pointee, until: deadline, flag: flag)
            } catch {
                guard error != .stopped, error != .timedOut else { throw error }
                failure = error
            }
            next = address.pointee.ai_next
        }
        throw failure
    }

    private static func connect(
        _ address: addrinfo, until deadline: ContinuousClock.Instant, flag: StopFlag
    ) throws(Failure) -> DescriptorReader {
        let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
        guard descriptor >= 0 else { throw .refused(errno: errno) }
        let reader = DescriptorReader(descriptor, until: deadline, flag: flag)
        guard fcntl(descriptor, F_SETFL, O_NONBLOCK) >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) >= 0 else {
            throw .refused(errno: errno)
        }
        #if canImport(Darwin)
            // A peer that has gone must not end this process by a signal; elsewhere each write says so.
            var yes: CInt = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<CInt>.size))
        #endif
        if systemConnect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return reader }
        guard errno == EINPROGRESS else { throw .refused(errno: errno) }
        do {
            try reader.wait(for: Int16(POLLOUT))
        } catch .stopped {
            throw .stopped
        } catch .failed(let number) {
            throw .refused(errno: number)
        } catch {
            throw .timedOut
        }
        var number: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size) == 0, number == 0 else {
            throw .refused(errno: number == 0 ? errno : number)
        }
        return reader
    }

    private static func systemConnect(
        _ descriptor: CInt, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t
    ) -> CInt {
        #if canImport(Darwin)
            Darwin.connect(descriptor, address, length)
        #elseif canImport(Glibc)
            Glibc.connect(descriptor, address, length)
        #else
            Musl.connect(descriptor, address, length)
        #endif
    }
}
