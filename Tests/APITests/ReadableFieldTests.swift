import Basics
import Testing

@testable import API

/// Every text of a request that another person reads refuses what turns, hides or breaks a line, and says where and what.
@Suite("Texts of requests that others read")
struct ReadableFieldTests {
    /// The fields, each with the shape that it is a member of.
    private static let fields: [(schema: Schema, names: [String])] = [
        (DisplayNameBody.schema, ["displayName"]),
        (APIKeyDraftBody.schema, ["label"]),
        (NewPasskeyBody.schema, ["label"]),
        (PasskeyNameBody.schema, ["label"]),
        (CampaignTermsBody.schema, ["name"]),
        (MarketAddressDraftBody.schema, ["name"]),
        (MarketBankAccountDraftBody.schema, ["name", "holder", "bank"]),
        (ConsoleAssetDraftBody.schema, ["title", "prefix", "postfix"]),
        (ConsoleRefusalBody.schema, ["reason"]),
        (MarketPaymentDraftBody.schema, ["label", "memo"]),
        (MarketMoneyDraftBody.schema, ["bankAccount", "trackingCode", "voucher"]),
        (MarketTransferBody.schema, ["memo"]),
        (PlanNoteBody.schema, ["note"]),
        (CouponShownBody.schema, ["till"]),
    ]

    @Test("each refuses such a character by its path, number and name", arguments: 0..<14)
    func refused(index: Int) throws {
        let (schema, names) = Self.fields[index]
        for name in names {
            for (scalar, word) in [
                ("\u{202E}", "U+202E right-to-left override"), ("\u{2066}", "U+2066 left-to-right isolate"),
                ("\u{200B}", "U+200B zero width space"), ("\u{FEFF}", "U+FEFF byte order mark"),
                ("\u{E0067}", "U+E0067 tag latin small letter g"), ("\n", "U+000A line feed"),
                ("\u{E000}", "U+E000 private-use character"),
            ] {
                let value = JSONValue.object([.init(name, .string("a\(scalar)b"))])
                let faults = schema.faults(in: value)
                #expect(faults.contains(Fault(path: "$.\(name)", message: "must not contain \(word)")), "\(name)")
            }
        }
    }

    @Test("each takes what people write", arguments: 0..<14)
    func accepted(index: Int) throws {
        let (schema, names) = Self.fields[index]
        for name in names {
            for text in ["Añá", "中", "क्‍ष", "👨‍👩‍👧", "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"] {
                let faults = schema.faults(in: .object([.init(name, .string(text))]))
                #expect(!faults.contains { $0.path == "$.\(name)" }, "\(name): \(text)")
            }
        }
    }
}
