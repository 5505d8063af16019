import API
import Foundation
import HTTPTypes
import TestServer
import Testing

@testable import HTTPKit

@Suite("The web app's files")
struct WebAppTests {
    /// Calls `body` with a site whose web app has a few files, and a file outside it that nobody may get.
    private func withFiles(_ body: @escaping @Sendable (Site, URL) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("cerca-\(UUID().uuidString)")
        let root = directory.appendingPathComponent("dist")
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.createDirectory(
            at: root.appendingPathComponent("images"), withIntermediateDirectories: true)
        for (name, text) in [
            "dist/index.html": "<!doctype html><title>index</title>", "dist/app-3F2A1B9C.js": "app()",
            "dist/style.css": "body{}", "dist/images/plan one.svg": "<svg/>", "dist/.env": "SECRET",
            "secret.txt": "SECRET",
        ] {
            try Data(text.utf8).write(to: directory.appendingPathComponent(name))
        }
        try FileManager.default.createSymbolicLink(
            at: root.appendingPathComponent("leak.txt"),
            withDestinationURL: directory.appendingPathComponent("secret.txt"))
        try await Site.with(webRoot: root.path) { site in try await body(site, root) }
    }

    @Test("files come with their type, a tag and the page's rules")
    func files() async throws {
        try await withFiles { site, _ in
            let index = try await site.ask(.get, "/")
            #expect(index.status == 200 && index.text.contains("index"))
            #expect(
                index.headers[.contentType] == "text/html; charset=utf-8" && index.headers[.cacheControl] == "no-cache")
            let policy = try #require(index.headers[.contentSecurityPolicy])
            #expect(policy.hasPrefix("default-src 'self'; img-src 'self' data:;") && !policy.contains("unsafe"))
            for name in [.xContentTypeOptions, .referrerPolicy, .permissionsPolicy, .crossOriginOpenerPolicy]
                as [HTTPField.Name]
            {
                #expect(index.headers[name] != nil, "\(name)")
            }
            let style = try await site.ask(.get, "/style.css?v=1")
            #expect(style.text == "body{}" && style.headers[.contentType] == "text/css; charset=utf-8")
            let script = try await site.ask(.get, "/app-3F2A1B9C.js")
            #expect(script.headers[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(try await site.ask(.get, "/images/plan%20one.svg").headers[.contentType] == "image/svg+xml")
            let head = try await site.ask(.head, "/style.css")
            #expect(head.text.isEmpty && head.headers[.contentLength] == "6")
        }
    }

    @Test("a file that has not changed is not sent again, one that has is")
    func conditional() async throws {
        try await withFiles { site, root in
            let tag = try #require(try await site.ask(.get, "/style.css").headers[.eTag])
            for value in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
                let answer = try await site.ask(.get, "/style.css", headers: [.ifNoneMatch: value])
                #expect(answer.status == 304 && answer.text.isEmpty && answer.headers[.eTag] == tag, "\(value)")
            }
            try Data("body{color:red}".utf8).write(to: root.appendingPathComponent("style.css"))
            let answer = try await site.ask(.get, "/style.css", headers: [.ifNoneMatch: tag])
            #expect(answer.status == 200 && answer.text == "body{color:red}" && answer.headers[.eTag] != tag)
        }
    }

    @Test(
        "a view of the app is the app; a file or a route that does not exist is not",
        arguments: [
            ("/offers", 200), ("/console/merchant", 200), ("/offers/", 200), ("/missing.js", 404),
            ("/images/x.png", 404),
            ("/api/missing", 404), ("/api", 404), ("/index.html", 200), ("/console", 200), ("/console/healthy", 200),
        ])
    func views(path: String, status: Int) async throws {
        try await withFiles { site, _ in
            let answer = try await site.ask(.get, path)
            #expect(answer.status == status)
            #expect(answer.text.contains("<title>index") == (status == 200))
            if status == 404 { #expect(answer.code == "request.not_found") }
        }
    }

    @Test(
        "a view that has a page of its own is of that page",
        arguments: [
            ("/console/health", "health"), ("/console/health/", "health"), ("/console/health/codes/new", "health"),
            ("/vault", "vault"), ("/vault/item/1", "vault"), ("/vaults", "index"), ("/a/vault", "index"),
        ])
    func pages(path: String, title: String) async throws {
        try await withFiles { site, root in
            try FileManager.default.createDirectory(
                at: root.appendingPathComponent("console"), withIntermediateDirectories: false)
            for name in ["console/health", "vault"] {
                let text = "<title>\(name.split(separator: "/").last ?? "")"
                try Data(text.utf8).write(to: root.appendingPathComponent("\(name).html"))
            }
            let answer = try await site.ask(.get, path)
            #expect(answer.status == 200 && answer.text.contains("<title>\(title)"))
            #expect(answer.headers[.cacheControl] == "no-cache")
            #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
        }
    }

    @Test(
        "no path leads out of the directory or to a hidden file",
        arguments: [
            "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%2e%2e%2fsecret.txt",
            "/images/../../secret.txt",
            "/images/%2e%2e/%2e%2e/secret.txt", "/..\\secret.txt", "/..%5csecret.txt", "/.env", "/%2eenv", "/leak.txt",
            "//secret.txt", "/./secret.txt", "/secret.txt%00.html", "/%252e%252e/secret.txt",
            "/%c0%ae%c0%ae/secret.txt",
            "/images/..;/secret.txt", "/%", "/%2", "/%zz", "/%+1",
        ])
    func traversal(path: String) async throws {
        try await withFiles { site, _ in
            let answer = try await site.ask(.get, path)
            #expect(!answer.text.contains("SECRET"))
            #expect(answer.status == 404, "\(answer.status)")
        }
    }

    @Test("without the web app the page says how to build it, and the API works")
    func missing() async throws {
        try await Site.with { site in
            let answer = try await site.ask(.get, "/")
            #expect(answer.status == 503 && answer.text.contains("make web"))
            #expect(answer.headers[.contentSecurityPolicy] != nil && !answer.text.contains("<style"))
            #expect(try await site.ask(.get, "/api/venues").status == 200)
        }
    }

    @Test("the web app is there as soon as it has been built")
    func builtLater() async throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("cerca-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        try await Site.with(webRoot: root.path) { site in
            #expect(try await site.ask(.get, "/").status == 503)
            try FileManager.default.createDirectory(at: root, withIntermediateDirectories: false)
            try Data("built".utf8).write(to: root.appendingPathComponent("index.html"))
            #expect(try await site.ask(.get, "/").text == "built")
        }
    }

    @Test(
        "names with a hash of their content",
        arguments: [
            ("app-3F2A1B9C.js", true), ("chunk-ABCDEFGH.css", true), ("a-b-12345678.js.map", true), ("app.js", false),
            ("app-3f2a1b9c.js", false), ("app-3F2A1B9.js", false), ("app-3F2A1B9CD.js", false), ("long-name.js", false),
        ])
    func hashed(name: String, isHashed: Bool) {
        #expect(WebApp.isHashed(name) == isHashed)
    }
}
