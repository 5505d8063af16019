import API
import Basics
import HTTPKit
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Storage
import TestServer
import Testing

@testable import AccountService
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
            let digest = try await photos.set(of: ana) { _ in Self.black }
            #expect(try await photos.set(of: bob) { _ in Self.black } == digest)
            let large = try await photos.picture(digest, isLarge: true, of: ana)
            #expect(try await photos.picture(digest, isLarge: false, of: ana).count < large.count)

            try await photos.remove(of: ana)
            #expect(try await photos.digest(of: ana) == nil)
            #expect(try await photos.digest(of: bob) == digest)
        }
    }

    @Test("an account sends one photo at a time, and a sender who goes away leaves no trace")
    func room() async throws {
        let room = UploadRoom(bytes: 100)
        let (ana, bob): ([UInt8], [UInt8]) = ([1], [2])
        func isOverloaded(_ account: [UInt8]) async throws -> Bool {
            do {
                return try await room.hold(for: account, { _ in [] }, { _ in false })
            } catch let error as ServiceError { return error.code == "request.overloaded" }
        }
        let meanwhile = try await room.hold(
            for: ana, { _ in [] },
            { _ in
                [try await isOverloaded(ana), try await isOverloaded(bob)]
            })
        #expect(meanwhile == [true, false])
        struct GoneAway: Error {}
        await #expect(throws: GoneAway.self) {
            try await room.hold(
                for: ana,
                { taking in
                    try taking(50)
                    throw GoneAway()
                }, { _ in })
        }
        let afterwards = try await isOverloaded(ana)
        #expect(!afterwards && room.bytes == 0)
    }

    @Test("sixteen slow senders, and sixteen that stop half-way, keep nobody from sending a photo")
    func slowSenders() async throws {
        let room = UploadRoom(bytes: 100)
        let slow = (0..<16).map { number in
            Task {
                try await room.hold(
                    for: [0, UInt8(number)],
                    { taking in
                        // Each has sent a little more than a sixteenth of all that may arrive, and then stops.
                        try taking(7)
                        try await Task.sleep(for: .seconds(600))
                        return []
                    }, { _ in })
            }
        }
        for _ in 0..<1000 where room.bytes < 98 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(room.bytes >= 90)
        for number in 0..<8 {
            let count = try await room.hold(
                for: [1, UInt8(number)],
                { taking in
                    for _ in 0..<5 { try taking(10) }
                    return [UInt8](repeating: 0, count: 50)
                }, { $0.count })
            #expect(count == 50)
            #expect(room.bytes <= 150)
        }
        for task in slow { task.cancel() }
        for task in slow { _ = await task.result }
        #expect(room.bytes == 0)
    }

    @Test("a seventeenth account sends its photo while sixteen drip theirs")
    func seventeenth() async throws {
        try await Site.with(.live) { site in
            var dripping: [RawConnection] = []
            for number in 0..<16 {
                let token = try await site.signUp("slow\(number)")
                let connection = try await RawConnection(port: try #require(site.client.port))
                try await connection.send(
                    "PUT /api/account/photo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n"
                        + "Content-Type: application/octet-stream\r\nContent-Length: 8000000\r\n\r\nx")
                dripping.append(connection)
            }
            let token = try await site.signUp("quick")
            let answer = try await site.send(Self.black, token)
            #expect(answer.status == 200, "\(answer.text)")
            for connection in dripping {
                #expect(!connection.isClosed)
                await connection.close()
            }
        }
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
