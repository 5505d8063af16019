/// The media types of the files of a web app.
enum MediaTypes {
    /// The type of a file, by the end of its name.
    static func type(ofFile name: some StringProtocol) -> String {
        guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
        return byExtension[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
    }

    private static let byExtension = [
        "css": "text/css; charset=utf-8", "gif": "image/gif", "html": "text/html; charset=utf-8",
        "ico": "image/x-icon", "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript; charset=utf-8",
        "json": "application/json", "map": "application/json", "mjs": "text/javascript; charset=utf-8",
        "png": "image/png", "svg": "image/svg+xml", "txt": "text/plain; charset=utf-8", "wasm": "application/wasm",
        "webmanifest": "application/manifest+json", "webp": "image/webp", "woff": "font/woff", "woff2": "font/woff2",
        "xml": "application/xml",
    ]
}
