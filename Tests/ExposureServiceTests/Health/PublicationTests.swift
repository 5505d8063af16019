import Basics
import Exposure
import TestServer
import Testing

@testable import AccountService
@testable import ExposureService

@Suite("News and questions")
struct PublicationTests {
    private static func words(_ title: String, _ text: String = "Text") throws -> PublicationWords {
        try PublicationWords(titles: ["es": title], texts: ["es": text])
    }

    @Test("the newest comes first, and each kind is apart", arguments: Engine.allCases)
    func publish(engine: Engine) async throws {
        try await World.with(engine) { world in
            let health = world.health
            for title in ["Uno", "Dos", "Tres"] {
                _ = try await health.publish(try Self.words(title), .news, by: .operatorOfTheMachine)
            }
            let question = try await health.publish(try Self.words("¿Qué es?"), .questions, by: .operatorOfTheMachine)
            #expect(
                try await health.publications(.news).map(\.words.titles) == ["Tres", "Dos", "Uno"].map { ["es": $0] })
            #expect(try await health.publications(.questions) == [question])
            #expect(question.publishedOn.description == "2026-11-21")
            #expect(try await world.trail() == Array(repeating: "publication.published", count: 4))
        }
    }

    @Test("a change keeps the day and the place", arguments: Engine.allCases)
    func change(engine: Engine) async throws {
        try await World.with(engine) { world in
            let health = world.health
            let first = try await health.publish(try Self.words("Uno"), .news, by: .operatorOfTheMachine)
            _ = try await health.publish(try Self.words("Dos"), .news, by: .operatorOfTheMachine)
            world.clock.advance(seconds: 86_400)
            let changed = try await health.republish(
                first.id, try Self.words("Uno, mejor"), .news, by: .operatorOfTheMachine)
            #expect(changed.publishedOn == first.publishedOn)
            #expect(try await health.publications(.news).map(\.words.titles) == [["es": "Dos"], ["es": "Uno, mejor"]])
            // News is no question, whatever its identifier.
            await #expect(
                code {
                    _ = try await health.republish(
                        first.id, try Self.words("x"), .questions, by: .operatorOfTheMachine)
                } == "publication.unknown")
        }
    }

    @Test("what is deleted can be restored for a week, in its place", arguments: Engine.allCases)
    func undo(engine: Engine) async throws {
        try await World.with(engine) { world in
            let health = world.health
            var ids: [String] = []
            for title in ["Uno", "Dos", "Tres"] {
                ids.append(try await health.publish(try Self.words(title), .news, by: .operatorOfTheMachine).id)
            }
            let before = try await health.publications(.news)
            try await health.unpublish(ids[1], .news, by: .operatorOfTheMachine)
            #expect(try await health.publications(.news).count == 2)
            await #expect(
                code { try await health.unpublish(ids[1], .news, by: .operatorOfTheMachine) } == "publication.unknown")
            world.clock.advance(seconds: 7 * 86_400)
            try await health.prune(at: world.clock.now)
            _ = try await health.restore(ids[1], .news, by: .operatorOfTheMachine)
            #expect(try await health.publications(.news) == before)
            // Restoring twice is no fault: an answer may have been lost.
            _ = try await health.restore(ids[1], .news, by: .operatorOfTheMachine)
            try await health.unpublish(ids[1], .news, by: .operatorOfTheMachine)
            world.clock.advance(seconds: 7 * 86_400 + 1)
            try await health.prune(at: world.clock.now)
            await #expect(
                code { _ = try await health.restore(ids[1], .news, by: .operatorOfTheMachine) } == "publication.unknown"
            )
            #expect(
                try await world.trail().suffix(3).elementsEqual([
                    "publication.deleted", "publication.restored", "publication.deleted",
                ]))
        }
    }

    @Test("an order must name everything once", arguments: Engine.allCases)
    func order(engine: Engine) async throws {
        try await World.with(engine) { world in
            let health = world.health
            var ids: [String] = []
            for title in ["Uno", "Dos", "Tres"] {
                ids.append(try await health.publish(try Self.words(title), .questions, by: .operatorOfTheMachine).id)
            }
            #expect(try await health.order(ids, .questions, by: .operatorOfTheMachine).map(\.id) == ids)
            for wrong in [Array(ids.dropLast()), ids + ["x"], [ids[0], ids[0], ids[1]], []] {
                await #expect(
                    code { _ = try await health.order(wrong, .questions, by: .operatorOfTheMachine) }
                        == "publication.unknown")
            }
            #expect(try await health.publications(.questions).map(\.id) == ids)
            let newest = try await health.publish(try Self.words("Cuatro"), .questions, by: .operatorOfTheMachine)
            #expect(try await health.publications(.questions).map(\.id) == [newest.id] + ids)
        }
    }

    @Test("words are plain text in known languages, each with title and text")
    func words() throws {
        let good = try PublicationWords(
            titles: ["es": "  Hola \n", "en": ""], texts: ["es": "Uno.\n\nDos <b>no</b> negrita & más.\n", "en": " "])
        #expect(good.titles == ["es": "Hola"])
        #expect(good.texts == ["es": "Uno.\n\nDos <b>no</b> negrita & más."])
        let bad: [([String: String], [String: String], WordsFault.Part)] = [
            ([:], [:], .title), (["es": " "], ["es": "x"], .title), (["es": "x"], [:], .text),
            (["de": "x"], ["de": "x"], .title), (["es": "x\ny"], ["es": "x"], .title),
            (["es": "x"], ["es": "x\u{202E}y"], .text), (["es": "x\0"], ["es": "x"], .title),
            (["es": String(repeating: "x", count: 201)], ["es": "x"], .title),
            (["es": "x"], ["es": String(repeating: "x", count: 5001)], .text),
            (["es": "x", "en": "x"], ["es": "x"], .text),
        ]
        for (titles, texts, part) in bad {
            let fault = #expect(throws: WordsFault.self) { try PublicationWords(titles: titles, texts: texts) }
            #expect(fault?.part == part, "\(titles) \(texts)")
        }
    }
}
