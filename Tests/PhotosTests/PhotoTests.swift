import Testing

@testable import Photos

@Suite struct PhotoTests {
    /// Every way in which a photo may be stored.
    static let forms: [(name: String, encode: @Sendable (Sample) -> [UInt8])] = [
        ("JPEG", { $0.jpeg() }),
        ("progressive JPEG", { $0.jpeg(isProgressive: true) }),
        ("JPEG of four inks", { $0.jpeg(hasInks: true) }),
        ("PNG", { $0.png() }),
        ("interlaced PNG", { $0.png(isInterlaced: true) }),
        ("WebP", { $0.webp() }),
        ("lossless WebP", { $0.webp(isLossless: true) }),
    ]

    @Test("Each format gives two upright JPEGs that fit their squares", arguments: forms.map(\.name))
    func formats(name: String) throws {
        let encode = try #require(Self.forms.first { $0.name == name }).encode
        for (width, height, large, small) in [
            (601, 401, [512, 342], [96, 64]), (301, 640, [241, 512], [45, 96]), (40, 30, [40, 30], [40, 30]),
            (9, 1, [9, 1], [9, 1]), (1, 1, [1, 1], [1, 1]), (600, 1, [512, 1], [96, 1]),
        ] {
            let photo = try Photo(encode(Sample(width: width, height: height)))
            let shown = (try Shown(photo.large), try Shown(photo.small))
            #expect([shown.0.width, shown.0.height] == large, "\(width) by \(height)")
            #expect([shown.1.width, shown.1.height] == small, "\(width) by \(height)")
            guard width >= 40, height >= 30 else { continue }
            for picture in [shown.0, shown.1] { #expect(picture.corners == [0, 1, 2, 3], "\(width) by \(height)") }
        }
    }

    @Test("Every pixel of the photo has the same part in the picture")
    func areas() throws {
        // 7 columns become 3: one takes in 7/3 of them, so that the third and the fifth belong to two.
        let row: [UInt8] = [21, 42, 63, 84, 105, 126, 147].flatMap { [$0, 0, $0] }
        let picture = Picture(width: 7, height: 2, pixels: row + [UInt8](repeating: 0, count: row.count))
        let shrunk = try picture.shrunk(to: 3)
        #expect([shrunk.width, shrunk.height] == [3, 1])
        // (21 + 42 + 63/3) · 3/7 = 36, (63 · 2/3 + 84 + 105 · 2/3) · 3/7 = 84 and 132, and half of that with the black row.
        #expect(shrunk.pixels == [18, 0, 18, 42, 0, 42, 66, 0, 66])
    }

    @Test("What is transparent lies on white")
    func transparency() throws {
        let header = PNG.number(1) + PNG.number(1) + [8, 6, 0, 0, 0]
        func png(alpha: UInt8) -> [UInt8] {
            PNG.signature + PNG.chunk("IHDR", header) + PNG.chunk("IDAT", PNG.deflated([0, 200, 0, 0, alpha]))
                + PNG.chunk("IEND", [])
        }
        let bounds = PhotoBounds()
        let shown = try [0, 128, 255].map { alpha in
            try Picture(decoding: png(alpha: alpha), as: .png, within: bounds).pixels
        }
        #expect(shown == [[255, 255, 255], [227, 127, 127], [200, 0, 0]])
    }

    @Test("A photo is turned as its camera was held, whichever of the eight ways", arguments: Orientation.allCases)
    func orientation(_ orientation: Orientation) throws {
        let sample = Sample(width: 120, height: 80)
        // The fields of the stored rows that are seen at the four corners, by the table of the EXIF standard.
        let expected: [[Int]] = [
            [0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [2, 3, 0, 1], [0, 2, 1, 3], [2, 0, 3, 1], [3, 1, 2, 0],
            [1, 3, 0, 2],
        ]
        for isBigEndian in [true, false] {
            let exif = Camera.exif(orientation: orientation.rawValue, isBigEndian: isBigEndian)
            let sent = [
                Camera.jpeg(sample.jpeg(), exif: exif), sample.png(others: [PNG.chunk("eXIf", exif)]),
                Camera.webp(sample.webp(), of: sample, exif: exif),
                Camera.webp(sample.webp(), of: sample, exif: Array("Exif\0\0".utf8) + exif),
            ]
            for bytes in sent {
                let shown = try Shown(try Photo(bytes).large)
                #expect(shown.corners == expected[Int(orientation.rawValue) - 1])
                #expect([shown.width, shown.height] == (orientation.rawValue >= 5 ? [80, 120] : [120, 80]))
            }
        }
    }

    @Test("An orientation that is none, or that ends too early, leaves the photo as it is")
    func brokenOrientation() throws {
        let sample = Sample(width: 60, height: 40)
        let exif = Camera.exif(orientation: 6)
        // Past the value of the orientation the rest may be missing.
        for count in 0..<20 {
            let shown = try Shown(try Photo(Camera.jpeg(sample.jpeg(), exif: Array(exif.prefix(count)))).large)
            #expect(shown.corners == [0, 1, 2, 3], "\(count) bytes")
        }
        for orientation: UInt8 in [0, 9, 255] {
            let exif = Camera.exif(orientation: orientation)
            #expect(try Shown(try Photo(Camera.jpeg(sample.jpeg(), exif: exif)).large).corners == [0, 1, 2, 3])
        }
    }

    @Test("Nothing of what was sent survives but the picture: no place, no text, no profile, no tail")
    func onlyThePicture() throws {
        let sample = Sample(width: 200, height: 100)
        let secret = Array("<script>HIDDEN</script>".utf8)
        let archive = [0x50, 0x4B, 0x03, 0x04] + secret + [0x50, 0x4B, 0x05, 0x06] + [UInt8](repeating: 0, count: 18)
        let exif = Camera.exif(orientation: 1) + secret
        let jpeg = Camera.jpeg(
            sample.jpeg(),
            with: [
                Camera.segment(0xE1, Array("Exif\0\0".utf8) + exif),
                Camera.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + secret),
                Camera.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + secret),
                Camera.segment(0xED, Array("Photoshop 3.0\0".utf8) + secret), Camera.segment(0xFE, secret),
            ])
        let texts = [
            PNG.chunk("tEXt", Array("Comment\0".utf8) + secret), PNG.chunk("eXIf", exif),
            PNG.chunk("iCCP", Array("x\0\0".utf8) + PNG.deflated(secret)), PNG.chunk("prVt", secret),
        ]
        let sent = [
            (jpeg + archive, sample.jpeg()), (sample.png(others: texts) + secret, sample.png()),
            (Camera.webp(sample.webp(), of: sample, exif: exif) + archive, sample.webp()),
        ]
        for (bytes, plain) in sent {
            let photo = try Photo(bytes)
            #expect(photo == (try Photo(plain)))
            for result in [photo.large, photo.small] {
                // Beginning, the format's own header, tables, frame, scan, end: libjpeg's, and nothing else.
                let markers = try #require(JPEGMarkers(result)).markers
                #expect(Set(markers) == [0xD8, 0xE0, 0xDB, 0xC0, 0xC4, 0xDA, 0xD9])
                #expect(!String(decoding: result, as: Unicode.ASCII.self).contains("HIDDEN"))
            }
        }
    }

