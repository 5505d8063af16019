import API
import Basics
import Beacons
import Loyalty

/// What a server said to a phone: all that the phone needs to work without it.
package struct ServerAnswers: Sendable {
    /// When it was said.
    package let at: Timestamp
    /// What stands for the session.
    let token: String
    /// The venues as the server describes them.
    let bodies: [VenueBody]
    /// The documents of the venues' radio maps, by the venue's UUID as the server writes it; those that have one.
    let maps: [String: String]
    /// The shops that the account chose, each with what it may know.
    var choicesBody: ChoicesBody
    /// The venues as a phone uses them.
    package let venues: [PhoneVenue]

    /// Answers of that time; nil when a venue makes no sense.
    init?(
        at: Timestamp, token: String, bodies: [VenueBody], maps: [String: String] = [:], choicesBody: ChoicesBody
    ) {
        var venues: [PhoneVenue] = []
        for body in bodies {
            guard var venue = PhoneVenue(body) else { return nil }
            if let map = maps[body.uuid] { venue.use(map) }
            venues.append(venue)
        }
        self.at = at
        self.token = token
        self.bodies = bodies
        self.maps = maps
        self.choicesBody = choicesBody
        self.venues = venues
    }

    /// The shops that may know of visits.
    package var choices: Set<ChosenShop> { choicesBody.chosen }

    /// What each of them may know.
    var terms: [ShopKey: Term] { choicesBody.terms }

    /// What those shops of `chosen` may know that the account has chosen.
    package func terms(of chosen: Set<ChosenShop>) -> [ShopKey: Term] {
        terms.filter { chosen.contains(ChosenShop(venue: $0.key.venue, major: $0.key.major)) }
    }

    /// The shops with these majors, in whichever venue has them.
    package func shops(_ majors: [UInt16]) -> Set<ChosenShop> {
        Set(
            majors.flatMap { major in
                venues.filter { $0.shops[major] != nil }.map { ChosenShop(venue: $0.uuid, major: major) }
            })
    }

    /// What a phone that knows `older` is told of these.
    func news(since older: ServerAnswers) -> PhoneKnowledge {
        PhoneKnowledge(
            venues: bodies == older.bodies && maps == older.maps ? nil : venues, choices: choices, terms: terms)
    }

    /// Which venues have changed, came or went since `older`, for the owner.
    func venueEvents(since older: ServerAnswers) -> [PhoneEvent] {
        let changed = bodies.filter { !older.bodies.contains($0) }
        let gone = older.bodies.filter { body in !bodies.contains { $0.uuid == body.uuid } }
        return changed.map { .venueChanged(name: $0.name) } + gone.map { .venueGone(name: $0.name) }
    }
}
