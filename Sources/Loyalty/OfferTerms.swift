import TypedText

/// What a shop wants to offer, as a draft has it: it may lack what is needed to publish it.
package struct OfferTerms: Sendable {
    /// The longest text, in characters: what fits on a card.
    package static let longestText = 160
    /// The languages in which visitors read.
    package static let languages = ["en", "es", "it", "pt"]
    /// The most points that are paid when a coupon is redeemed.
    package static let mostPoints = 1000
    /// The longest time for which an offer is given, in days.
    package static let longestDays: Int64 = 400

    /// What it says, by language tag.
    package let text: [String: String]
    /// The first and the last day on which it is given, in days since 1970-01-01; nil when it has none yet.
    package let firstDay: Int64?
    /// The last day.
    package let lastDay: Int64?
    /// When in the week it is given; always when there is no stretch.
    package let hours: [WeeklyStretch]
    /// Points that are paid when it is redeemed.
    package let points: Int
    /// How many are given in all, or nil.
    package let limit: Int?
    /// Languages that the venue file gave the offer: they may stay, although the console offers only `languages`.
    package let otherLanguages: Set<String>

    /// Terms of these parts.
    package init(
        text: [String: String], firstDay: Int64?, lastDay: Int64?, hours: [WeeklyStretch], points: Int, limit: Int?,
        otherLanguages: Set<String> = []
    ) {
        self.text = text
        self.firstDay = firstDay
        self.lastDay = lastDay
        self.hours = hours
        self.points = points
        self.limit = limit
        self.otherLanguages = otherLanguages
    }

    /// What not even a draft may be like.
    package var faults: [VenueFault] {
        var faults: [VenueFault] = []
        for (language, words) in text.sorted(by: { $0.key < $1.key }) {
            let path = "text.\(language)"
            if !Self.languages.contains(language), !otherLanguages.contains(language) {
                faults.append(VenueFault(path: path, message: "is none of \(Self.languages.joined(separator: ", "))"))
            }
            if words.count > Self.longestText {
                faults.append(VenueFault(path: path, message: "is longer than \(Self.longestText) characters"))
            }
            do throws(UnreadableCharacter) { _ = try ReadableText.read(words) } catch {
                faults.append(VenueFault(path: path, message: "contains \(error)"))
            }
        }
        if let firstDay, let lastDay, lastDay < firstDay {
            faults.append(VenueFault(path: "validUntil", message: "is before the first day"))
        }
        if let firstDay, let lastDay, lastDay - firstDay >= Self.longestDays {
            faults.append(VenueFault(path: "validUntil", message: "is more than \(Self.longestDays) days later"))
        }
        if !(0...Self.mostPoints).contains(points) {
            faults.append(VenueFault(path: "points", message: "are not 0 to \(Self.mostPoints)"))
        }
        if let limit, !(1...1_000_000).contains(limit) {
            faults.append(VenueFault(path: "limit", message: "is not 1 to 1000000"))
        }
        return faults
    }

    /// What keeps it from being published on `today`, the faults of a draft among it.
    package func gaps(on today: Int64) -> [VenueFault] {
        var gaps = faults
        if !text.values.contains(where: { words in words.contains { !$0.isWhitespace } }) {
            gaps.append(VenueFault(path: "text", message: "says nothing in any language"))
        }
        if firstDay == nil { gaps.append(VenueFault(path: "validFrom", message: "is missing")) }
        if lastDay == nil { gaps.append(VenueFault(path: "validUntil", message: "is missing")) }
        if let lastDay, lastDay < today { gaps.append(VenueFault(path: "validUntil", message: "is over")) }
        return gaps
    }

    /// The words as visitors read them: without blanks at their ends, and without languages that say nothing.
    package var publishedText: [String: String] {
        text.mapValues { words in
            String(words.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }.filter { !$0.value.isEmpty }
    }
}
