import Basics
import Photos
import Testing

extension LibraryExamples {
    @Test("Photos: a photo made anew, and one that ends too early")
    func photos() throws {
        // example
        // One red pixel, as a PNG.
        let sent = try #require(
            [UInt8](
                hexadecimal: "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
                    + "0000000c4944415478da63f8cfc0000003010100f70341430000000049454e44ae426082"))

        // Two JPEGs, upright, without anything but the picture.
        let photo = try Photo(sent)

        do throws(PhotoError) {
            _ = try Photo(Array(sent.dropLast()))
        } catch {
            print("refused: \(error)")
        }
        // end of example
        #expect(photo.large.starts(with: [0xFF, 0xD8]) && photo.small.starts(with: [0xFF, 0xD8]))
    }
}
