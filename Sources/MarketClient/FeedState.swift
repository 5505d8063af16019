import Basics
import Market

/// What a client knows of the topics it follows, kept true by snapshots and deltas.
///
/// A delta that does not continue what is known is dropped and the topic is asked for anew, once, until a snapshot
/// comes: nothing is ever shown that the exchange did not say.
public struct FeedState: Sendable {
    /// What an event led to.
    public enum Outcome: Equatable, Sendable {
        /// A topic has a new value.
        case changed(FeedTopic, JSONValue)
        /// The exchange has to be asked for a topic with this event.
        case ask(event: String, argument: JSONValue?)
    }

    private struct Known: Sendable {
        var transaction: String
        var value: JSONValue
        var isAsked = false
    }

    /// The most markets of which something is kept.
    static let mostTopics = 4096

    private var known: [FeedTopic: Known] = [:]

    /// Nothing is known.
    public init() {}

    /// The value of a topic; nil until its first snapshot.
    public subscript(topic: FeedTopic) -> JSONValue? { known[topic]?.value }

    /// An event came; one that is not of the contract leads to nothing.
    public mutating func receive(_ event: String, _ argument: JSONValue) -> [Outcome] {
        if let kind = FeedTopic.Kind(rawValue: event) { return snapshot(kind, argument) }
        guard event.hasSuffix("-delta"), let kind = FeedTopic.Kind(rawValue: String(event.dropLast(6))) else {
            return []
        }
        // Deltas of one's own things come in arrays, others one by one.
        guard case .array(let envelopes) = argument else { return delta(kind, argument) }
        var last: [Outcome] = []
        for envelope in envelopes {
            last = delta(kind, envelope)
            if case .ask? = last.first { return last }
        }
        return last
    }

    private mutating func snapshot(_ kind: FeedTopic.Kind, _ envelope: JSONValue) -> [Outcome] {
        guard let topic = Self.topic(kind, envelope), let transaction = envelope.optionalText("to_tx"),
            let value = envelope["data"], known[topic] != nil || known.count < Self.mostTopics
        else { return [] }
        known[topic] = Known(transaction: transaction, value: value)
        return [.changed(topic, value)]
    }

    private mutating func delta(_ kind: FeedTopic.Kind, _ envelope: JSONValue) -> [Outcome] {
        guard let topic = Self.topic(kind, envelope) else { return [] }
        guard var entry = known[topic] else { return [Self.ask(topic)] }
        guard !entry.isAsked else { return [] }
        if envelope.optionalText("from_tx") == entry.transaction, let transaction = envelope.optionalText("to_tx"),
            let delta = Self.parsedDelta(in: envelope), let value = try? delta.apply(to: entry.value)
        {
            known[topic] = Known(transaction: transaction, value: value)
            return [.changed(topic, value)]
        }
        entry.isAsked = true
        known[topic] = entry
        return [Self.ask(topic)]
    }

    private static func topic(_ kind: FeedTopic.Kind, _ envelope: JSONValue) -> FeedTopic? {
        guard kind.isOfMarket else { return FeedTopic(kind) }
        guard let market = envelope.optionalText("stock_id"), market.utf8.count <= 64 else { return nil }
        return FeedTopic(kind, market: market)
    }

    /// The delta of an envelope, which some exchanges send as JSON and some as the text of it.
    private static func parsedDelta(in envelope: JSONValue) -> JSONDelta? {
        switch envelope["delta_data"] {
        case .object(let members)?: JSONDelta(json: .object(members))
        case .array(let parts)?: JSONDelta(json: .array(parts))
        case .string(let text)?: (try? JSONValue(parsing: Array(text.utf8))).map { JSONDelta(json: $0) }
        default: nil
        }
    }

    static func ask(_ topic: FeedTopic) -> Outcome {
        // The official clients say stockId for one event and stock_id for others; this one says both.
        let argument = topic.market.map { market in
            JSONValue.object([.init("stockId", .string(market)), .init("stock_id", .string(market))])
        }
        return .ask(event: topic.kind.rawValue, argument: argument)
    }
}
