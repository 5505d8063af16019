#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Opens serial lines for H4.
enum SerialLine {
    /// A descriptor of the line, raw, eight bits, no parity, with the hardware flow control that H4 asks for.
    ///
    /// Source: Bluetooth Core 5.4, Volume 4, Part A, section 3. The caller closes it.
    static func open(path: String, baud: Int) throws(TransportError) -> CInt {
        let address = TransportAddress.serial(path: path, baud: baud)
        guard let speed = speed(baud) else { throw .unsupportedSpeed(address) }
        let descriptor = systemOpen(path)
        guard descriptor >= 0 else { throw TransportError(address, errno: errno) }
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { throw closing(descriptor, address) }
        cfmakeraw(&settings)
        settings.c_cflag |= tcflag_t(CLOCAL) | tcflag_t(CREAD) | tcflag_t(CRTSCTS)
        settings.c_cflag &= ~tcflag_t(CSTOPB)
        guard cfsetispeed(&settings, speed) == 0, cfsetospeed(&settings, speed) == 0,
            tcsetattr(descriptor, TCSANOW, &settings) == 0
        else { throw closing(descriptor, address) }
        // What lay in the line from before would only be noise.
        tcflush(descriptor, TCIOFLUSH)
        return descriptor
    }

    private static func systemOpen(_ path: String) -> CInt {
        // Not to become the terminal that controls this process, and not to wait for a carrier.
        #if canImport(Darwin)
            Darwin.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        #elseif canImport(Glibc)
            Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        #else
            Musl.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        #endif
    }

    private static func closing(_ descriptor: CInt, _ address: TransportAddress) -> TransportError {
        let number = errno
        close(descriptor)
        // A file that is no terminal is no serial line.
        return number == ENOTTY ? .notFound(address) : TransportError(address, errno: number)
    }

    private static func speed(_ baud: Int) -> speed_t? {
        #if canImport(Darwin)
            return speed_t(exactly: baud)
        #else
            let known: [Int: Int32] = [
                9600: Int32(B9600), 19_200: Int32(B19200), 38_400: Int32(B38400), 57_600: Int32(B57600),
                115_200: Int32(B115200), 230_400: Int32(B230400), 460_800: Int32(B460800), 500_000: Int32(B500000),
                921_600: Int32(B921600), 1_000_000: Int32(B1000000), 1_500_000: Int32(B1500000),
                2_000_000: Int32(B2000000), 3_000_000: Int32(B3000000), 4_000_000: Int32(B4000000),
            ]
            return known[baud].map { speed_t($0) }
        #endif
    }
}
