import Loyalty

/// What reaches a running phone beside what it hears.
public enum PhoneInput: Sendable {
    /// The owner asks where they are; it is answered by ``PhoneEvent/located(_:)``.
    case updatePosition
    /// The screen went on or off.
    case screen(isOn: Bool)
    /// The server has said something newer than what the phone knows.
    case knowledge(PhoneKnowledge)
    /// Something happened between phone and server that the owner is told.
    case event(PhoneEvent)
}

/// What a phone is told by its server while it runs.
public struct PhoneKnowledge: Sendable {
    /// The venues, when any of them has changed, came or went.
    let venues: [PhoneVenue]?
    /// The shops that may know of visits.
    let choices: Set<ChosenShop>
    /// What each of them may know.
    let terms: [ShopKey: Term]

    package init(venues: [PhoneVenue]?, choices: Set<ChosenShop>, terms: [ShopKey: Term]) {
        self.venues = venues
        self.choices = choices
        self.terms = terms
    }
}
