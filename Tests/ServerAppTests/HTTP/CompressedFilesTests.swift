import Foundation
import HTTPTypes
import TestServer
import Testing

@Suite("The web app's compressed files")
struct CompressedFilesTests {
    /// Calls `body` with a site whose web app has a file in three forms, one in two, and one as it is.
    ///
    /// The compressed forms are words here, so that an answer says which one it is.
    private func withFiles(_ body: @escaping @Sendable (Site, URL) async throws -> Void) async throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("cerca-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for (name, text) in [
            "index.html": "plain", "index.html.gz": "gzipped", "index.html.br": "brotli", "app-3F2A1B9C.js": "plain",
            "app-3F2A1B9C.js.gz": "gzipped", "icon.png": "plain",
        ] {
            try Data(text.utf8).write(to: root.appendingPathComponent(name))
        }
        try await Site.with(webRoot: root.path) { site in try await body(site, root) }
    }

    @Test(
        "whoever can read a compressed file gets it, and everybody else the file",
        arguments: [
            ("/", "gzip, deflate, br", "br"), ("/", "gzip", "gzip"), ("/", "GZIP", "gzip"), ("/", "x-gzip", "gzip"),
            ("/", "br;q=0.5, gzip", "gzip"), ("/", "br;q=0, gzip;q=0.001", "gzip"), ("/", "*", "br"),
            ("/", "gzip;q=1, *;q=0.1", "gzip"), ("/", "br ; q=1.0 , gzip", "br"), ("/", "identity;q=0, gzip", "gzip"),
            ("/", "", ""), ("/", "identity", ""), ("/", "gzip;q=0", ""), ("/", "*;q=0", ""), ("/", "deflate, zstd", ""),
            ("/", "gzip;q=0.5, identity", ""), ("/", "gzip;q=many", ""), ("/", ";;,,q=1", ""), ("/", "brotli", ""),
            ("/app-3F2A1B9C.js", "br, gzip;q=0.1", "gzip"), ("/app-3F2A1B9C.js", "br", ""),
            ("/icon.png", "br, gzip", ""),
        ])
    func negotiation(path: String, accepts: String, coding: String) async throws {
        try await withFiles { site, _ in
            let answer = try await site.ask(.get, path, headers: [.acceptEncoding: accepts])
            #expect(answer.status == 200)
            #expect(answer.text == ["br": "brotli", "gzip": "gzipped", "": "plain"][coding])
            #expect(answer.headers[.contentEncoding] == (coding.isEmpty ? nil : coding))
            #expect(answer.headers[.contentLength] == String(answer.text.utf8.count))
            // What a cache keeps for one must not be given to another who cannot read it.
            #expect(answer.headers[.vary] == (path == "/icon.png" ? nil : "Accept-Encoding"))
        }
    }

    @Test("a program that says nothing of compression gets the file")
    func silence() async throws {
        try await withFiles { site, _ in
            let answer = try await site.ask(.get, "/")
            #expect(answer.text == "plain" && answer.headers[.contentEncoding] == nil)
            #expect(answer.headers[.vary] == "Accept-Encoding")
        }
    }

    @Test("the type is that of the file, its caching too, and the page's rules hold")
    func fields() async throws {
        try await withFiles { site, _ in
            let script = try await site.ask(.get, "/app-3F2A1B9C.js", headers: [.acceptEncoding: "gzip"])
            #expect(script.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(script.headers[.cacheControl] == "public, max-age=31536000, immutable")
            let index = try await site.ask(.get, "/", headers: [.acceptEncoding: "br"])
            #expect(index.headers[.contentType] == "text/html; charset=utf-8")
            #expect(index.headers[.cacheControl] == "no-cache" && index.headers[.contentSecurityPolicy] != nil)
            let head = try await site.ask(.head, "/", headers: [.acceptEncoding: "br"])
            #expect(head.text.isEmpty && head.headers[.contentLength] == "6" && head.headers[.contentEncoding] == "br")
        }
    }

    @Test("each coding has a tag of its own, and one that has not changed is not sent again")
    func tags() async throws {
        try await withFiles { site, root in
            var tags: [String] = []
            for accepts in ["", "gzip", "br"] {
                let first = try await site.ask(.get, "/", headers: [.acceptEncoding: accepts])
                let tag = try #require(first.headers[.eTag])
                #expect(tag.hasPrefix("\""), "a strong one")
                tags.append(tag)
                let again = try await site.ask(
                    .get, "/", headers: [.acceptEncoding: accepts, .ifNoneMatch: tag])
                #expect(again.status == 304 && again.text.isEmpty && again.headers[.eTag] == tag)
                #expect(again.headers[.vary] == "Accept-Encoding" && again.headers[.cacheControl] == "no-cache")
            }
            #expect(Set(tags).count == 3)
            // The tag of another coding says nothing of this one.
            let other = try await site.ask(.get, "/", headers: [.acceptEncoding: "br", .ifNoneMatch: tags[1]])
            #expect(other.status == 200 && other.text == "brotli")
            try Data("brotli, later".utf8).write(to: root.appendingPathComponent("index.html.br"))
            let later = try await site.ask(.get, "/", headers: [.acceptEncoding: "br", .ifNoneMatch: tags[2]])
            #expect(later.status == 200 && later.text == "brotli, later")
        }
    }

    @Test("a compressed file without its file is none, and none leads out of the directory")
    func alone() async throws {
        try await withFiles { site, root in
            try Data("gzipped".utf8).write(to: root.appendingPathComponent("lost.js.gz"))
            #expect(try await site.ask(.get, "/lost.js", headers: [.acceptEncoding: "gzip"]).status == 404)
            let outside = root.deletingLastPathComponent().appendingPathComponent("cerca-\(UUID().uuidString).txt")
            defer { try? FileManager.default.removeItem(at: outside) }
            try Data("SECRET".utf8).write(to: outside)
            try Data("plain".utf8).write(to: root.appendingPathComponent("style.css"))
            try FileManager.default.createSymbolicLink(
                at: root.appendingPathComponent("style.css.br"), withDestinationURL: outside)
            let answer = try await site.ask(.get, "/style.css", headers: [.acceptEncoding: "br"])
            #expect(answer.status == 200 && answer.text == "plain" && answer.headers[.contentEncoding] == nil)
        }
    }
}
