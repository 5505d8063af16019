import HTTPTypes

/// The header fields that every answer carries.
package struct SecurityHeaders: Sendable {
    /// For what is under `/api` and for monitors.
    let api: HTTPFields
    /// For the web app.
    let page: HTTPFields
    /// For pages of it that may use the camera, to read QR codes.
    let scanningPage: HTTPFields

    /// For the paths of other people's protocols: what DP-3T's own server sends.
    package static let native: HTTPFields = [
        .xContentTypeOptions: "nosniff", .xFrameOptions: "DENY", .xXSSProtection: "1; mode=block",
    ]
    /// The same with what else an answer at such a path carries unless it says otherwise.
    let native: HTTPFields

    init(isSecure: Bool) {
        var native = Self.native
        native[.cacheControl] = "no-store"
        if isSecure { native[.strictTransportSecurity] = "max-age=31536000" }
        self.native = native
        var common: HTTPFields = [.xContentTypeOptions: "nosniff", .crossOriginResourcePolicy: "same-origin"]
        if isSecure { common[.strictTransportSecurity] = "max-age=31536000" }
        var page = common
        page[.contentSecurityPolicy] = """
            default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; \
            frame-ancestors 'none'; manifest-src 'self'; worker-src 'self'
            """
        page[.crossOriginOpenerPolicy] = "same-origin"
        page[.referrerPolicy] = "no-referrer"
        page[.permissionsPolicy] = "camera=(), microphone=(), geolocation=(self), payment=(), usb=()"
        self.page = page
        var scanning = page
        scanning[.permissionsPolicy] = "camera=(self), microphone=(), geolocation=(), payment=(), usb=()"
        self.scanningPage = scanning
        // What is no page can be allowed nothing at all; that includes what the fields above are about.
        common[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        common[.cacheControl] = "no-store"
        self.api = common
    }
}
