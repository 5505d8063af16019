import Basics
import Exposure
import ExposureWire
import FuzzDriver

/// The entry point of the executable.
@_cdecl("FuzzExposure_main")
public func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    drive(count, arguments, fuzzExposure)
}

/// One input: the same bytes are read as everything that phones and servers of tracing are sent.
@_cdecl("fuzzExposure")
public func fuzzExposure(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: data, count: size))
    if let batch = try? KeyBatch(protobuf: bytes) { check(batch) }
    if let batch = try? KeyBatch(json: bytes) { check(batch) }
    checkUpload(bytes)
    checkList(bytes)
    checkSignature(String(decoding: bytes, as: UTF8.self))
    return 0
}

/// What was read is written so that it is read again, in both forms.
private func check(_ batch: KeyBatch) {
    precondition(BatchTime.isAligned(batch.release), "a release that is none")
    guard let written = try? batch.protobuf(), let again = try? KeyBatch(protobuf: written), again == batch else {
        preconditionFailure("another batch after protobuf")
    }
    guard let again = try? KeyBatch(json: batch.json()), again == batch else {
        preconditionFailure("another batch after JSON")
    }
}

private func checkUpload(_ bytes: [UInt8]) {
    guard let upload = try? ExposedUpload(json: bytes) else { return }
    guard let again = try? ExposedUpload(json: upload.json()) else { preconditionFailure("an upload that is none") }
    precondition(again.key == upload.key && again.isFake == upload.isFake, "another upload after writing")
    precondition(
        again.authorization == upload.authorization || again.authorization.isEmpty, "another code after writing")
}

private func checkList(_ bytes: [UInt8]) {
    guard let upload = try? ExposedListUpload(json: bytes) else { return }
    precondition((1...ExposedListUpload.mostKeys).contains(upload.keys.count), "more keys than a list may have")
    precondition(Set(upload.keys.map(\.key)).count == upload.keys.count, "a key that occurs twice")
    guard let again = try? ExposedListUpload(json: upload.json()) else { preconditionFailure("a list that is none") }
    precondition(again.keys == upload.keys && again.isFake == upload.isFake, "another list after writing")
}

/// Nobody without the private key makes a signature that holds.
private func checkSignature(_ text: String) {
    do throws(SignatureFault) {
        try verifier?.verify(signature: text, body: [], release: nil, now: Timestamp(milliseconds: 0))
        precondition(verifier == nil, "a signature that nobody made")
    } catch {}
}

private let verifier = try? BatchVerifier(publicKeyPEM: BatchSigner.generate().publicKeyPEM)
