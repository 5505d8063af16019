extension Frame {
    /// The most bytes that an advertisement can have, extended advertising included (Core 5.4, Vol 4, Part E, 7.8.54).
    static let advertisementLimit = 1650

    /// The first frame in an advertisement's bytes; `Frames` has all of them.
    ///
    /// It throws what `parse` throws.
    public init(advertisement: [UInt8]) throws(FrameError) {
        self = try advertisement.withUnsafeBufferPointer { (buffer) throws(FrameError) -> Frame in
            try Frame.parse(UnsafeRawBufferPointer(buffer))
        }
    }

    /// The first frame in an advertisement's bytes, which are only read during the call; `FrameReader` has all of them.
    ///
    /// It throws `notABeacon` when no structure is of a beacon format, and the first fault when there are only malformed
    /// frames, when a structure is cut and no whole frame is before it, or when the advertisement is too long.
    public static func parse(_ advertisement: UnsafeRawBufferPointer) throws(FrameError) -> Frame {
        var reader = FrameReader(advertisement)
        guard let frame = reader.next() else { throw reader.error ?? .notABeacon }
        return frame
    }

    /// The frame in service data of `count` bytes, at least two, its 16-bit UUID included, or nil for what is not known.
    @inline(__always)
    static func inServiceData(_ data: UnsafeRawPointer, count: Int) throws(FrameError) -> Frame? {
        let frame = data + 2
        switch data.littleEndian16(at: 0) {
        case Assigned.eddystone: return try inEddystoneData(frame, count: count - 2)
        case Assigned.exposure: return .exposure(try ExposureFrame(frame: frame, count: count - 2))
        case Assigned.exposureNotification:
            return .exposureNotification(try ExposureNotificationFrame(frame: frame, count: count - 2))
        default: return nil
        }
    }

    @inline(__always)
    private static func inEddystoneData(_ frame: UnsafeRawPointer, count: Int) throws(FrameError) -> Frame? {
        // Without a single byte not even the type is known: nothing says which format it would have been.
        guard count >= 1 else { throw .truncatedStructure }
        switch frame.byte(at: 0) {
        case EddystoneType.uid: return .eddystoneUID(try EddystoneUID(frame: frame, count: count))
        case EddystoneType.url: return .eddystoneURL(try EddystoneURL(frame: frame, count: count))
        case EddystoneType.eid: return .eddystoneEID(try EddystoneEID(frame: frame, count: count))
        case EddystoneType.security: return .security(try SecurityFrame(frame: frame, count: count))
        case EddystoneType.tlm:
            guard count >= 2 else { throw .truncated(.eddystoneTLM) }
            let version = frame.byte(at: 1)
            switch version {
            case EddystoneType.plainVersion: return .eddystoneTLM(try EddystoneTLM(frame: frame, count: count))
            case EddystoneType.encryptedVersion:
                return .eddystoneEncryptedTLM(try EddystoneEncryptedTLM(frame: frame, count: count))
            default: throw .undefinedVersion(.eddystoneTLM, version: version)
            }
        // Others use Eddystone's service too: Google's Find Hub tags send types 0x40 and 0x41.
        default: return nil
        }
    }

    /// The frame in manufacturer data of `count` bytes, company included, or nil when they are not a beacon's.
    @inline(__always)
    static func inManufacturerData(_ data: UnsafeRawPointer, count: Int) throws(FrameError) -> Frame? {
        guard count >= 4 else { return nil }
        switch data.bigEndian16(at: 2) {
        case 0x0215 where data.littleEndian16(at: 0) == Assigned.apple:
            return .iBeacon(try IBeacon(manufacturerData: data, count: count))
        case 0xBEAC:
            return .altBeacon(try AltBeacon(manufacturerData: data, count: count))
        default:
            return nil
        }
    }
}

extension FrameKind {
    /// Throws unless a structure has at least the bytes that a frame of fixed size needs.
    ///
    /// Whatever follows a whole frame in its structure is not part of it; a battery byte is common.
    @inline(__always)
    func require(_ needed: Int, of count: Int) throws(FrameError) {
        guard count >= needed else { throw .truncated(self) }
    }
}
