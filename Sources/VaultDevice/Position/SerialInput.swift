#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Sets serial lines for a receiver that only sends: raw, eight bits, no parity, one stop bit, no flow control.
///
/// Source: NMEA 0183, which has 4800 bits a second; most receivers of today have 9600 or more, and those on USB any.
enum SerialInput {
    /// The speeds that lines have, in bits a second.
    static let speeds: [Int: speed_t] = [
        4800: speed_t(B4800), 9600: speed_t(B9600), 19_200: speed_t(B19200), 38_400: speed_t(B38400),
        57_600: speed_t(B57600), 115_200: speed_t(B115200), 230_400: speed_t(B230400),
    ]

    /// Prepares the line behind `descriptor`; without a speed, the line keeps the one it has.
    ///
    /// - Returns: false when the system refuses, with the reason in `errno`.
    static func prepare(_ descriptor: CInt, baud: Int?) -> Bool {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return false }
        cfmakeraw(&settings)
        settings.c_cflag |= tcflag_t(CLOCAL) | tcflag_t(CREAD)
        settings.c_cflag &= ~(tcflag_t(CRTSCTS) | tcflag_t(CSTOPB))
        if let speed = baud.flatMap({ speeds[$0] }) {
            guard cfsetispeed(&settings, speed) == 0, cfsetospeed(&settings, speed) == 0 else { return false }
        }
        guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else { return false }
        // What waits there may be minutes old.
        tcflush(descriptor, TCIFLUSH)
        return true
    }
}
