import Vault

/// A source of positions as it is named on a command line.
package enum PositionOption: Equatable, Sendable {
    /// A position that somebody says.
    case manual(Fix)
    /// A gpsd at a host and port.
    case gpsd(host: String, port: Int)
    /// NMEA 0183 from a file, a named pipe or a serial line; the speed of the line stays as it is when none is said.
    case nmea(path: String, baud: Int?)

    /// The port at which gpsd listens unless somebody says otherwise.
    package static let standardPort = 2947
    /// The longest text that is read.
    private static let longest = 4096

    /// Reads `LAT,LON` or `LAT,LON,ACCURACY`: decimal degrees, positive to the north and east, and metres.
    ///
    /// No space, exponent, degree sign or decimal comma: what somebody meant is never guessed.
    package static func manual(_ text: String) throws(PositionOptionFault) -> PositionOption {
        let parts = text.utf8.prefix(longest).split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3 else { throw .notAPosition }
        var numbers: [Double] = []
        for part in parts {
            guard let number = DecimalNumber.value(part) else { throw .notAPosition }
            numbers.append(number)
        }
        guard (-90...90).contains(numbers[0]) else { throw .latitudeOutOfRange }
        guard (-180...180).contains(numbers[1]) else { throw .longitudeOutOfRange }
        let accuracy = numbers.count == 3 ? numbers[2] : 0
        guard accuracy >= 0,
            let fix = Fix(latitude: numbers[0], longitude: numbers[1], accuracy: accuracy, time: nil)
        else { throw .accuracyOutOfRange }
        return .manual(fix)
    }

    /// Reads `HOST:PORT`, `HOST`, `[ADDRESS]:PORT` or `[ADDRESS]`; without a port it is 2947.
    package static func gpsd(_ text: String) throws(PositionOptionFault) -> PositionOption {
        guard text.utf8.count <= 300, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .notAHost }
        var host = text[...]
        var port: Substring?
        if host.hasPrefix("["), let end = host.lastIndex(of: "]") {
            let rest = host[host.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw .notAHost }
            if !rest.isEmpty { port = rest.dropFirst() }
            host = host[host.index(after: host.startIndex)..<end]
        } else if let colon = host.firstIndex(of: ":") {
            port = host[host.index(after: colon)...]
            host = host[..<colon]
            // An IPv6 address without brackets leaves open where the port begins.
            guard port?.contains(":") == false else { throw .notAHost }
        }
        guard !host.isEmpty, !host.contains("["), !host.contains("]") else { throw .notAHost }
        guard let port else { return .gpsd(host: String(host), port: standardPort) }
        guard let number = DecimalNumber.count(port.utf8), (1...65_535).contains(number) else { throw .notAPort }
        return .gpsd(host: String(host), port: number)
    }

    /// Reads the path of a file or named pipe, or a serial line `/dev/tty…` or `/dev/tty…,BAUD`.
    package static func nmea(_ text: String) throws(PositionOptionFault) -> PositionOption {
        guard !text.isEmpty, text.utf8.count <= longest, !text.utf8.contains(0) else { throw .notAPath }
        guard text.hasPrefix("/dev/"), let comma = text.lastIndex(of: ",") else { return .nmea(path: text, baud: nil) }
        guard let baud = DecimalNumber.count(text[text.index(after: comma)...].utf8), SerialInput.speeds[baud] != nil
        else { throw .notABaud }
        return .nmea(path: String(text[..<comma]), baud: baud)
    }

    /// The source that is named.
    package var source: any PositionSource {
        switch self {
        case .manual(let fix): ManualSource(fix)
        case .gpsd(let host, let port): GPSDSource(host: host, port: port)
        case .nmea(let path, let baud): NMEASource(path: path, baud: baud)
        }
    }
}

/// Why text names no source of positions.
package enum PositionOptionFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is not two or three decimal numbers with commas between them.
    case notAPosition
    /// The latitude is not from -90 to 90.
    case latitudeOutOfRange
    /// The longitude is not from -180 to 180.
    case longitudeOutOfRange
    /// The accuracy is negative or larger than the Earth.
    case accuracyOutOfRange
    /// The host is missing, or an IPv6 address without brackets.
    case notAHost
    /// The port is no number from 1 to 65535.
    case notAPort
    /// The path is empty or impossible.
    case notAPath
    /// The speed is none that serial lines have.
    case notABaud

    /// The reason in one line.
    package var description: String {
        switch self {
        case .notAPosition:
            "a position is LAT,LON or LAT,LON,ACCURACY in decimal degrees and metres: 40.4168,-3.7038,10"
        case .latitudeOutOfRange: "the latitude is not from -90 to 90"
        case .longitudeOutOfRange: "the longitude is not from -180 to 180"
        case .accuracyOutOfRange: "the accuracy is not a distance in metres"
        case .notAHost: "a gpsd is named by HOST:PORT, with an IPv6 address in brackets"
        case .notAPort: "the port is not a number from 1 to 65535"
        case .notAPath: "the path is empty or impossible"
        case .notABaud: "serial lines do not have this speed: /dev/ttyUSB0,4800"
        }
    }
}
