import Basics
import Testing

@testable import Photos

@Suite struct HostilePhotoTests {
    @Test("A photo that ends too early is refused, wherever it ends", arguments: PhotoTests.forms.map(\.name))
    func truncated(name: String) throws {
        let encode = try #require(PhotoTests.forms.first { $0.name == name }).encode
        let bytes = encode(Sample(width: 40, height: 24))
        for count in 0..<bytes.count {
            #expect(throws: PhotoError.self, "\(count) of \(bytes.count) bytes") {
                try Photo(Array(bytes.prefix(count)))
            }
        }
    }

    @Test("60,000 by 60,000 pixels are refused by the header")
    func hugeHeaders() {
        let sample = Sample(width: 64, height: 64)
        for isProgressive in [false, true] {
            let jpeg = Self.resized(sample.jpeg(isProgressive: isProgressive), width: 60_000, height: 60_000)
            #expect(throws: PhotoError.tooLarge) { try Photo(jpeg) }
        }
        for isInterlaced: UInt8 in [0, 1] {
            let header = PNG.number(60_000) + PNG.number(60_000) + [8, 6, 0, 0, isInterlaced]
            let png = PNG.signature + PNG.chunk("IHDR", header) + sample.png().dropFirst(33)
            #expect(throws: PhotoError.tooLarge) { try Photo(png) }
        }
        // The most that a WebP can be is 16,384 by 16,384: fourteen bits each, after five bytes of the stream's own.
        var webp = sample.webp(isLossless: true)
        for index in 21...23 { webp[index] = 0xFF }
        webp[24] |= 0x0F
        #expect(throws: PhotoError.tooLarge) { try Photo(webp) }
    }

    @Test("Long, thin, empty and slightly too large photos are refused, and what just fits is read")
    func edges() throws {
        let jpeg = Sample(width: 64, height: 64).jpeg()
        for (width, height) in [(65_500, 1), (1, 65_500), (16_385, 8), (8000, 5001)] {
            #expect(throws: PhotoError.tooLarge) { try Photo(Self.resized(jpeg, width: width, height: height)) }
        }
        #expect(throws: PhotoError.broken) { try Photo(Self.resized(jpeg, width: 0, height: 10)) }
        // 8000 by 5000 is within the bounds, and then the file ends too early.
        #expect(throws: PhotoError.broken) { try Photo(Self.resized(jpeg, width: 8000, height: 5000)) }
        var bounds = PhotoBounds()
        bounds.pixels = 64 * 64
        #expect(throws: Never.self) { try Photo(jpeg, within: bounds) }
        bounds.pixels -= 1
        #expect(throws: PhotoError.tooLarge) { try Photo(jpeg, within: bounds) }
    }

    @Test("A progressive JPEG may not take more memory than is given to it, nor a WebP without loss")
    func memory() {
        // 7900 by 5000 pixels in full colour are 119 megabytes of coefficients.
        let jpeg = Self.resized(Sample(width: 64, height: 64).jpeg(isProgressive: true), width: 7900, height: 5000)
        #expect(throws: PhotoError.tooLarge) { try Photo(jpeg) }
        let webp = Sample(width: 64, height: 64).webp(isLossless: true)
        var bounds = PhotoBounds()
        bounds.memory = 64 * 64 * 5
        #expect(throws: Never.self) { try Photo(webp, within: bounds) }
        bounds.memory -= 1
        #expect(throws: PhotoError.tooLarge) { try Photo(webp, within: bounds) }
    }

    @Test("A JPEG of very many scans is refused, seen or hidden")
    func scans() throws {
        let plain = Sample(width: 64, height: 64).jpeg(isProgressive: true)
        let starts = Self.scanStarts(plain)
        let last = try #require(starts.last)
        let scan = plain[last..<(plain.count - 2)]
        func jpeg(scans: Int) -> [UInt8] {
            plain[..<(plain.count - 2)] + (0..<scans).flatMap { _ in scan } + [0xFF, 0xD9]
        }
        #expect(throws: PhotoError.tooLarge) { try Photo(jpeg(scans: 1000)) }
        // A large one may have fewer.
        #expect(throws: PhotoError.tooLarge) { try Photo(Self.resized(jpeg(scans: 12), width: 5000, height: 5000)) }
        // A segment that looks like the end of the photo hides the scans after it from who counts ahead, not from who reads.
        let hidden = plain[..<starts[1]] + Camera.segment(0xFE, [0xFF, 0xD9]) + plain[starts[1]...]
        for bytes in [plain, Array(hidden)] {
            var bounds = PhotoBounds()
            bounds.scans = UInt32(starts.count)
            #expect(throws: Never.self) { try Photo(bytes, within: bounds) }
            bounds.scans -= 1
            #expect(throws: PhotoError.tooLarge) { try Photo(bytes, within: bounds) }
            bounds.scans += 1
            bounds.work = 64 * 64 * UInt64(starts.count) - 1
            #expect(throws: PhotoError.tooLarge) { try Photo(bytes, within: bounds) }
        }
    }

    @Test("What is too long, empty or something else is refused")
    func others() {
        #expect(throws: PhotoError.unknownFormat) { try Photo([]) }
        for text in ["GIF89a", "<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.7", "II*\0", "BM", "RIFF1234WAVE"] {
            #expect(throws: PhotoError.unknownFormat) { try Photo(Array(text.utf8)) }
        }
        let jpeg = Sample(width: 8, height: 8).jpeg()
        let padding = [UInt8](repeating: 0, count: Photo.mostBytes - jpeg.count)
        #expect(throws: Never.self) { try Photo(jpeg + padding) }
        #expect(throws: PhotoError.tooLarge) { try Photo(jpeg + padding + [0]) }
    }

    @Test("Damaged photos are refused or shown, and never anything else", arguments: PhotoTests.forms.map(\.name))
    func damaged(name: String) throws {
        let encode = try #require(PhotoTests.forms.first { $0.name == name }).encode
        let bytes = encode(Sample(width: 48, height: 32))
        var random = SplitMix64(seed: 7)
        var bounds = PhotoBounds()
        bounds.pixels = 1_000_000
        for _ in 0..<400 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do throws(PhotoError) {
                let photo = try Photo(damaged, within: bounds)
                #expect(JPEGMarkers(photo.large) != nil && JPEGMarkers(photo.small) != nil)
            } catch {
                #expect(error != .noMemory)
            }
        }
    }

    /// A JPEG whose frame says other edges.
    private static func resized(_ jpeg: [UInt8], width: Int, height: Int) -> [UInt8] {
        var jpeg = jpeg
        guard
            let frame = (0..<(jpeg.count - 9)).first(where: { jpeg[$0] == 0xFF && [0xC0, 0xC2].contains(jpeg[$0 + 1]) })
        else { return jpeg }
        for (offset, value) in [(5, height), (7, width)] {
            jpeg[frame + offset] = UInt8(value >> 8)
            jpeg[frame + offset + 1] = UInt8(value & 0xFF)
        }
        return jpeg
    }

    private static func scanStarts(_ jpeg: [UInt8]) -> [Int] {
        (0..<(jpeg.count - 1)).filter { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA }
    }
}
