import Basics
import Network
import Strings
import Testing

@testable import AccountService

@Suite struct PushTextTests {
    @Test func aMessageIsDeclarativeAndSpeaksTheLanguageOfItsDevice() throws {
        let text = PushText.text(.offer(of: "Café Ñandú"), id: "ab", in: .spanish, site: "https://cerca.example.org")
        let message = try JSONValue(parsing: Array(text.utf8))
        #expect(message["web_push"] == 8030)
        let notification = message["notification"]
        #expect(notification?["title"] == "Nueva oferta" && notification?["lang"] == "es")
        #expect(notification?["body"] == "Café Ñandú tiene una oferta para ti.")
        #expect(notification?["navigate"] == "https://cerca.example.org/#/offers" && notification?["tag"] == "ab")
        #expect(notification?["data"]?["kind"] == "offers")
    }

    @Test(arguments: ["x", "ñ", "\u{1}", "\"", "\u{1F600}", "👩‍👩‍👧‍👦"])
    func whateverIsSaidFitsIntoOneMessage(piece: String) throws {
        let words = String(repeating: piece, count: 5000)
        let notice = PushNotice(.orders, page: "#/me/inbox") { _ in (words, words) }
        let text = PushText.text(
            notice, id: String(repeating: "a", count: 32), in: .english,
            site: "https://" + String(repeating: "a", count: 60))
        #expect(text.utf8.count <= MessageEncryption.mostBytes)
        let message = try JSONValue(parsing: Array(text.utf8))
        #expect(message["notification"]?["title"] != "")
    }
}
