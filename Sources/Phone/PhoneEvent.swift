import Beacons
import Presence
import Proximity

/// What happens on a phone, in the order in which it happens.
public enum PhoneEvent: Sendable, Equatable {
    /// The phone came into the region of a beacon.
    case regionEntered(BeaconIdentity)
    /// No sign of the beacon for the exit delay.
    case regionExited(BeaconIdentity)
    /// The beacons around, nearest first; about once a second while there are any.
    case ranged([RangedBeacon])
    /// Where the phone is on the venue's plan; about once a second while it is known.
    case positioned(PhonePosition)
    /// The server took a sighting for proved.
    case sightingAccepted(ProvedSighting)
    /// The server refused a sighting, with its stable code.
    case sightingRejected(code: String)
    /// An offer came.
    case offerReceived(shop: String, ProvedSighting.Offer)
    /// Tracing has something to say.
    case tracing(TracingNotice)
    /// The controller went away; it is being opened again.
    case radioLost(reason: String)
    /// The controller is back.
    case radioBack
}
