import CLibPNG

extension QRCode {
    /// The code as a PNG picture in grey, `scale` pixels a module, with the border around it.
    ///
    /// It throws `picture` for a scale outside 1 to 64, and when memory is short.
    package func png(scale: Int = 8) throws(QRCodeError) -> [UInt8] {
        guard (1...64).contains(scale) else { throw .picture }
        let side = (size + 2 * Self.quietZone) * scale
        var pixels = [UInt8](repeating: 255, count: side * side)
        for y in 0..<side {
            let row = y / scale - Self.quietZone
            for x in 0..<side where isDark(x / scale - Self.quietZone, row) { pixels[y * side + x] = 0 }
        }
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.width = png_uint_32(side)
        image.height = png_uint_32(side)
        image.format = 0  // PNG_FORMAT_GRAY
        defer { png_image_free(&image) }
        // A picture of two values is far smaller than its pixels; the first call tells how much it takes.
        var count = png_alloc_size_t(0)
        guard png_image_write_to_memory(&image, nil, &count, 0, pixels, 0, nil) != 0, count > 0 else {
            throw .picture
        }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        guard png_image_write_to_memory(&image, &bytes, &count, 0, pixels, 0, nil) != 0 else { throw .picture }
        return Array(bytes.prefix(Int(count)))
    }
}
