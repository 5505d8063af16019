import HTTPTypes

/// The header fields that every answer carries.
struct SecurityHeaders: Sendable {
    /// For what is under `/api` and for monitors.
    let api: HTTPFields
    /// For the web app.
    let page: HTTPFields

    init(isSecure: Bool) {
        var common: HTTPFields = [.xContentTypeOptions: "nosniff", .crossOriginResourcePolicy: "same-origin"]
        if isSecure { common[.strictTransportSecurity] = "max-age=31536000" }
        var page = common
        page[.contentSecurityPolicy] = """
            default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; \
            frame-ancestors 'none'
            """
        page[.crossOriginOpenerPolicy] = "same-origin"
        page[.referrerPolicy] = "no-referrer"
        page[.permissionsPolicy] = "camera=(), microphone=(), geolocation=(self), payment=(), usb=()"
        self.page = page
        // What is no page can be allowed nothing at all; that includes what the fields above are about.
        common[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        common[.cacheControl] = "no-store"
        self.api = common
    }
}
