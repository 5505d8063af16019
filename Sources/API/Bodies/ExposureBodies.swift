/// What a phone must know of a server to fetch and to check its batches of keys.
public struct ExposureParametersBody: APIBody {
    /// The public key of the signatures, in PEM form; a phone keeps the first one that it is told.
    public var publicKey: String
    /// How many seconds lie between two batches.
    public var batchSeconds: Int
    /// For how many days a batch can be fetched.
    public var retentionDays: Int

    /// What a phone must know of a server.
    public init(publicKey: String, batchSeconds: Int, retentionDays: Int) {
        self.publicKey = publicKey
        self.batchSeconds = batchSeconds
        self.retentionDays = retentionDays
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "ExposureParameters", "What a phone must know of a server to fetch and to check its batches of keys.",
        [
            .required("publicKey", .text(1000), "The public key of the signatures (ES256), in PEM form."),
            .required("batchSeconds", .count, "How many seconds lie between two batches."),
            .required("retentionDays", .count, "For how many days a batch can be fetched."),
        ])
    /// An example with every optional property present.
    public static let example = ExposureParametersBody(
        publicKey: """
            -----BEGIN PUBLIC KEY-----
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEIvLFfmDgYNvdLWD8jOyHXrdcR5f2
            pB6EGQ6iZ1lCXPOMdRYPHsUS9bJjhxMhOFdMN9P3RNYyqNS4THFGoVTLoA==
            -----END PUBLIC KEY-----
            """, batchSeconds: 7200, retentionDays: 14)
}
