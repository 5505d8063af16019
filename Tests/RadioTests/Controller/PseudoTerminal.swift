#if canImport(Glibc)
    import Glibc

    /// Two ends of a serial line that exists only in memory.
    struct PseudoTerminal {
        /// The end that plays the controller; its owner closes it.
        let controller: CInt
        /// Where the other end is opened.
        let path: String

        /// Requests of Linux's `ioctls.h`, whose library wrappers the toolchain's module leaves out.
        private enum Request {
            static let unlock: UInt = 0x4004_5431
            static let number: UInt = 0x8004_5430
        }

        init?() {
            let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            var locked: CInt = 0
            var number: CInt = 0
            guard descriptor >= 0, ioctl(descriptor, Request.unlock, &locked) == 0,
                ioctl(descriptor, Request.number, &number) == 0
            else { return nil }
            controller = descriptor
            path = "/dev/pts/\(number)"
        }
    }
#endif
