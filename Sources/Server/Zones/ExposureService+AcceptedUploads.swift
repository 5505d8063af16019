import Storage

extension ExposureService {
    /// Whether an upload with this secret was accepted and its code has not expired since.
    ///
    /// The phone sent the secret as its `Idempotency-Key`; only a keyed digest of it is kept, beside the spent code, and
    /// goes when the code expires: three days after it was issued.
    func hasAccepted(uploadSecret: String) async throws(ServiceError) -> Bool {
        guard uploadSecret.utf8.count >= Self.leastSecretBytes, let digest = digests.digest(ofRetry: uploadSecret)
        else { return false }
        return try await database.reading { connection in
            try connection.first(
                "SELECT 1 FROM exposure_codes WHERE state = 'used' AND retry = ?1", [.blob(digest)]) != nil
        }
    }

    /// The shortest secret that nobody guesses: a phone's is 16 random bytes or more in some text form.
    private static let leastSecretBytes = 22
}
