import Basics
import Beacons
import HTTPKit
import LoyaltyService

/// That a simulated phone came to a beacon or left it, as it tells the server.
struct ToldEvent {
    let isEnter: Bool
    let beacon: BeaconIdentity
    let at: Timestamp
}

extension CountingService {
    /// Takes what a simulated phone tells; what is refused nobody minds.
    func take(_ events: [ToldEvent], of session: Session) async {
        _ = try? await record(
            events.map { VisitEvent($0.isEnter ? .enter : .exit, at: $0.beacon, $0.at) }, of: session)
    }
}
