extension Frame {
    /// The most bytes that an advertisement can have, extended advertising included (Core 5.4, Vol 4, Part E, 7.8.54).
    static let advertisementLimit = 1650

    /// The frame in an advertisement's bytes: a sequence of AD structures (Core 5.4, Vol 3, Part C, section 11).
    ///
    /// It throws what `parse` throws.
    public init(advertisement: [UInt8]) throws(FrameError) {
        self = try advertisement.withUnsafeBufferPointer { (buffer) throws(FrameError) -> Frame in
            try Frame.parse(UnsafeRawBufferPointer(buffer))
        }
    }

    /// The frame in an advertisement's bytes, which are only read during the call and copied nowhere.
    ///
    /// The first structure of a beacon format decides; the structures after it are only measured. A length byte without
    /// a body at the very end is tolerated, because beacons in the field send it; a zero length ends the advertisement.
    ///
    /// It throws `notABeacon` when no structure is of a beacon format, and another error when one is but is malformed,
    /// or when the structures do not fill the bytes.
    public static func parse(_ advertisement: UnsafeRawBufferPointer) throws(FrameError) -> Frame {
        guard let base = advertisement.baseAddress else { throw .notABeacon }
        let count = advertisement.count
        guard count <= advertisementLimit else { throw .overlongAdvertisement }
        var found: Frame?
        var offset = 0
        while offset < count {
            let length = Int(base.byte(at: offset))
            if length == 0 { break }
            let next = offset + 1 + length
            guard next <= count else {
                if offset + 1 == count { break }
                throw .truncatedStructure
            }
            if found == nil, length >= 3 {
                switch base.byte(at: offset + 1) {
                case Assigned.serviceData16:
                    found = try inServiceData(base + offset + 2, count: length - 1)
                case Assigned.manufacturer:
                    found = try inManufacturerData(base + offset + 2, count: length - 1)
                default:
                    break
                }
            }
            offset = next
        }
        guard let found else { throw .notABeacon }
        // The only format of which a part stands in another structure; looking for it costs the others nothing.
        if case .exposure(let frame) = found { return .exposure(ExposureFrame(frame, around: advertisement)) }
        return found
    }

    /// The frame in service data of `count` bytes, at least two, its 16-bit UUID included, or nil for other services.
    @inline(__always)
    private static func inServiceData(_ data: UnsafeRawPointer, count: Int) throws(FrameError) -> Frame? {
        let frame = data + 2
        switch data.littleEndian16(at: 0) {
        case Assigned.eddystone: return try eddystone(frame, count: count - 2)
        case Assigned.exposure: return .exposure(try ExposureFrame(frame: frame, count: count - 2))
        case Assigned.exposureNotification:
            return .exposureNotification(try ExposureNotificationFrame(frame: frame, count: count - 2))
        default: return nil
        }
    }

    @inline(__always)
    private static func eddystone(_ frame: UnsafeRawPointer, count: Int) throws(FrameError) -> Frame {
        // Without a single byte not even the type is known: nothing says which format it would have been.
        guard count >= 1 else { throw .truncatedStructure }
        let type = frame.byte(at: 0)
        switch type {
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
        default: throw .undefinedFrameType(type)
        }
    }

    /// The frame in manufacturer data of `count` bytes, company included, or nil when they are not a beacon's.
    @inline(__always)
    private static func inManufacturerData(_ data: UnsafeRawPointer, count: Int) throws(FrameError) -> Frame? {
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
    /// Throws unless a frame has exactly the bytes that its format needs.
    @inline(__always)
    func require(_ needed: Int, _ count: Int) throws(FrameError) {
        guard count == needed else { throw count < needed ? .truncated(self) : .overlong(self) }
    }
}
