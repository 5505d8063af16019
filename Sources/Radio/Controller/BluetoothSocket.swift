#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Opens controllers that Linux knows.
enum BluetoothSocket {
    #if os(Linux)
        /// Numbers of the kernel's `bluetooth.h` and `hci_sock.h`, which no module of the toolchain carries.
        private enum Kernel {
            static let family: CInt = 31
            static let hciProtocol: CInt = 1
            static let userChannel: UInt16 = 1
        }

        /// `struct sockaddr_hci`.
        private struct Address {
            var family: UInt16
            var device: UInt16
            var channel: UInt16
        }

        /// A descriptor that has the controller to itself: the kernel keeps away from it until it is closed.
        ///
        /// The "user channel" takes whole H4 packets, one a write. The caller closes it.
        static func open(index: Int) throws(TransportError) -> CInt {
            let name = TransportAddress.hci(index: index)
            guard let device = UInt16(exactly: index) else { throw .notFound(name) }
            #if canImport(Glibc)
                let kind = CInt(SOCK_RAW.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
            #else
                let kind = SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK
            #endif
            let descriptor = socket(Kernel.family, kind, Kernel.hciProtocol)
            guard descriptor >= 0 else { throw TransportError(name, errno: errno) }
            var address = Address(family: UInt16(Kernel.family), device: device, channel: Kernel.userChannel)
            let result = withUnsafeBytes(of: &address) { bytes in
                bind(
                    descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
            }
            guard result == 0 else {
                let number = errno
                close(descriptor)
                throw TransportError(name, errno: number)
            }
            return descriptor
        }
    #else
        /// Only Linux has such sockets.
        static func open(index: Int) throws(TransportError) -> CInt {
            throw .noBluetooth(.hci(index: index))
        }
    #endif
}
