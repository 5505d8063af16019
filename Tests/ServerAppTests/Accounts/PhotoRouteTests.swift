import API
import AccountService
import Encodings
import HTTPKit
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Storage
import Testing

@testable import PhotoService
@testable import ServerApp

struct PhotoRouteTests {
    /// PNGs of 600 by 300 pixels, all black and all white.
    private static let black =
        [UInt8](
            hexadecimal: "89504e470d0a1a0a0000000d49484452000002580000012c01000000003746f03b0000002d4944415478daedc1"
                + "3101000000c2a0f54f6d0a3fa000000000000000000000000000000000000000000000be0659100001d0ee39bc"
                + "0000000049454e44ae426082") ?? []
    private static let white =
        [UInt8](
            hexadecimal: "89504e470d0a1a0a0000000d49484452000002580000012c01000000003746f03b000000684944415478daedcc"
                + "310100000c0220fb97d6023b774200d23f71b95c2e97cbe572b95c2e97cbe572b95c2e97cbe572b95c2e97cbe5"
                + "72b95c2e97cbe572b95c2e97cbe572b95c2e97cbe572b95c2e97cbe572b95c2e97cbe572b95c2e97cbe572b95c"
                + "2e97cbe53a0c14349136175266890000000049454e44ae426082") ?? []
    /// The beginning of a PNG of 60,000 by 60,000 pixels, up to where they would begin.
    private static let huge =
        [UInt8](
            hexadecimal: "89504e470d0a1a0a0000000d494844520000ea600000ea60080600000080d27542"
                + "000000004944415435af061e") ?? []

    @Test("a photo is made anew in two sizes, for its owner alone, at an address that never shows another")
    func photo() async throws {
        try await Site.with { site in
            let token = try await site.signUp()
            #expect(try await site.photo(token) == nil)
            #expect(try await site.ask(.delete, "/api/account/photo", token: token).status == 204)

            let digest = try #require(try await site.send(Self.black, token).body(PhotoBody.self).photo)
            #expect(try await site.photo(token) == digest)
            for size in ["large", "small"] {
                let picture = try await site.ask(.get, "/api/account/photo/\(digest)/\(size)", token: token)
                #expect(picture.status == 200)
                #expect(picture.headers[.contentType] == "image/jpeg")
                #expect(picture.headers[.cacheControl] == "private, max-age=31536000, immutable")
                #expect(picture.headers[.xContentTypeOptions] == "nosniff")
                #expect(picture.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
            }
            let other = try await site.signUp("bob")
            #expect(try await site.photo(other) == nil)
            #expect(
                try await site.ask(.get, "/api/account/photo/\(digest)/large", token: other).code == "photos.unknown")
            #expect(try await site.ask(.get, "/api/account/photo/\(digest)/large").code == "accounts.not_signed_in")
            for path in ["\(digest)/huge", "\(digest.dropLast(2))/large", "x/large"] {
                #expect(try await site.ask(.get, "/api/account/photo/\(path)", token: token).code == "photos.unknown")
            }

            let next = try #require(try await site.send(Self.white, token).body(PhotoBody.self).photo)
            #expect(next != digest)
            #expect(
                try await site.ask(.get, "/api/account/photo/\(digest)/large", token: token).code == "photos.unknown")
            #expect(try await site.ask(.delete, "/api/account/photo", token: token).status == 204)
            #expect(try await site.photo(token) == nil)
            #expect(try await site.ask(.get, "/api/account/photo/\(next)/large", token: token).code == "photos.unknown")
        }
    }

    @Test("what is no photo is refused by name, and the photo before it stays")
    func refused() async throws {
        try await Site.with { site in
            let token = try await site.signUp()
            let digest = try #require(try await site.send(Self.black, token).body(PhotoBody.self).photo)
            for (bytes, status, code) in [
                ([], 422, "photos.unknown_format"), (Array("<svg/>".utf8), 422, "photos.unknown_format"),
                (Self.white.dropLast(), 422, "photos.broken"), (Self.huge, 422, "photos.too_large"),
                ([UInt8](repeating: 0xFF, count: 8 << 20 + 1), 413, "request.too_large"),
            ] {
                let answer = try await site.send(Array(bytes), token)
                #expect(answer.status == status)
                #expect(answer.code == code)
            }
            #expect(try await site.photo(token) == digest)
            #expect(try await site.send(Self.black, "nobody").code == "accounts.not_signed_in")
        }
    }

    @Test("a photo is its own account's, and goes alone", arguments: Engine.allCases)
    func end(engine: Engine) async throws {
        try await World.with(engine) { world in
            let photos = PhotoService(database: world.database)
            let ana = try await world.accounts.signUp(email: "ana@example.org", password: "long enough").session
                .accountID
            let bob = try await world.accounts.signUp(email: "bob@example.org", password: "long enough").session
                .accountID
            let digest = try await photos.set(of: ana) { Self.black }
            #expect(try await photos.set(of: bob) { Self.black } == digest)
            let large = try await photos.picture(digest, isLarge: true, of: ana)
            #expect(try await photos.picture(digest, isLarge: false, of: ana).count < large.count)

            try await photos.remove(of: ana)
            #expect(try await photos.digest(of: ana) == nil)
            #expect(try await photos.digest(of: bob) == digest)
        }
    }

    @Test("photos arrive a few at once, and of one account one")
    func room() async throws {
        let room = UploadRoom(places: 2)
        let (ana, bob, eva): ([UInt8], [UInt8], [UInt8]) = ([1], [2], [3])
        func isOverloaded(_ account: [UInt8]) async throws -> Bool {
            do {
                try await room.hold(for: account) {}
                return false
            } catch let error as ServiceError { return error.code == "request.overloaded" }
        }
        let meanwhile = try await room.hold(for: ana) {
            let again = try await isOverloaded(ana)
            let others = try await room.hold(for: bob) { try await isOverloaded(eva) }
            return [again, others, try await isOverloaded(eva)]
        }
        #expect(meanwhile == [true, true, false])
        // Whoever goes away while sending leaves the place free.
        struct GoneAway: Error {}
        await #expect(throws: GoneAway.self) { try await room.hold(for: ana) { throw GoneAway() } }
        let afterwards = try await isOverloaded(ana)
        #expect(!afterwards)
    }
}

extension Site {
    /// Sends a photo.
    fileprivate func send(_ bytes: [UInt8], _ token: String) async throws -> Answer {
        let headers: HTTPFields = [.authorization: "Bearer \(token)", .contentType: "application/octet-stream"]
        return Answer(
            try await client.executeRequest(
                uri: "/api/account/photo", method: .put, headers: headers, body: ByteBuffer(bytes: bytes)))
    }

    /// By what the photo of whoever has this token is asked for.
    fileprivate func photo(_ token: String) async throws -> String? {
        try await ask(.get, "/api/account/photo", token: token).body(PhotoBody.self).photo
    }
}
