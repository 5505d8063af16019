import Foundation
import Loyalty
import LoyaltyService

/// A small centre in venue files: shops 100, 101 and 102 in a row, and an entrance of the centre's own (major 1).
package struct Centre {
    package var uuid = "6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01"
    package var latitude = 40.4
    /// How many people a beacon's place holds; the server's own number unless told.
    package var accountsPerWindow: Int?
    /// The points for time in its shops; none unless told.
    package var pointsForTime: Int?
    package var shops: [(major: Int, name: String)] = [(100, "Almendra"), (101, "Bruma"), (102, "Cobalto")]
    /// Each beacon's major, minor, place and zone.
    package var beacons: [(major: Int, minor: Int, x: Double, y: Double, zone: String)] = [
        (1, 1, 2, 95, "entrance"),
        (100, 1, 10, 20, "door"), (100, 2, 10, 10, "till"), (100, 3, 12, 12, "window"),
        (101, 1, 110, 20, "door"), (101, 2, 110, 10, "till"),
        (102, 1, 210, 20, "door"),
    ]
    package var offers: [String] = [
        Centre.offer("almendra-coffee", 100, "A coffee with every shirt", points: 10),
        Centre.offer("bruma-first-three", 101, "Ten per cent for the first three", limit: 3),
    ]

    package init(accountsPerWindow: Int? = nil) {
        self.accountsPerWindow = accountsPerWindow
    }

    /// One offer of a venue file, valid through 2026 unless told otherwise.
    package static func offer(
        _ id: String, _ major: Int, _ text: String, points: Int = 0, limit: Int? = nil, hours: String = "{}",
        from: String = "2026-01-01T00:00:00Z", until: String = "2027-01-01T00:00:00Z"
    ) -> String {
        """
        {"id": "\(id)", "major": \(major), "text": {"en": "\(text)", "es": "\(text) (es)"}, "validFrom": "\(from)",
        "validUntil": "\(until)", "hours": \(hours), "points": \(points),
        "limit": \(limit.map(String.init) ?? "null")}
        """
    }

    /// The venue that the file describes.
    package func venue() throws -> Venue {
        try VenueFile.read(Data(document.utf8))
    }

    private var document: String {
        let shops = shops.enumerated().map { index, shop in
            let left = Double(index) * 100
            return """
                {"major": \(shop.major), "name": "\(shop.name)", "category": "clothes",
                "area": [[\(left), 0], [\(left + 20), 0], [\(left + 20), 20], [\(left), 20]]}
                """
        }
        let beacons = beacons.map {
            """
            {"major": \($0.major), "minor": \($0.minor), "x": \($0.x), "y": \($0.y), "zone": "\($0.zone)",
            "measuredPower": -59, "accountsPerWindow": \(accountsPerWindow.map(String.init) ?? "null")}
            """
        }
        return """
            {"name": "Centro de prueba", "uuid": "\(uuid)", "timeZone": "Europe/Madrid",
            "location": {"latitude": \(latitude), "longitude": -3.7}, "plan": {"width": 400, "height": 100, "walls": []},
            "shops": [\(shops.joined(separator: ","))], "beacons": [\(beacons.joined(separator: ","))],
            "offers": [\(offers.joined(separator: ","))], "pointsForTime": \(pointsForTime.map(String.init) ?? "null")}
            """
    }
}
