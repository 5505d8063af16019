/// Why a figure can't be worked out from what was given.
package enum StatisticsError: Error, Equatable {
    /// A privacy budget has to be a fraction of whole numbers from 1 to 1,000,000.
    case impossibleBudget
    /// One person has to be able to change at least one cell, and at most a thousand.
    case impossibleSensitivity
    /// A share has to lie strictly between 0 and 1.
    case impossibleShare
    /// Counts may not be negative, and no part may be larger than the whole.
    case impossibleCounts
    /// Nothing was counted, so that there is no share of it.
    case nothingCounted
    /// The two shares are equal, so that no number of people could tell them apart.
    case nothingToFind
    /// Rates have to be positive and finite, and there has to be somebody who serves.
    case impossibleQueue
    /// A chi-square has to be finite and not negative, with at least one degree of freedom.
    case impossibleChiSquare
}
