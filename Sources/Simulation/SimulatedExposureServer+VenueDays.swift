import API
import Beacons
import Exposure
import ExposureService
import HTTPKit
import Phone

/// What a guest's phone asks of the server to tell its venue days, without the network.
extension SimulatedExposureServer: VenueDayServer {
    func venueDayIssuer() async throws(ExposureServerError) -> (period: VenueDayPeriod, publicKey: [UInt8]) {
        do throws(ZoneError) {
            let issuer = try await zones.venueDayIssuer()
            return (issuer.period, issuer.publicKey)
        } catch {
            throw Self.failure(error)
        }
    }

    func venueDayCredential(
        _ request: [UInt8], period: VenueDayPeriod, uploadSecret: String, isFake: Bool
    ) async throws(ExposureServerError) -> [UInt8] {
        do throws(ZoneError) {
            return try await zones.issueVenueDayCredential(
                to: request, period: period, uploadSecret: uploadSecret, isFake: isFake)
        } catch {
            throw Self.failure(error)
        }
    }

    func contribute(_ contribution: VenueDayContribution) async throws(ExposureServerError) {
        do throws(ZoneError) {
            try await zones.contribute(
                contribution.place, period: contribution.period, presentation: contribution.presentation,
                isFake: contribution.isFake)
        } catch {
            throw Self.failure(error)
        }
    }

    private static func failure(_ error: ZoneError) -> ExposureServerError {
        switch error {
        case .service(let failure): .unreachable(reason: failure.code)
        case .unknown, .refused, .invalidFile: .refused(status: 403)
        }
    }
}
