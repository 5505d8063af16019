import API
import Basics
import HTTPTypes
import Hummingbird
import Synchronization

/// The web app: files of a directory, kept in memory while they do not change.
///
/// The directory is the operator's; paths are not. A path names a file in it or nothing. A file may lie there compressed
/// as well, as `NAME.br` and `NAME.gz`; whoever can read one of them gets it instead.
package final class WebApp: Sendable {
    private let directory: String
    private let isPageKept: Bool
    private let files = Mutex<[String: WebFile]>([:])
    /// Larger files are read each time.
    private static let largestKept = 4 * 1024 * 1024

    /// Whether a file of so many bytes is kept in memory, so that all readers share it.
    static func isKept(_ bytes: Int?) -> Bool { bytes.map { $0 <= largestKept } ?? false }

    /// The script that keeps the page in a browser, and the one in its place that removes what it kept.
    private static let (worker, removal) = ("sw.js", "sw-off.js")

    /// The web app in `directory`, which may come into being later.
    ///
    /// - Parameter isPageKept: Whether browsers may keep it; if not, the worker that they ask for is one that ends itself.
    init(directory: String, isPageKept: Bool) {
        self.directory = directory
        self.isPageKept = isPageKept
    }

    /// Answers `GET` and `HEAD` of a path outside `/api`.
    ///
    /// A path whose last segment has no dot is a view. It belongs to the page of its own name, `console/health.html`
    /// for `/console/health/…`, else to `index.html`, which tells its views apart itself.
    func response(path: String, headers: HTTPFields) throws(Refusal) -> Response {
        guard let segments = Self.segments(of: path) else { throw Refusal(.requestNotFound) }
        guard let root = WebFile.realPath(directory) else { return Self.missing }
        let asked = segments.joined(separator: "/")
        let name = asked == Self.worker && !isPageKept ? Self.removal : asked
        if !segments.isEmpty, let file = file(name, root: root) {
            return response(file, name: name, root: root, headers: headers)
        }
        guard segments.last?.contains(".") != true, segments.first != "api" else { throw Refusal(.requestNotFound) }
        for page in Self.pages(of: segments) {
            if let file = file(page, root: root) { return response(file, name: page, root: root, headers: headers) }
        }
        return Self.missing
    }

    /// The pages that a view may belong to, the nearest first.
    private static func pages(of segments: [String]) -> [String] {
        // Deeper ones are not looked for: each is a look at the disk.
        (1...2).reversed().filter { $0 <= segments.count }
            .map { segments.prefix($0).joined(separator: "/") + ".html" } + ["index.html"]
    }

    private func file(_ name: String, root: String) -> WebFile? {
        let path = "\(root)/\(name)"
        guard let version = WebFile.Version(path: path) else { return nil }
        let key = path
        if let kept = files.withLock({ $0[key] }), kept.version == version { return kept }
        guard let file = WebFile(path: path, version: version, root: root) else { return nil }
        if version.size <= Self.largestKept { files.withLock { $0[key] = file } }
        return file
    }

    private func response(_ file: WebFile, name: String, root: String, headers: HTTPFields) -> Response {
        let compressed = ContentCoding.allCases.filter { coding in
            WebFile.Version(path: "\(root)/\(name)\(coding.suffix)") != nil
        }
        let accepted = ContentCoding.accepted(headers[.acceptEncoding])
        let chosen = accepted.lazy.filter(compressed.contains).compactMap { coding in
            self.file(name + coding.suffix, root: root).map { (coding: coding, file: $0) }
        }.first
        let sent = chosen?.file ?? file
        // The tag is one of the bytes that are sent, so that each coding has its own.
        var fields: HTTPFields = [
            .eTag: sent.entityTag,
            .cacheControl: Self.isHashed(name) ? "public, max-age=31536000, immutable" : "no-cache",
        ]
        if !compressed.isEmpty { fields[.vary] = "Accept-Encoding" }
        if let tags = headers[.ifNoneMatch], Self.matches(tags, sent.entityTag) {
            var response = Response(status: .notModified, headers: fields)
            // RFC 9110 section 15.4.5: a length here would be that of the file, not 0.
            response.headers[.contentLength] = nil
            return response
        }
        if let chosen { fields[.contentEncoding] = chosen.coding.rawValue }
        var response = Response(status: .ok, headers: fields, body: .init(byteBuffer: sent.content))
        response.headers[.contentType] = MediaTypes.type(ofFile: name)
        return response
    }

    /// The segments of a path, decoded; nil for one that could name anything but a file below the directory.
    static func segments(of path: String) -> [String]? {
        guard path.utf8.first == UInt8(ascii: "/"), path.utf8.count <= 1024 else { return nil }
        var segments: [String] = []
        for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let segment = PercentEncoding.decoded(part) else { return nil }
            segments.append(segment)
        }
        if segments.last == "" { segments.removeLast() }
        let areNames = segments.allSatisfy { segment in
            // No dot at the beginning: neither `..` nor files that are meant to be hidden.
            !segment.isEmpty && segment.utf8.first != UInt8(ascii: ".")
                && segment.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") }
        }
        return areNames ? segments : nil
    }

    /// Whether a name carries a hash of the content, as `app-3F2A1B9C.js`: then it never changes.
    static func isHashed(_ name: String) -> Bool {
        guard let dash = name.lastIndex(of: "-") else { return false }
        let hash = name[name.index(after: dash)...].prefix { $0 != "." }
        return hash.utf8.count == 8
            && hash.utf8.allSatisfy { byte in
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }

    /// Whether a field If-None-Match (RFC 9110 section 13.1.2) names `tag`.
    package static func matches(_ field: String, _ tag: String) -> Bool {
        field.split(separator: ",").contains { candidate in
            let candidate = candidate.drop { $0 == " " }
            let strong = candidate.hasPrefix("W/") ? candidate.dropFirst(2) : candidate
            return candidate == "*" || strong.prefix(tag.count) == tag
        }
    }

    private static var missing: Response {
        .text(
            """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>Cerca</title>
            <h1>Cerca is running</h1>
            <p>The web app has not been built yet. Run <code>make web</code> in the project and load this page again.</p>
            <p>The API is at <a href="/openapi.json">/openapi.json</a>.</p>
            </html>

            """, mediaType: "text/html; charset=utf-8", status: .serviceUnavailable)
    }
}
