import CLibJPEG
import CLibWebP

/// A photo to be sent: four fields of one colour each, so that it shows how it was turned.
struct Sample {
    let width: Int
    let height: Int

    /// What stands at the top left, the top right, the bottom left and the bottom right.
    static let colours: [[UInt8]] = [[230, 30, 30], [30, 200, 30], [30, 30, 230], [240, 240, 20]]

    /// Red, green and blue of each pixel, row by row.
    var pixels: [UInt8] {
        var pixels: [UInt8] = []
        for y in 0..<height { append(y, to: &pixels) }
        return pixels
    }

    /// A row: half of it has one colour and half another.
    private func append(_ y: Int, to pixels: inout [UInt8]) {
        for x in 0..<width { pixels += colour(x, y) }
    }

    func colour(_ x: Int, _ y: Int) -> [UInt8] {
        Self.colours[(y * 2 >= height ? 2 : 0) + (x * 2 >= width ? 1 : 0)]
    }

    /// The photo as a JPEG; with `inks` in four inks as Adobe's programs write them.
    func jpeg(isProgressive: Bool = false, hasInks: Bool = false) -> [UInt8] {
        var errors = jpeg_error_mgr()
        var info = jpeg_compress_struct()
        info.err = jpeg_std_error(&errors)
        jpeg_CreateCompress(&info, JPEG_LIB_VERSION, MemoryLayout<jpeg_compress_struct>.size)
        defer { jpeg_destroy_compress(&info) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { free(bytes) }
        jpeg_mem_dest(&info, &bytes, &count)
        info.image_width = JDIMENSION(width)
        info.image_height = JDIMENSION(height)
        info.input_components = hasInks ? 4 : 3
        info.in_color_space = hasInks ? JCS_CMYK : JCS_RGB
        jpeg_set_defaults(&info)
        jpeg_set_quality(&info, 90, 1)
        if hasInks { info.write_Adobe_marker = 1 }
        if isProgressive { jpeg_simple_progression(&info) }
        jpeg_start_compress(&info, 1)
        // What Adobe's programs write of a colour without black ink is the colour itself.
        let colours = pixels
        let rows =
            hasInks ? stride(from: 0, to: colours.count, by: 3).flatMap { colours[$0..<($0 + 3)] + [255] } : colours
        let length = width * (hasInks ? 4 : 3)
        for y in 0..<height {
            var row = Array(rows[(y * length)..<((y + 1) * length)])
            row.withUnsafeMutableBufferPointer { buffer in
                var lines: [JSAMPROW?] = [buffer.baseAddress]
                _ = jpeg_write_scanlines(&info, &lines, 1)
            }
        }
        jpeg_finish_compress(&info)
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    /// The photo as a WebP.
    func webp(isLossless: Bool = false) -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        let (columns, rows) = (Int32(width), Int32(height))
        let count =
            isLossless
            ? WebPEncodeLosslessRGB(pixels, columns, rows, columns * 3, &bytes)
            : WebPEncodeRGB(pixels, columns, rows, columns * 3, 90, &bytes)
        defer { WebPFree(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// The photo as a PNG, with `others` between its header and its pixels.
    func png(isInterlaced: Bool = false, others: [[UInt8]] = []) -> [UInt8] {
        let header = PNG.number(width) + PNG.number(height) + [8, 2, 0, 0, isInterlaced ? 1 : 0]
        return PNG.signature + PNG.chunk("IHDR", header) + others.flatMap { $0 }
            + PNG.chunk("IDAT", PNG.deflated(isInterlaced ? interlacedRows : rows)) + PNG.chunk("IEND", [])
    }

    /// Each row after the number of its filter, which is none.
    private var rows: [UInt8] {
        var rows: [UInt8] = []
        for y in 0..<height {
            rows.append(0)
            append(y, to: &rows)
        }
        return rows
    }

    private var interlacedRows: [UInt8] {
        let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        return passes.flatMap { (left, top, right, down) -> [UInt8] in
            guard left < width else { return [] }
            return stride(from: top, to: height, by: down).flatMap { y in
                [0] + stride(from: left, to: width, by: right).flatMap { x in colour(x, y) }
            }
        }
    }
}

/// Writes PNG by its specification, without a library.
enum PNG {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The remainders of single bytes, for checksums (CRC-32).
    private static let remainders: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(byte) { remainder, _ in remainder >> 1 ^ (remainder & 1 == 1 ? 0xEDB8_8320 : 0) }
    }

    static func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - $0 * 8)) }
    }

    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + content
        var remainder: UInt32 = .max
        for byte in checked { remainder = remainder >> 8 ^ remainders[Int(remainder & 0xFF ^ UInt32(byte))] }
        return number(content.count) + checked + number(Int(~remainder))
    }

    /// A zlib stream that stores what it says.
    static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: 65_535) {
            let block = bytes[start..<min(start + 65_535, bytes.count)]
            let length = UInt16(block.count)
            stream.append(start + block.count == bytes.count ? 1 : 0)
            stream += [length, ~length].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
            stream += block
        }
        var (low, high) = (1, 0)
        for byte in bytes {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return stream + number(high << 16 | low)
    }
}

/// What a camera writes into its photos.
enum Camera {
    /// A TIFF structure with an orientation, and with a place on the map: 39° N.
    static func exif(orientation: UInt8, isBigEndian: Bool = true) -> [UInt8] {
        func number(_ value: Int, _ bytes: Int) -> [UInt8] {
            let big = (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ((bytes - 1 - $0) * 8)) }
            return isBigEndian ? big : big.reversed()
        }
        func short(_ value: UInt8) -> [UInt8] { number(Int(value), 2) + [0, 0] }
        let header: [UInt8] = (isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]) + number(42, 2) + number(8, 4)
        // Two entries, and after them at 38 the directory of the position.
        let directory =
            number(2, 2) + number(0x0112, 2) + number(3, 2) + number(1, 4) + short(orientation)
            + number(0x8825, 2) + number(4, 2) + number(1, 4) + number(38, 4) + number(0, 4)
        let position =
            number(2, 2) + number(1, 2) + number(2, 2) + number(2, 4) + Array("N\0\0\0".utf8)
            + number(2, 2) + number(5, 2) + number(3, 4) + number(68, 4) + number(0, 4)
        let degrees = [39, 1, 28, 1, 12, 1].flatMap { number($0, 4) }
        return header + directory + position + degrees
    }

    /// A segment of a JPEG.
    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
    }

    /// A JPEG with segments after its beginning.
    static func jpeg(_ bytes: [UInt8], with segments: [[UInt8]]) -> [UInt8] {
        Array(bytes.prefix(2)) + segments.flatMap { $0 } + bytes.dropFirst(2)
    }

    /// A JPEG with what a camera says of it.
    static func jpeg(_ bytes: [UInt8], exif: [UInt8]) -> [UInt8] {
        jpeg(bytes, with: [segment(0xE1, Array("Exif\0\0".utf8) + exif)])
    }

    /// A simple WebP in the form that may have more than the picture.
    static func webp(_ simple: [UInt8], of sample: Sample, exif: [UInt8], flags: UInt8 = 0x08) -> [UInt8] {
        func little(_ value: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        let extended =
            Array("VP8X".utf8) + little(10, 4) + [flags, 0, 0, 0] + little(sample.width - 1, 3)
            + little(sample.height - 1, 3)
        let chunk = Array("EXIF".utf8) + little(exif.count, 4) + exif
        let content = Array("WEBP".utf8) + extended + simple.dropFirst(12) + chunk
        return Array("RIFF".utf8) + little(content.count, 4) + content
    }
}
