/// Where a controller is found.
///
/// In text: `tcp:HOST:PORT` (`tcp:[::1]:PORT` for IPv6), `serial:/dev/ttyACM0,115200`, or `hci0`.
public enum TransportAddress: Equatable, Sendable, CustomStringConvertible {
    /// A controller, real or virtual, that speaks H4 on a TCP port.
    case tcp(host: String, port: Int)
    /// A controller on a serial line that speaks H4, at this many bits a second.
    case serial(path: String, baud: Int)
    /// A controller of this machine that Linux knows, by its number.
    case hci(index: Int)

    /// Reads the text form.
    public init(_ text: String) throws(TransportAddressError) {
        if text.hasPrefix("tcp:") {
            self = try Self.tcp(text.dropFirst(4))
        } else if text.hasPrefix("serial:") {
            self = try Self.serial(text.dropFirst(7))
        } else if text.hasPrefix("hci") {
            guard let index = Self.number(text.dropFirst(3)), index < 0xFFFF else { throw .notAnIndex }
            self = .hci(index: index)
        } else {
            throw .unknownKind
        }
    }

    private static func tcp(_ text: Substring) throws(TransportAddressError) -> TransportAddress {
        guard let colon = text.lastIndex(of: ":") else { throw .missingPort }
        var host = text[..<colon]
        guard let port = number(text[text.index(after: colon)...]), (1...65_535).contains(port) else {
            throw .notAPort
        }
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw .notAHost
        }
        guard !host.isEmpty else { throw .notAHost }
        return .tcp(host: String(host), port: port)
    }

    private static func serial(_ text: Substring) throws(TransportAddressError) -> TransportAddress {
        guard let comma = text.lastIndex(of: ",") else { throw .missingBaud }
        guard let baud = number(text[text.index(after: comma)...]), baud > 0 else { throw .notABaud }
        guard text.first == "/" else { throw .notAPath }
        return .serial(path: String(text[..<comma]), baud: baud)
    }

    /// Digits only: no sign, no more than fit.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    /// The text form.
    public var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "tcp:[\(host)]:\(port)" : "tcp:\(host):\(port)"
        case .serial(let path, let baud): "serial:\(path),\(baud)"
        case .hci(let index): "hci\(index)"
        }
    }
}

/// Why text names no transport.
public enum TransportAddressError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It begins with none of `tcp:`, `serial:` and `hci`.
    case unknownKind
    /// The host is empty, or an IPv6 address without brackets.
    case notAHost
    /// `tcp:` without a port.
    case missingPort
    /// The port is not a number from 1 to 65535.
    case notAPort
    /// The device of `serial:` is not an absolute path.
    case notAPath
    /// `serial:` without a speed.
    case missingBaud
    /// The speed is not a positive number.
    case notABaud
    /// What follows `hci` is no number.
    case notAnIndex

    /// The reason in words.
    public var description: String {
        switch self {
        case .unknownKind: "a transport is tcp:HOST:PORT, serial:/dev/tty…,BAUD or hci0"
        case .notAHost: "the host is missing, or an IPv6 address without brackets"
        case .missingPort: "the port is missing: tcp:HOST:PORT"
        case .notAPort: "the port is not a number from 1 to 65535"
        case .notAPath: "the serial device is not an absolute path: serial:/dev/tty…,BAUD"
        case .missingBaud: "the speed is missing: serial:/dev/tty…,BAUD"
        case .notABaud: "the speed is not a positive number"
        case .notAnIndex: "what follows hci is not a number: hci0"
        }
    }
}
