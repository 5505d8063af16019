import CPhotos

/// A small picture: rows of red, green and blue, 8 bits each.
struct Picture: Equatable {
    let width: Int
    let height: Int
    let pixels: [UInt8]

    /// How good the JPEGs are, of 100.
    private static let quality: Int32 = 85

    init(width: Int, height: Int, pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Takes over what C made, whose memory is given back.
    private init(_ picture: cphotos_picture) {
        width = Int(picture.width)
        height = Int(picture.height)
        pixels = Array(UnsafeBufferPointer(start: picture.pixels, count: width * height * 3))
        cphotos_free(picture.pixels)
    }

    /// Decodes a photo and shrinks it so that it fits a square of `side` pixels.
    init(
        decoding bytes: [UInt8], as format: PhotoFormat, side: Int = Photo.largeSide, within bounds: PhotoBounds
    ) throws(PhotoError) {
        var limits = cphotos_bounds(
            side: UInt32(side), length: bounds.length, pixels: bounds.pixels, memory: bounds.memory,
            scans: bounds.scans, work: bounds.work)
        var picture = cphotos_picture()
        let status =
            switch format {
            case .jpeg: cphotos_decode_jpeg(bytes, bytes.count, &limits, &picture)
            case .png: cphotos_decode_png(bytes, bytes.count, &limits, &picture)
            case .webp: cphotos_decode_webp(bytes, bytes.count, &limits, &picture)
            }
        try Self.check(status)
        self.init(picture)
    }

    /// The picture as it is to be seen.
    func turned(_ orientation: Orientation) -> Picture {
        guard orientation != .upright else { return self }
        let (shownWidth, shownHeight) = orientation.swapsEdges ? (height, width) : (width, height)
        let turned = [UInt8](unsafeUninitializedCapacity: pixels.count) { buffer, count in
            for y in 0..<shownHeight {
                for x in 0..<shownWidth {
                    let stored = orientation.stored(x: x, y: y, width: width, height: height)
                    let (from, to) = ((stored.y * width + stored.x) * 3, (y * shownWidth + x) * 3)
                    for channel in 0..<3 { buffer[to + channel] = pixels[from + channel] }
                }
            }
            count = pixels.count
        }
        return Picture(width: shownWidth, height: shownHeight, pixels: turned)
    }

    /// The picture so small that it fits a square of `side` pixels; never larger than it is.
    func shrunk(to side: Int) throws(PhotoError) -> Picture {
        var picture = cphotos_picture()
        try Self.check(cphotos_shrink(pixels, UInt32(width), UInt32(height), UInt32(side), &picture))
        return Picture(picture)
    }

    /// The picture as a JPEG that holds nothing else.
    func jpeg() throws(PhotoError) -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        try Self.check(
            cphotos_encode_jpeg(pixels, UInt32(width), UInt32(height), Self.quality, &bytes, &count))
        defer { cphotos_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    private static func check(_ status: Int32) throws(PhotoError) {
        switch status {
        case Int32(CPHOTOS_DONE.rawValue): return
        case Int32(CPHOTOS_TOO_LARGE.rawValue): throw .tooLarge
        case Int32(CPHOTOS_NO_MEMORY.rawValue): throw .noMemory
        default: throw .broken
        }
    }
}
