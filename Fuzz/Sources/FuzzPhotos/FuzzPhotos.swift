import FuzzDriver
import Photos

/// The entry point of the executable.
@_cdecl("FuzzPhotos_main")
public func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    drive(count, arguments, fuzzPhotos)
}

/// One input: a photo that somebody sends.
///
/// What is taken has two pictures, each of them a photo that is taken as well, however wild the one was that was sent.
@_cdecl("fuzzPhotos")
public func fuzzPhotos(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    var bounds = PhotoBounds()
    // Inputs are short: a large picture in one is all of one colour, and would only take the fuzzer's time.
    bounds.pixels = 1 << 18
    bounds.memory = 1 << 22
    bounds.work = 1 << 22
    guard let photo = try? Photo(Array(UnsafeBufferPointer(start: data, count: size)), within: bounds) else { return 0 }
    for made in [photo.large, photo.small] {
        precondition(made.starts(with: [0xFF, 0xD8]) && made.suffix(2) == [0xFF, 0xD9], "not one whole JPEG")
        precondition((try? Photo(made)) != nil, "what was made is refused")
    }
    return 0
}
