import Testing

@testable import Commands

@Suite("The folder of the web app")
struct WebAppFolderTests {
    @Test(
        "it lies beside the command as installed, or in the tree that the command was built in",
        arguments: [
            ("/usr/local/bin/cerca", ["/usr/local/share/cerca/web"]),
            ("/opt/cerca/bin/cerca", ["/opt/cerca/share/cerca/web"]),
            ("/bin/cerca", ["/share/cerca/web"]), ("/cerca", []), ("cerca", []), ("", []),
            (
                "/home/ana/cerca/.build/x86_64-unknown-linux-gnu/debug/cerca",
                ["/home/ana/cerca/.build/x86_64-unknown-linux-gnu/share/cerca/web", "/home/ana/cerca/Web/dist"]
            ),
            (
                "/home/ana/cerca/.build/tests/x86_64-unknown-linux-gnu/release/cerca",
                ["/home/ana/cerca/.build/tests/x86_64-unknown-linux-gnu/share/cerca/web", "/home/ana/cerca/Web/dist"]
            ),
            ("/src/.build-7/release/cerca", ["/src/.build-7/share/cerca/web", "/src/Web/dist"]),
        ])
    func candidates(executable: String, folders: [String]) {
        #expect(WebAppFolder.candidates(for: executable) == folders)
    }

    @Test("of an installed one and one in the source tree, the installed one is served")
    func theInstalledOneFirst() throws {
        let executable = "/src/.build/release/cerca"
        let both = WebAppFolder(named: nil, executable: executable, holdsApp: { _ in true })
        #expect(try both.needed() == "/src/.build/share/cerca/web")
        let built = WebAppFolder(named: nil, executable: executable, holdsApp: { $0 == "/src/Web/dist" })
        #expect(try built.needed() == "/src/Web/dist")
    }

    @Test("a folder that is named is taken, and no other in its place")
    func aNamedOne() throws {
        let named = WebAppFolder(named: "page", executable: "/usr/bin/cerca", holdsApp: { $0 == "page" })
        #expect(try named.needed() == "page")
        let empty = WebAppFolder(
            named: "empty\u{1B}[31m", executable: "/usr/bin/cerca", holdsApp: { $0 != "empty\u{1B}[31m" })
        let failure = #expect(throws: CommandFailure.self) { try empty.needed() }
        #expect(failure?.exitCode == 1)
        #expect(failure?.reason.contains("--web: there is no web app in empty") == true)
        // A name with orders to the terminal gives none.
        #expect(failure?.reason.contains("\u{1B}") == false)
        #expect(empty.path == "empty\u{1B}[31m")
    }

    @Test("where none is, the reason names every place that was looked in and what to do")
    func noneThere() throws {
        let folder = WebAppFolder(named: nil, executable: "/src/.build/release/cerca", holdsApp: { _ in false })
        let reason = try #require(folder.complaint)
        for part in ["/src/.build/share/cerca/web", "/src/Web/dist", "make web", "--web"] {
            #expect(reason.contains(part), "\(part)")
        }
        // It may come into being later, where `make web` puts it.
        #expect(folder.path == "/src/Web/dist")
    }

    @Test("the command knows its own file, whatever the working directory")
    func ownExecutable() {
        #expect(WebAppFolder.ownExecutable.hasPrefix("/"))
    }
}
