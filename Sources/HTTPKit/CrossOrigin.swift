import HTTPTypes

/// What lets pages of other sites read answers that are the same for everyone (the CORS protocol of the Fetch standard).
///
/// No answer allows credentials, so that a browser never shows a page what a visitor's session would be answered.
enum CrossOrigin {
    /// Lets any page read an answer with these fields, and what it says of rates.
    static func open(_ headers: inout HTTPFields) {
        headers[.accessControlAllowOrigin] = "*"
        headers[.accessControlExposeHeaders] = "ETag, RateLimit, RateLimit-Policy, Retry-After"
    }

    /// The fields that answer whether a page may send a request with one of these methods.
    static func preflight(_ methods: [HTTPRequest.Method]) -> HTTPFields {
        let allowed = methods.map(\.rawValue).joined(separator: ", ")
        // Not `Authorization`, which `*` would not name either.
        return [
            .accessControlAllowMethods: allowed, .accessControlAllowHeaders: "Content-Type, If-None-Match",
            .accessControlMaxAge: "86400",
        ]
    }
}
