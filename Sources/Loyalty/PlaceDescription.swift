import Beacons

/// Where a person is, in everyday terms: a zone, and the shop that it belongs to.
///
/// The sentence ("in the window of Almendra") is made from it in the reader's language by what shows it.
package struct PlaceDescription: Equatable, Sendable {
    /// The shop, or nil in the venue's own entrances and aisles.
    package let shop: Shop?
    /// What kind of spot.
    package let zone: Zone
}

extension Venue {
    /// Where a person is who stands at the beacon with this identity; nil is outside the venue.
    package func place(of identity: BeaconIdentity) -> PlaceDescription? {
        beacon(identity).map { PlaceDescription(shop: shop(major: $0.major), zone: $0.zone) }
    }
}
