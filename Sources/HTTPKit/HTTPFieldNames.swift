import HTTPTypes

extension HTTPField.Name {
    static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
    static let forwarded = known("Forwarded")
    package static let idempotencyKey = known("Idempotency-Key")
    static let permissionsPolicy = known("Permissions-Policy")
    static let rateLimit = known("RateLimit")
    static let rateLimitPolicy = known("RateLimit-Policy")
    package static let referrerPolicy = known("Referrer-Policy")
    static let requestID = known("X-Request-Id")
    static let secFetchSite = known("Sec-Fetch-Site")
    package static let signature = known("Signature")
    package static let xBatchReleaseTime = known("X-BATCH-RELEASE-TIME")
    static let xCerca = known("X-Cerca")
    static let xForwardedFor = known("X-Forwarded-For")
    static let xFrameOptions = known("X-Frame-Options")
    package static let xMobile = known("X-MOBILE")
    package static let xHello = known("X-HELLO")
    static let xXSSProtection = known("X-Xss-Protection")

    private static func known(_ name: String) -> HTTPField.Name {
        // A name in this file that is no field name is a mistake of ours, found by the first test that runs.
        guard let name = HTTPField.Name(name) else { preconditionFailure("not a field name") }
        return name
    }
}
