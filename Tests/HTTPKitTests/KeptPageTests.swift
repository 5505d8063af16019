import Foundation
import HTTPTypes
import HummingbirdCore
import Testing

@testable import HTTPKit

@Suite("What browsers keep of the page")
struct KeptPageTests {
    /// The answer to a path of a folder with both workers.
    private func tag(of path: String, isPageKept: Bool) throws -> String {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("cerca-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for (name, text) in [
            "sw.js": "keeps", "sw.js.gz": "keeps, packed", "sw-off.js": "removes", "index.html": "page",
        ] {
            try Data(text.utf8).write(to: root.appendingPathComponent(name))
        }
        let app = WebApp(directory: root.path, isPageKept: isPageKept)
        let response = try app.response(path: path, headers: [.acceptEncoding: "gzip"])
        #expect(response.headers[.cacheControl] == "no-cache")
        #expect(response.headers[.contentEncoding] == (path == "/sw.js" && isPageKept ? "gzip" : nil))
        return try #require(response.headers[.eTag])
    }

    @Test("the worker is the one that keeps the page, unless the operator takes it back")
    func takenBack() throws {
        #expect(try tag(of: "/sw.js", isPageKept: true) != tag(of: "/sw-off.js", isPageKept: true))
        #expect(try tag(of: "/sw.js", isPageKept: false) == tag(of: "/sw-off.js", isPageKept: true))
        #expect(try tag(of: "/", isPageKept: false) == tag(of: "/", isPageKept: true))
    }

    @Test("the page may name its manifest and its worker, from this server alone")
    func rules() throws {
        let policy = try #require(SecurityHeaders(isSecure: true).page[.contentSecurityPolicy])
        #expect(policy.hasSuffix("manifest-src 'self'; worker-src 'self'"))
    }

    @Test("at sign-out the browser is told to forget all that it keeps")
    func forgotten() {
        #expect(SessionCookie.clear(isSecure: true)[.clearSiteData] == "\"cache\", \"storage\"")
    }
}
