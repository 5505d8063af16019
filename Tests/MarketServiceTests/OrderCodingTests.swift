import API
import Market
import Testing

@testable import HTTPKit
@testable import MarketCompatibility
@testable import MarketService

@Suite("Orders in the words of each protocol")
struct OrderCodingTests {
    /// One order as our own API and as API v2 ask for it.
    private struct Wish {
        var body: MarketOrderRequestBody
        var fields: [String: String]
    }

    /// Every kind with every condition that somebody can ask for.
    private static let wishes: [Wish] = {
        var wishes: [Wish] = []
        for side in MarketSide.allCases {
            for type in MarketOrderType.allCases {
                for (time, short) in [
                    (nil, nil), (.goodTillCancelled, "GTC"), (.immediateOrCancel, "IOC"), (.fillOrKill, "FOK"),
                ] as [(MarketTimeInForce?, String?)] {
                    for isPostOnly in [nil, false, true] as [Bool?] {
                        for prevention in [nil] + MarketSelfTrade.allCases {
                            let (price, stop) = (type == .market ? nil : "5", type == .stopLimit ? "4" : nil)
                            let body = MarketOrderRequestBody(
                                market: "ETHCLP", side: side, type: type, amount: "1.5", price: price, stop: stop,
                                timeInForce: time, isPostOnly: isPostOnly, selfTrade: prevention)
                            var fields = [
                                "market": "ethclp", "side": side.rawValue, "type": type.rawValue, "amount": "1.5",
                            ]
                            fields["price"] = price
                            fields["stop"] = stop
                            fields["time_in_force"] = short
                            fields["post_only"] = isPostOnly.map { $0 ? "true" : "false" }
                            fields["self_trade"] = prevention.map { String($0.rawValue.map { $0 == "-" ? "_" : $0 }) }
                            wishes.append(Wish(body: body, fields: fields))
                        }
                    }
                }
            }
        }
        return wishes
    }()

    @Test("the same order is the same draft, whoever asks for it")
    func drafts() throws {
        var drafts: [OrderDraft] = []
        for wish in Self.wishes {
            let draft = try OrderDraft(wish.body)
            #expect(try OrderCodingV2.draft { wish.fields[$0] } == draft)
            #expect(draft.side.apiValue == wish.body.side && draft.kind.apiValue == wish.body.type)
            #expect(draft.conditions.timeInForce.apiValue == wish.body.timeInForce ?? .goodTillCancelled)
            #expect(draft.conditions.selfTrade == SelfTradePrevention(wish.body.selfTrade ?? .cancelNewest))
            #expect(draft.conditions.isPostOnly == wish.body.isPostOnly ?? false)
            #expect(draft.price == wish.body.price && draft.stop == wish.body.stop)
            if !drafts.contains(draft) { drafts.append(draft) }
        }
        // What is left out is what is usual: 3 times, 2 of post-only and 3 preventions for each of 6 kinds and sides.
        #expect(Self.wishes.count == 288 && drafts.count == 108)
    }

    @Test(
        "a word that is not one is refused, and its field is named",
        arguments: [
            ("side", "long", "invalid_side"), ("type", "iceberg", "invalid_type"),
            ("time_in_force", "GTX", "invalid_time_in_force"), ("post_only", "yes", "invalid_post_only"),
            ("self_trade", "pass_over", "invalid_self_trade"),
        ])
    func refusals(field: String, word: String, message: String) throws {
        for wish in Self.wishes.prefix(50) {
            var fields = wish.fields
            fields[field] = word
            let fault = #expect(throws: ExchangeFault.self) { try OrderCodingV2.draft { fields[$0] } }
            #expect(fault?.message == message)
        }
    }

    @Test("nobody can ask our own API to pass over own orders, which only changing an invoice does")
    func passOver() {
        #expect(MarketSelfTrade(rawValue: "pass-over") == nil)
        #expect(MarketSelfTrade.allCases.map { SelfTradePrevention($0) }.contains(.passOver) == false)
    }

    @Test("each reason has a word of its own in both styles")
    func reasons() {
        #expect(Set(OrderReason.allCases.map(\.apiValue)).count == OrderReason.allCases.count)
        for reason in OrderReason.allCases {
            #expect(reason.wire == reason.apiValue.rawValue.split(separator: "-").joined(separator: "_"))
        }
    }
}
