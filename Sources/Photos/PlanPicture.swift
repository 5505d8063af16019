/// A drawing or photo of a floor, decoded, turned upright and encoded anew in one size that lines can be read in.
///
/// Nothing of what was sent is in it but the look of its pixels, as with ``Photo``.
public struct PlanPicture: Sendable, Equatable {
    /// A JPEG that fits a square of ``side``.
    public let jpeg: [UInt8]
    /// Its pixels from left to right.
    public let width: Int
    /// Its pixels from top to bottom.
    public let height: Int

    /// The longest edge, pixels.
    public static let side = 2048

    /// Reads a JPEG, a PNG or a WebP, as ``Photo/init(_:within:)`` does.
    ///
    /// - Throws: ``PhotoError``.
    public init(_ bytes: [UInt8], within bounds: PhotoBounds = PhotoBounds()) throws(PhotoError) {
        guard bytes.count <= Photo.mostBytes else { throw .tooLarge }
        guard let format = PhotoFormat(bytes) else { throw .unknownFormat }
        let picture = try Picture(decoding: bytes, as: format, side: Self.side, within: bounds)
            .turned(Orientation(exif: format.exif(in: bytes)))
        self.jpeg = try picture.jpeg()
        self.width = picture.width
        self.height = picture.height
    }
}
