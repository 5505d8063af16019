/// A photo that anybody sent, decoded, turned upright and encoded anew in two sizes.
///
/// Nothing of what was sent is in it but the look of its pixels: no metadata, no tail, no second picture.
public struct Photo: Sendable, Equatable {
    /// A JPEG that fits a square of ``largeSide``.
    public let large: [UInt8]
    /// A JPEG that fits a square of ``smallSide``.
    public let small: [UInt8]

    /// The longest edge of ``large``, pixels.
    public static let largeSide = 512
    /// The longest edge of ``small``, pixels.
    public static let smallSide = 96
    /// The most bytes that a photo may be sent in.
    public static let mostBytes = 8 << 20

    /// Reads a JPEG, a PNG or a WebP; of an animated PNG the picture that readers without animation show.
    ///
    /// It takes up to a second of a processor and ``PhotoBounds/memory`` besides the bytes themselves: not for a thread
    /// that others wait for.
    ///
    /// - Throws: ``PhotoError``.
    public init(_ bytes: [UInt8], within bounds: PhotoBounds = PhotoBounds()) throws(PhotoError) {
        guard bytes.count <= Self.mostBytes else { throw .tooLarge }
        guard let format = PhotoFormat(bytes) else { throw .unknownFormat }
        let picture = try Picture(decoding: bytes, as: format, within: bounds)
            .turned(Orientation(exif: format.exif(in: bytes)))
        self.large = try picture.jpeg()
        self.small = try picture.shrunk(to: Self.smallSide).jpeg()
    }
}

/// Why a photo is not taken.
public enum PhotoError: Error, Hashable, Sendable {
    /// It is neither JPEG nor PNG nor WebP.
    case unknownFormat
    /// It cannot be read to its end, or is of a kind that is not read, as an animated WebP.
    case broken
    /// It has more bytes, more pixels or more layers than a photo may have.
    case tooLarge
    /// There is no memory for it now.
    case noMemory
}

/// What one photo may take; all of it is known from the header, or counted while it is read.
public struct PhotoBounds: Sendable {
    /// The longest edge, pixels.
    public var length: UInt32 = 16_384
    /// The most pixels.
    public var pixels: UInt64 = 40_000_000
    /// Bytes for what has to be in memory as a whole.
    ///
    /// These are the coefficients of a progressive JPEG, of which 26 megapixels of usual colours fit, and the pixels of a
    /// WebP that is lossless or transparent, of which 16 do.
    public var memory = 80_000_000
    /// The most scans of a JPEG; encoders make ten or so.
    public var scans: UInt32 = 32
    /// The most pixels times scans of a JPEG.
    public var work: UInt64 = 400_000_000

    /// The bounds of a server.
    public init() {}
}
