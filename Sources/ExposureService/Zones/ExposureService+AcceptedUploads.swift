import HTTPKit
import ServiceKit
import Storage

extension ExposureService {
    /// Whether an upload with this secret was accepted and its code has not expired since.
    ///
    /// The phone sent the secret as its `Idempotency-Key`; only a keyed digest of it is kept, beside the spent code, and
    /// goes when the code expires: at the end of the third day after the one on which it was issued.
    package func hasAccepted(uploadSecret: String) async throws(ServiceError) -> Bool {
        guard let digest = digests.digest(ofRetry: uploadSecret) else { return false }
        return try await database.reading { connection in
            try connection.first(
                "SELECT 1 FROM exposure_codes WHERE state = 'used' AND retry = ?1", [.blob(digest)]) != nil
        }
    }
}
