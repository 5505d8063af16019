import Foundation
import Testing

@testable import TypedText

struct TypedCodeTests {
    struct Case: Decodable, Sendable {
        let typed: String
        let characters: String
        let reason: String
    }

    static let cases = read("codes.json")
    static let secrets = read("secrets.json")

    private static func read(_ name: String) -> [Case] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name)")
        do {
            return try JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
        } catch {
            Issue.record(error)
            return []
        }
    }

    @Test func normalizesWhatKeyboardsAndScannersAdd() {
        #expect(Self.cases.count > 10)
        for typed in Self.cases {
            #expect(TypedCode.characters(in: typed.typed) == typed.characters, "\(typed.reason)")
        }
    }

    @Test func keepsTheHyphensOfSecrets() {
        #expect(Self.secrets.count >= 10)
        for typed in Self.secrets {
            #expect(TypedCode.secretCharacters(in: typed.typed) == typed.characters, "\(typed.reason)")
            #expect(TypedCode.secretCharacters(in: typed.characters) == typed.characters, "\(typed.reason)")
        }
    }

    @Test func isStable() {
        for typed in Self.cases {
            let once = TypedCode.characters(in: typed.typed)
            #expect(TypedCode.characters(in: once) == once)
        }
    }
}
