import Basics

/// An Eddystone-URL frame: google/eddystone, `eddystone-url/README.md`.
///
/// Service data: `10`, power at 0 m (1), scheme (1), encoded address (1 to 17). The encoded bytes are held inline, so
/// that a frame costs no allocation; two frames are equal when they encode alike.
public struct EddystoneURL: Equatable, Sendable {
    /// How many encoded bytes there may be after the scheme.
    public static let encodedLimit = 17

    /// The signal strength at 0 m in dBm; about 41 dB less are heard at one metre.
    public let powerAtZeroMetres: Int8
    /// Which beginning the address has, 0 to 3: with or without `s`, with or without `www.`.
    public let scheme: UInt8
    /// How many encoded bytes there are after the scheme, 1 to 17.
    public let encodedCount: UInt8
    /// The first eight encoded bytes, big-endian; what is not there is 0.
    public let encodedHigh: UInt64
    /// The next eight encoded bytes.
    public let encodedLow: UInt64
    /// The seventeenth encoded byte.
    public let encodedLast: UInt8

    /// The encoded bytes after the scheme: text in which bytes 0 to 13 stand for frequent endings.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: encodedHigh, count: 8)
        bytes.append(bigEndian: encodedLow, count: 8)
        bytes.append(encodedLast)
        return [UInt8](bytes.prefix(Int(encodedCount)))
    }

    /// The whole address as text.
    public var text: String {
        var bytes = Array(EddystoneURLCode.schemes[Int(scheme)].utf8)
        for byte in encoded {
            if Int(byte) < EddystoneURLCode.expansions.count {
                bytes.append(contentsOf: EddystoneURLCode.expansions[Int(byte)].utf8)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A frame with these fields.
    ///
    /// It throws `reservedURLByte` for a scheme over 3 or a byte that the format reserves, `truncated` for no encoded
    /// byte and `overlong` for more than 17.
    public init(powerAtZeroMetres: Int8, scheme: UInt8, encoded: [UInt8]) throws(FrameError) {
        let frame = [EddystoneType.url, UInt8(bitPattern: powerAtZeroMetres), scheme] + encoded
        self = try frame.withUnsafeBufferPointer { (buffer) throws(FrameError) -> EddystoneURL in
            guard let base = buffer.baseAddress else { throw .truncated(.eddystoneURL) }
            return try EddystoneURL(frame: UnsafeRawPointer(base), count: buffer.count)
        }
    }

    /// A frame for the address `text`, in its shortest encoding.
    ///
    /// It throws `reservedURLByte` when the text begins with no known scheme or holds what is not printable ASCII,
    /// `truncated` when nothing follows the scheme, and `overlong` when the encoding does not fit.
    public init(powerAtZeroMetres: Int8, text: String) throws(FrameError) {
        let (scheme, encoded) = try EddystoneURLCode.encode(text)
        try self.init(powerAtZeroMetres: powerAtZeroMetres, scheme: scheme, encoded: encoded)
    }

    /// Reads a frame, whose first byte is already known.
    @inline(__always)
    init(frame data: UnsafeRawPointer, count: Int) throws(FrameError) {
        guard count >= 4 else { throw .truncated(.eddystoneURL) }
        guard count <= 3 + Self.encodedLimit else { throw .overlong(.eddystoneURL) }
        let scheme = data.byte(at: 2)
        guard scheme < 4 else { throw .reservedURLByte(scheme) }
        var high: UInt64 = 0
        var low: UInt64 = 0
        var last: UInt8 = 0
        for index in 0..<count - 3 {
            let byte = data.byte(at: 3 + index)
            guard EddystoneURLCode.isAllowed(byte) else { throw .reservedURLByte(byte) }
            switch index {
            case 0..<8: high |= UInt64(byte) << (56 - 8 * UInt64(index))
            case 8..<16: low |= UInt64(byte) << (120 - 8 * UInt64(index))
            default: last = byte
            }
        }
        self.powerAtZeroMetres = Int8(bitPattern: data.byte(at: 1))
        self.scheme = scheme
        self.encodedCount = UInt8(count - 3)
        self.encodedHigh = high
        self.encodedLow = low
        self.encodedLast = last
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: [EddystoneType.url, UInt8(bitPattern: powerAtZeroMetres), scheme])
        bytes.append(contentsOf: encoded)
    }
}
