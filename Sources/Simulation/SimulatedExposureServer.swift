import Basics
import Exposure
import ExposureService
import ExposureWire
import HTTPKit
import LoyaltyService
import Phone

/// The exposure server as the simulation's phones call it: all that an answer over HTTP holds, without the network.
///
/// What hides a report from those who watch the network is left out with it: the wait before each answer, and uploads
/// that only look like reports.
struct SimulatedExposureServer: ExposureServer {
    /// Codes, uploads and batches.
    let service: ExposureService
    /// Where people were who reported.
    let zones: ZoneService
    /// The simulation's clock, which is the server's.
    let clock: SimulationClock
    /// Checks the server's signatures, by the key that it tells.
    let verifier: BatchVerifier

    /// The server in front of services.
    init(_ service: ExposureService, loyalty: LoyaltyService, clock: SimulationClock) throws {
        self.service = service
        zones = ZoneService(
            loyalty: loyalty,
            acceptedUpload: { secret throws(ServiceError) in try await service.hasAccepted(uploadSecret: secret) })
        self.clock = clock
        verifier = try BatchVerifier(publicKeyPEM: service.publicKeyPEM)
    }

    func parameters() async throws(ExposureServerError) -> ExposureParameters {
        ExposureParameters(
            publicKey: service.publicKeyPEM, retentionDays: service.policy.retentionDays, codesHaveCheckDigit: true)
    }

    func batch(_ release: Timestamp) async throws(ExposureServerError) -> BatchAnswer? {
        do throws(BatchRefusal) {
            let stored = try await service.batch(release)
            return BatchAnswer(body: stored.protobuf, signature: stored.signature, serverTime: clock.now)
        } catch {
            switch error {
            case .outOfRange: return nil
            case .misaligned: throw .refused(status: 400)
            case .service(let failure): throw .unreachable(reason: failure.code)
            }
        }
    }

    func upload(_ upload: ExposedUpload, attempt: String) async throws(ExposureServerError) {
        guard !upload.isFake else { return }
        do throws(UploadRefusal) {
            try await service.upload([upload.key], code: upload.authorization, retry: attempt)
        } catch {
            switch error {
            case .keys: throw .refused(status: 400)
            case .code: throw .refused(status: 403)
            case .later(let seconds): throw .later(seconds: seconds)
            case .service(let failure): throw .unreachable(reason: failure.code)
            }
        }
    }
}
