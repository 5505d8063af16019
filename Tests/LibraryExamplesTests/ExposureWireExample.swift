import Basics
import Exposure
import ExposureWire
import Testing

extension LibraryExamples {
    @Test("ExposureWire: a batch of published keys, as DP-3T's clients read it")
    func exposureWire() throws {
        // example
        var random = SystemRandomNumberGenerator()
        let release = BatchTime.floor(Timestamp(seconds: 1_795_253_400))
        let day = UTCDay(containing: release).advanced(by: -2)
        let key = PublishedKey(key: DayKey(using: &random), day: day)

        // The server: protobuf for the phones, and a signature over it.
        let batch = try #require(KeyBatch(release: release, keys: [key]))
        let body = try batch.protobuf()
        let signer = BatchSigner.generate()
        let signature = try signer.sign(body: body, at: release, retentionDays: 14)

        // The phone, which knows the server's public key.
        let verifier = try BatchVerifier(publicKeyPEM: signer.publicKeyPEM)
        _ = try verifier.verify(signature: signature, body: body, release: nil, now: release)
        let read = try KeyBatch(protobuf: body)
        // end of example
        #expect(read == batch)
    }
}
