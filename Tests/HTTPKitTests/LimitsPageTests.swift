import Foundation
import Testing

@testable import HTTPKit

@Suite("The page of limits")
struct LimitsPageTests {
    @Test("has each limit with its default, and none that does not exist")
    func page() throws {
        var page = URL(filePath: #filePath)
        for _ in 0..<3 { page.deleteLastPathComponent() }
        let text = try String(contentsOf: page.appending(path: "Docs/limits.md"), encoding: .utf8)
        var told: [String] = []
        for line in text.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            told.append("\(cells[0].filter { $0 != "`" })=\(cells[1])")
        }
        let limits = ServerLimits.standard
        #expect(told == ServerLimits.settings.map { "\($0.name)=\($0.text(in: limits))" })
    }

    @Test("each limit is set by what it is shown as, and changes nothing else")
    func setting() throws {
        for setting in ServerLimits.settings {
            var limits = ServerLimits.standard
            let before = ServerLimits.settings.map { $0.text(in: limits) }
            try limits.set("\(setting.name)=\(setting.text(in: limits))")
            #expect(ServerLimits.settings.map { $0.text(in: limits) } == before)
            let other = setting.text(in: limits).contains("/") ? "7/3" : "1024"
            do throws(ServerLimits.SettingError) {
                try limits.set("\(setting.name)=\(other)")
                #expect(setting.text(in: limits) == other)
            } catch {
                Issue.record("\(setting.name): \(error)")
            }
            #expect(zip(before, ServerLimits.settings.map { $0.text(in: limits) }).count { $0 != $1 } <= 1)
        }
    }

    @Test(
        "what is no limit, or no value of one, is refused",
        arguments: [
            "", "connections", "connections=", "connections=0", "connections=-1", "connections=many", "connection=1",
            "requests-per-address=5", "requests-per-address=0/1", "requests-per-address=5/0", "requests-per-key=1/2/3",
            "requests-per-key=1.5/2", " connections=5", "connections=5 ",
        ])
    func refused(text: String) {
        var limits = ServerLimits.standard
        #expect(throws: ServerLimits.SettingError.self) { try limits.set(text) }
    }

    @Test("a rate may be taken away")
    func off() throws {
        var limits = ServerLimits.standard
        try limits.set("requests-per-address=off")
        try limits.set("sign-ins-per-address=7/60")
        #expect(limits.perAddress == nil)
        #expect(limits.signInPerAddress?.burst == 7 && limits.signInPerAddress?.text == "7/60")
    }
}
