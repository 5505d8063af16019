import Basics
import Crypto
import Testing

@testable import Network

@Suite struct MessageEncryptionTests {
    @Test func theExampleOfRFC8291IsEqualByteForByte() throws {
        let device = try #require(
            DeviceKeys(
                p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                auth: "BTBZMqHH6r4Tts7J_aSIgg"))
        let key = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: try #require(Base64.bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", .url)))
        let salt = try #require(Base64.bytes("DGv6ra1nlYgDCS1FRnbzlw", .url))
        let body = try MessageEncryption.encrypt(
            Array("When I grow up, I want to be a watermelon".utf8), for: device, with: key, salt: salt, paddedTo: nil)
        #expect(
            Base64.text(body, .url) == """
                DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
                """)
    }

    @Test func everyMessageHasTheSameSizeAndOpensWithTheDevicesKeyAlone() throws {
        let (device, other) = (TestDevice(), TestDevice())
        let keys = try #require(device.keys)
        for count in [0, 1, 2, 100, 255, 256, 900, MessageEncryption.mostBytes] {
            // Zeros at its end must not be taken for padding.
            let text = [UInt8](repeating: 0, count: count)
            let body = try MessageEncryption.encrypt(text, for: keys)
            #expect(body.count == 86 + MessageEncryption.paddedBytes + 16)
            #expect(device.open(body) == text)
            #expect(other.open(body) == nil)
            #expect(try MessageEncryption.encrypt(text, for: keys) != body)
            var altered = body
            altered[100] ^= 1
            #expect(device.open(altered) == nil)
        }
        #expect(throws: PushFault.ours(PushAlarm(status: 0, reason: "not_encrypted"))) {
            try MessageEncryption.encrypt([UInt8](repeating: 0, count: MessageEncryption.paddedBytes), for: keys)
        }
    }

    @Test func keysThatAreNoneAreRefused() throws {
        let keys = try #require(TestDevice().keys)
        var offCurve = keys.point
        offCurve[64] ^= 1
        for (point, secret) in [
            (offCurve, keys.secret), (Array(keys.point.dropLast()), keys.secret), (keys.point + [0], keys.secret),
            ([2] + keys.point[1..<33], keys.secret), ([], keys.secret), (keys.point, Array(keys.secret.dropLast())),
            (keys.point, keys.secret + [0]), ([UInt8](repeating: 0, count: 65), keys.secret),
        ] {
            #expect(DeviceKeys(point: point, secret: secret) == nil)
        }
        let (point, secret) = (Base64.text(keys.point, .url), Base64.text(keys.secret, .url))
        #expect(DeviceKeys(p256dh: point, auth: secret) == keys)
        #expect(DeviceKeys(p256dh: point + "=", auth: secret) == nil)
        #expect(DeviceKeys(p256dh: "é", auth: secret) == nil)
    }
}
