/// The frames in an advertisement's bytes, one after the other, which are only read and copied nowhere.
///
/// An advertisement is a sequence of AD structures (Core 5.4, Vol 3, Part C, section 11), and several of them may be
/// frames. Structures of other formats, malformed frames and frame types that are not known are skipped. Zero bytes
/// between structures are skipped as well: Android pads an advertisement with zeros before its scan response. A
/// structure that is cut ends the advertisement, and the frames before it are whole.
///
/// The bytes must stay valid for as long as the reader is used.
public struct FrameReader: IteratorProtocol {
    @usableFromInline
    let advertisement: UnsafeRawBufferPointer
    /// Where the next structure begins.
    @usableFromInline
    var offset: Int
    /// Whether a zero length was skipped.
    private var isPadded = false
    /// Why the first structure that is not a whole frame was refused; nil while none was.
    ///
    /// It is an error of the advertisement only if there is no frame in it.
    public private(set) var error: FrameError?

    /// The frames in `advertisement`; none when it is longer than Bluetooth can send.
    @inlinable
    public init(_ advertisement: UnsafeRawBufferPointer) {
        self.init(advertisement, from: 0)
    }

    @usableFromInline
    init(_ advertisement: UnsafeRawBufferPointer, from offset: Int) {
        self.advertisement = advertisement
        self.offset = offset
        guard advertisement.count > Frame.advertisementLimit else { return }
        self.offset = advertisement.count
        error = .overlongAdvertisement
    }

    /// The next whole frame, or nil when there are no more.
    @inlinable
    public mutating func next() -> Frame? {
        // Most frames end their advertisement.
        offset < advertisement.count ? read() : nil
    }

    @usableFromInline
    mutating func read() -> Frame? {
        guard let base = advertisement.baseAddress else { return nil }
        let count = advertisement.count
        while offset < count {
            let length = Int(base.byte(at: offset))
            if length == 0 {
                offset += 1
                isPadded = true
                continue
            }
            let next = offset + 1 + length
            guard next <= count else {
                // Beacons in the field send a length byte without a body at the very end, and a zero ends an advertisement
                // by the specification: what is cut behind one was never a structure.
                if offset + 1 < count, !isPadded { note(.truncatedStructure) }
                offset = count
                return nil
            }
            let structure = base + offset + 1
            offset = next
            guard length >= 3 else { continue }
            do throws(FrameError) {
                switch structure.byte(at: 0) {
                case Assigned.serviceData16:
                    guard let frame = try Frame.inServiceData(structure + 1, count: length - 1) else { continue }
                    // The only format of which a part stands in another structure; looking for it costs the others
                    // nothing.
                    guard case .exposure(let exposure) = frame else { return frame }
                    return .exposure(ExposureFrame(exposure, around: advertisement))
                case Assigned.manufacturer:
                    guard let frame = try Frame.inManufacturerData(structure + 1, count: length - 1) else { continue }
                    return frame
                default:
                    continue
                }
            } catch {
                note(error)
            }
        }
        return nil
    }

    private mutating func note(_ fault: FrameError) {
        if error == nil { error = fault }
    }
}

/// The frames in an advertisement, in the order in which they were sent.
///
/// It reads them as ``FrameReader`` does, each time that it is gone through, and stores none.
public struct Frames: Sequence, Sendable {
    private let advertisement: [UInt8]

    /// The frames in the bytes of an advertisement.
    public init(advertisement: [UInt8]) {
        self.advertisement = advertisement
    }

    /// Begins with the first frame.
    public func makeIterator() -> Iterator { Iterator(advertisement: advertisement) }

    /// Goes through the frames.
    public struct Iterator: IteratorProtocol {
        let advertisement: [UInt8]
        private var offset = 0

        init(advertisement: [UInt8]) {
            self.advertisement = advertisement
        }

        /// The next whole frame, or nil when there are no more.
        public mutating func next() -> Frame? {
            guard offset < advertisement.count else { return nil }
            return advertisement.withUnsafeBytes { bytes in
                var reader = FrameReader(bytes, from: offset)
                defer { offset = reader.offset }
                return reader.next()
            }
        }
    }
}
