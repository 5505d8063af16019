#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A descriptor of a socket, pipe, serial line or file that is read until a deadline, and closed in the end.
struct DescriptorReader: ~Copyable {
    /// How long the flag that stops the work may go unseen, in milliseconds.
    private static let patience: Int64 = 100
    /// How much is read at once, in bytes.
    private static let portion = 16 << 10

    /// Why there are no more bytes.
    enum End: Error, Equatable {
        /// The peer or the file ended.
        case ended
        /// The time is over.
        case timedOut
        /// Nobody waits any more.
        case stopped
        /// The system refused, by its number.
        case failed(errno: Int32)
    }

    let descriptor: CInt
    private let deadline: ContinuousClock.Instant
    private let flag: StopFlag

    /// Takes over the descriptor, which must not block.
    init(_ descriptor: CInt, until deadline: ContinuousClock.Instant, flag: StopFlag) {
        self.descriptor = descriptor
        self.deadline = deadline
        self.flag = flag
    }

    deinit {
        close(descriptor)
    }

    /// Waits for bytes and gives those that are there, at least one.
    func bytes() throws(End) -> [UInt8] {
        while true {
            try wait(for: Int16(POLLIN))
            var failure: Int32 = 0
            let portion = [UInt8](unsafeUninitializedCapacity: Self.portion) { buffer, count in
                let got = read(descriptor, buffer.baseAddress, buffer.count)
                if got < 0 { failure = errno }
                count = max(got, 0)
            }
            if !portion.isEmpty { return portion }
            // A line that hung up says EIO.
            guard failure == EAGAIN || failure == EINTR else {
                throw failure == 0 || failure == EIO ? .ended : .failed(errno: failure)
            }
        }
    }

    /// Writes all of the text.
    func write(_ text: StaticString) throws(End) {
        var rest = text.withUTF8Buffer { Array($0) }[...]
        while !rest.isEmpty {
            try wait(for: Int16(POLLOUT))
            // A peer that has gone must not end this process by a signal.
            let sent = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Self.noSignal) }
            if sent > 0 {
                rest = rest.dropFirst(sent)
            } else if errno != EAGAIN, errno != EINTR {
                throw .failed(errno: errno)
            }
        }
    }

    /// Waits until the descriptor is ready for `events` or has an error to tell.
    func wait(for events: Int16) throws(End) {
        while true {
            guard !flag.isRaised else { throw .stopped }
            let left = deadline - ContinuousClock.now
            guard left > .zero else { throw .timedOut }
            let milliseconds =
                left.components.seconds > 0
                ? Self.patience : min(Self.patience, left.components.attoseconds / 1_000_000_000_000_000 + 1)
            var item = pollfd(fd: descriptor, events: events, revents: 0)
            let ready = poll(&item, 1, CInt(milliseconds))
            if ready > 0 { return }
            if ready < 0, errno != EINTR, errno != EAGAIN { throw .failed(errno: errno) }
        }
    }

    #if canImport(Darwin)
        private static let noSignal: CInt = 0
    #else
        private static let noSignal = CInt(MSG_NOSIGNAL)
    #endif
}
