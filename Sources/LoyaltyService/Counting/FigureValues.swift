import API
import Basics
import Loyalty

/// What was counted exactly of a shop on a day.
struct DayCount: Equatable, Sendable {
    let visitors: Int
    let stays: Int
    let disputed: Int
}

/// What was counted exactly of a shop in a quarter of an hour.
package struct QuarterCount: Equatable, Sendable {
    /// Its beginning.
    let from: Timestamp
    /// Pseudonyms with a proof that nobody disputes.
    let visitors: Int
    /// Proofs with codes that too many accounts used.
    let disputed: Int
}

/// A figure with its interval of 95 %.
package struct Figure: Equatable, Sendable {
    /// What it tells.
    let name: FigureName
    /// The figure; nil where nothing can be told.
    let value: Double?
    /// The least that it can be.
    let low: Double?
    /// The most that it can be.
    let high: Double?
    /// How true it is.
    let exactness: FigureExactness
}

/// A released cell with its interval of 95 %.
package struct FigureCell: Equatable, Sendable {
    /// The cell; it says the cube.
    let cell: Cell
    /// The count with its noise, 0 at least.
    let value: Int
    /// The least that the true count can be.
    let low: Int
    /// The most that it can be.
    let high: Int
}

/// The figures of a shop on one day.
package struct FigureDay: Equatable, Sendable {
    /// The day, in days since 1970-01-01.
    let day: Int
    /// Whether its anonymous reports have been released.
    let isReleased: Bool
    /// Whether its exact figures are there.
    let isCounted: Bool
    /// What can be told of it.
    let figures: [Figure]
    /// Its released cells.
    let cells: [FigureCell]
    /// Proofs with codes that too many accounts used.
    let disputed: Int
    /// How many people the shop counted at its door.
    let doorCount: Int?
}

/// How many people gave a shop a term or a higher one.
package struct TermFigure: Equatable, Sendable {
    /// The term.
    let term: Term
    /// How many, with noise.
    let value: Int
    /// The least that it can be.
    let low: Int
    /// The most that it can be.
    let high: Int
}

/// The figures of a shop.
package struct ShopFigures: Equatable, Sendable {
    /// The time zone of its days.
    let timeZone: String
    /// The days, the first one first.
    let days: [FigureDay]
    /// The same over all of them together.
    let totals: [Figure]
    /// The cells over all released days together, but for those of campaigns.
    let cells: [FigureCell]
    /// How many people gave the shop each term.
    let terms: [TermFigure]
    /// The Monday on which that was released.
    let termsOn: Int?
    /// What the days have cost of each person's budget at most, in tenths of epsilon.
    let tenthsSpent: Int
}
