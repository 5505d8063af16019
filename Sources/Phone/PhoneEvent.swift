import Basics
import Beacons
import Presence
import Proximity

/// What happens on a phone, in the order in which it happens.
public enum PhoneEvent: Sendable, Equatable {
    /// The phone came into the region of a beacon.
    case regionEntered(BeaconIdentity)
    /// No sign of the beacon for the exit delay.
    case regionExited(BeaconIdentity)
    /// How a region stands, told anew because the screen has woken (``RegionNotices``).
    case regionState(BeaconIdentity, isInside: Bool)
    /// The beacons around, nearest first; about once a second inside a region of their venue.
    case ranged([RangedBeacon])
    /// Where the phone is on the venue's plan; about once a second while it is known.
    case positioned(PhonePosition)
    /// The answer to "update my position"; nil when no beacon was heard.
    case located(PhonePosition?)
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
    /// The server does not answer, for that reason; the phone works with what was kept at that time, and goes on trying.
    case offline(keptAt: Timestamp, reason: String)
    /// The server answers again.
    case online
    /// The session had ended at the server, and the phone has signed in anew.
    case sessionRenewed
    /// The server describes a venue otherwise than before, or describes a new one.
    case venueChanged(name: String)
    /// The server no longer has a venue.
    case venueGone(name: String)
}