    @Test("Of an animated PNG the picture that stands still is shown; an animated WebP is refused")
    func animations() throws {
        let sample = Sample(width: 64, height: 48)
        let control = PNG.chunk("acTL", PNG.number(2) + PNG.number(0))
        let frame = PNG.chunk(
            "fcTL", PNG.number(0) + PNG.number(64) + PNG.number(48) + [UInt8](repeating: 0, count: 14))
        let black = [UInt8](repeating: 0, count: (64 * 3 + 1) * 48)
        let second = PNG.chunk("fdAT", PNG.number(1) + PNG.deflated(black))
        let still = sample.png()
        let animated =
            Array(sample.png(others: [control, frame]).dropLast(12)) + frame + second + PNG.chunk("IEND", [])
        #expect(try Photo(animated) == (try Photo(still)))

        let webp = Camera.webp(sample.webp(), of: sample, exif: [], flags: 0x02)
        #expect(throws: PhotoError.broken) { try Photo(webp) }
    }
}

/// A result as it is seen.
struct Shown {
    let width: Int
    let height: Int
    /// The colours of the sample that are seen at the four corners.
    let corners: [Int]

    init(_ jpeg: [UInt8]) throws {
        let picture = try Picture(decoding: jpeg, as: .jpeg, within: PhotoBounds())
        width = picture.width
        height = picture.height
        let (left, right) = (picture.width / 4, picture.width * 3 / 4)
        let (top, bottom) = (picture.height / 4, picture.height * 3 / 4)
        corners = [(left, top), (right, top), (left, bottom), (right, bottom)].map { x, y in
            let start = (y * picture.width + x) * 3
            let seen = picture.pixels[start..<(start + 3)].map(Int.init)
            let distances = Sample.colours.map { zip($0, seen).reduce(0) { $0 + abs(Int($1.0) - $1.1) } }
            return distances.firstIndex { $0 < 60 } ?? -1
        }
    }
}

/// The markers of a JPEG of one scan that ends with its last byte; a reader of its own, so that it owes libjpeg nothing.
struct JPEGMarkers {
    let markers: [UInt8]

    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0xD8]), bytes.suffix(2) == [0xFF, 0xD9] else { return nil }
        var markers: [UInt8] = [0xD8]
        var index = 2
        while index + 4 <= bytes.count, bytes[index] == 0xFF {
            let marker = bytes[index + 1]
            markers.append(marker)
            index += 2 + Int(bytes[index + 2]) << 8 + Int(bytes[index + 3])
            guard marker == 0xDA else { continue }
            while index + 2 < bytes.count {
                // In a scan 0xFF is followed by 0, or begins a marker.
                guard bytes[index] != 0xFF || bytes[index + 1] == 0 else { return nil }
                index += 1
            }
            self.markers = markers + [0xD9]
            return
        }
        return nil
    }
}
