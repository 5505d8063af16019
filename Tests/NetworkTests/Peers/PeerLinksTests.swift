import NIOCore
import NIOPosix
import Testing

@testable import Network

@Suite("Links between servers")
struct PeerLinksTests {
    private static let secret = [UInt8](repeating: 7, count: 32)

    @Test("questions are answered, many at once, each with its own answer")
    func answers() async throws {
        let listener = try await PeerListener.listen(host: "127.0.0.1", port: 0, secret: Self.secret)
        listener.answer { $0.reversed() }
        let links = PeerLinks(secret: Self.secret)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let question = [UInt8(number), 1, 2]
                    let answer = try await links.ask(listener.address, question, within: 10_000)
                    #expect(answer == question.reversed())
                }
            }
            try await group.waitForAll()
        }
        links.close()
        await listener.close()
    }

    @Test("nobody at the address, another secret and a stranger's server: surely not sent")
    func notSent() async throws {
        let listener = try await PeerListener.listen(host: "127.0.0.1", port: 0, secret: Self.secret)
        listener.answer { $0 }
        let stranger = PeerLinks(secret: [UInt8](repeating: 8, count: 32))
        await #expect(throws: PeerFault.notSent) { try await stranger.ask(listener.address, [1], within: 1000) }
        await listener.close()
        let links = PeerLinks(secret: Self.secret)
        await #expect(throws: PeerFault.nobodyThere) { try await links.ask(listener.address, [1], within: 1000) }
        await #expect(throws: PeerFault.notSent) { try await links.ask("nowhere", [1], within: 1000) }
    }

    @Test(
        "an answer that does not come in time, or whose server ends before it, is lost; the next question finds the server again"
    )
    func lost() async throws {
        let listener = try await PeerListener.listen(host: "127.0.0.1", port: 0, secret: Self.secret)
        listener.answer { question in
            if question == [1] { try? await Task.sleep(for: .seconds(30)) }
            return question
        }
        let links = PeerLinks(secret: Self.secret)
        await #expect(throws: PeerFault.answerLost) { try await links.ask(listener.address, [1], within: 50) }
        let next = try await links.ask(listener.address, [2], within: 10_000)
        #expect(next == [2])
        async let answer = links.ask(listener.address, [1], within: 20_000)
        try await Task.sleep(for: .milliseconds(200))
        await listener.close()
        do {
            _ = try await answer
            Issue.record("an answer of a server that has ended")
        } catch {
            #expect(error as? PeerFault == .answerLost)
        }
        let port = try #require(PeerAddress.parts(of: listener.address)).port
        let again = try await PeerListener.listen(host: "127.0.0.1", port: port, secret: Self.secret)
        again.answer { $0 }
        var answered: [UInt8]?
        for _ in 0..<100 where answered == nil {
            answered = try? await links.ask(again.address, [3], within: 1000)
        }
        #expect(answered == [3])
        links.close()
        await again.close()
    }

    @Test("addresses are read as they are written")
    func addresses() throws {
        for (host, port) in [("127.0.0.1", 1), ("fd00::2", 9443), ("db.example", 65_535)] {
            let parts = try #require(PeerAddress.parts(of: PeerAddress.text(host: host, port: port)))
            #expect(parts.host == host && parts.port == port)
        }
        for text in ["", "host", ":1", "host:0", "host:65536", "host:x"] { #expect(PeerAddress.parts(of: text) == nil) }
    }
}
