import Basics
import Beacons
import FuzzDriver
import Radio

/// The entry point of the executable.
@_cdecl("FuzzBeacons_main")
public func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    drive(count, arguments, fuzzBeacons)
}

/// One input: the same bytes are read at every layer at which bytes from the air come in.
///
/// libFuzzer gives each input in a block of its own size, so that the address sanitizer sees a single byte read beyond.
@_cdecl("fuzzBeacons")
public func fuzzBeacons(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: data, count: size)
    checkAdvertisement(bytes)
    checkEvent(bytes)
    checkLinkLayer([UInt8](bytes))
    checkText(String(decoding: bytes, as: UTF8.self))
    return 0
}

/// What parses, and is built, parses to the same frame; the two readers of frames find the same ones.
private func checkAdvertisement(_ bytes: UnsafeRawBufferPointer) {
    let view = Advertisement([UInt8](bytes))
    _ = (view.flags, view.localName, view.powerLevel, view.company, view.services, view.appleMessages)
    var reader = FrameReader(bytes)
    var frames: [Frame] = []
    while let frame = reader.next() {
        frames.append(frame)
        let built = frame.advertisement
        precondition(built.count <= 31, "too long for a legacy advertisement")
        guard let again = try? Frame(advertisement: built) else {
            preconditionFailure("what was built does not parse")
        }
        precondition(again == frame, "another frame after building")
        if case .eddystoneURL(let url) = frame { checkAddress(url) }
    }
    precondition(Array(Frames(advertisement: [UInt8](bytes))) == frames, "the readers differ")
    precondition(reader.error != nil || view.error == nil, "malformed, yet called well-formed")
}

/// An address that is encoded anew, perhaps shorter, still says the same.
private func checkAddress(_ url: EddystoneURL) {
    guard let again = try? EddystoneURL(powerAtZeroMetres: url.powerAtZeroMetres, text: url.text) else {
        preconditionFailure("an address that was decoded cannot be encoded")
    }
    precondition(again.text == url.text, "another address after encoding")
}

/// Every report lies within the event, and the copying reader finds the same ones.
private func checkEvent(_ bytes: UnsafeRawBufferPointer) {
    for body in [bytes, UnsafeRawBufferPointer(rebasing: bytes.dropFirst())] {
        do throws(ReportError) {
            try AdvertisingReports.visit(event: body, includingScanResponses: true) { report in
                precondition(report.data.count <= body.count, "more data than the event has")
                checkAdvertisement(report.data)
            }
        } catch {}
    }
    var visited = 0
    var data = 0
    do throws(ReportError) {
        try AdvertisingReports.visit(packet: bytes, includingScanResponses: true) {
            if $0.dataStatus != .more { visited += 1 }
            data += $0.data.count
        }
    } catch { return }
    let heard = try? AdvertisingReports.heard(
        packet: [UInt8](bytes), at: .init(milliseconds: 0), includingScanResponses: true)
    precondition(heard?.count == visited, "the readers differ")
    precondition(heard?.reduce(0) { $0 + $1.data.count } ?? 0 <= data, "more data than was reported")
}

private func checkLinkLayer(_ bytes: [UInt8]) {
    guard let packet = try? LinkLayerAdvertisement(packet: bytes) else { return }
    precondition(packet.length + 9 == bytes.count, "bytes unaccounted for")
    packet.data.withUnsafeBytes { checkAdvertisement($0) }
}

private func checkText(_ text: String) {
    if let uuid = UUID128(text) { precondition(UUID128(uuid.description) == uuid, "another UUID after writing") }
    if let bytes = [UInt8](hexadecimal: text) {
        precondition([UInt8](hexadecimal: bytes.hexadecimal) == bytes, "other bytes after writing")
    }
    if let address = DeviceAddress(text) {
        precondition(DeviceAddress(address.description) == address, "another address after writing")
    }
    if let url = try? EddystoneURL(powerAtZeroMetres: 0, text: text) {
        precondition(url.text == text, "another web address after encoding")
    }
}
