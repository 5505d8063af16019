import HTTPTypes

extension HTTPField.Name {
    /// What a browser is to throw away of what it keeps of this server.
    package static let clearSiteData = known("Clear-Site-Data")
    static let accessControlMaxAge = known("Access-Control-Max-Age")
    static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
    static let forwarded = known("Forwarded")
    /// What makes a repeated request recognizable.
    package static let idempotencyKey = known("Idempotency-Key")
    /// Says that what is answered was answered before, and that nothing happened now.
    static let idempotentReplayed = known("Idempotent-Replayed")
    /// What the reader of a stream heard last.
    static let lastEventID = known("Last-Event-ID")
    static let permissionsPolicy = known("Permissions-Policy")
    static let rateLimit = known("RateLimit")
    static let rateLimitPolicy = known("RateLimit-Policy")
    /// What a page may say of where its reader comes from.
    package static let referrerPolicy = known("Referrer-Policy")
    static let requestID = known("X-Request-Id")
    static let secFetchSite = known("Sec-Fetch-Site")
    /// The signature of a batch of DP-3T's.
    package static let signature = known("Signature")
    /// When a batch was released, milliseconds since 1970.
    package static let xBatchReleaseTime = known("X-BATCH-RELEASE-TIME")
    static let traceparent = known("traceparent")
    static let xCerca = known("X-Cerca")
    static let xForwardedFor = known("X-Forwarded-For")
    static let xFrameOptions = known("X-Frame-Options")
    /// What the original's telephones say of themselves.
    package static let xMobile = known("X-MOBILE")
    /// What DP-3T's own server greets with.
    package static let xHello = known("X-HELLO")
    static let xXSSProtection = known("X-Xss-Protection")

    private static func known(_ name: String) -> HTTPField.Name {
        // A name in this file that is no field name is a mistake of ours, found by the first test that runs.
        guard let name = HTTPField.Name(name) else { preconditionFailure("not a field name") }
        return name
    }
}
