import Beacons
import FuzzDriver
import Radio

/// The entry point of the executable.
@_cdecl("FuzzCaptures_main")
public func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    drive(count, arguments, fuzzCaptures)
}

/// One input: a capture file, whose packets go on to those who read what is in the air.
@_cdecl("fuzzCaptures")
public func fuzzCaptures(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: size))
    do throws(CaptureError) {
        guard var capture = try CaptureFile(bytes) else { return 0 }
        var assembler = AdvertisementAssembler()
        var total = 0
        while let packet = try capture.next() {
            total += packet.bytes.count
            // An indicator or a header may be added or left out.
            precondition(total <= 2 * size, "more bytes than the file has")
            switch packet.layer {
            case .hci: read(packet, &assembler)
            case .linkLayer:
                guard let advertisement = try? LinkLayerAdvertisement(packet: packet.bytes) else { continue }
                _ = Array(Frames(advertisement: advertisement.data))
            }
        }
    } catch {
        precondition(!error.code.isEmpty)
    }
    return 0
}

private func read(_ packet: CapturedPacket, _ assembler: inout AdvertisementAssembler) {
    packet.bytes.withUnsafeBytes { bytes in
        try? AdvertisingReports.visit(packet: bytes, includingScanResponses: true) { report in
            let now = packet.time ?? .init(milliseconds: 0)
            guard let heard = assembler.take(report, at: now) else { return }
            precondition(heard.data.count <= 1650, "longer than an advertisement can be")
            _ = Array(heard.frames)
        }
    }
}
