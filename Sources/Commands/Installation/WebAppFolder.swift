import Foundation

/// The folder of the built web app that a command serves, found from any working directory.
package struct WebAppFolder: Equatable, Sendable {
    /// Where the web app is, or belongs when it is not there.
    package let path: String
    /// Why no page can be served, in one line; nil when the web app is there.
    package let complaint: String?

    /// The folder that the option `--web` names; without one, that which was installed or built with this command.
    ///
    /// - Parameters:
    ///   - executable: The file of the running command; its own name is found through links.
    ///   - holdsApp: Whether a folder holds a web app.
    package init(
        named: String?, executable: String = Self.ownExecutable,
        holdsApp: (String) -> Bool = { access("\($0)/index.html", R_OK) == 0 }
    ) {
        if let named {
            path = named
            complaint =
                holdsApp(named)
                ? nil : "--web: there is no web app in \(TerminalText.harmless(named)), for it has no index.html"
            return
        }
        let candidates = Self.candidates(for: executable)
        if let found = candidates.first(where: holdsApp) {
            (path, complaint) = (found, nil)
        } else {
            path = candidates.last ?? ""
            complaint =
                "the web app is not beside this command (looked in \(candidates.joined(separator: ", "))); "
                + "build it with `make web`, or name its folder with --web"
        }
    }

    /// The folder for a command that is of no use without its page.
    ///
    /// - Throws: A `CommandFailure` that says where the web app was looked for.
    package func needed() throws(CommandFailure) -> String {
        if let complaint { throw CommandFailure(complaint) }
        return path
    }

    /// The folder for a command that has more to do; that the web app is not there is said on standard error.
    ///
    /// A page that comes later is served from then on.
    package func wished() -> String {
        if let complaint { StandardError.write("no page is served: \(complaint)") }
        return path
    }

    /// Where the web app of an executable is looked for: as `make install` lays it, then in the source tree of a build.
    static func candidates(for executable: String) -> [String] {
        var folders = executable.split(separator: "/").map(String.init)
        guard folders.count > 1 else { return [] }
        folders.removeLast()
        var candidates = ["/" + (folders.dropLast() + ["share", "cerca", "web"]).joined(separator: "/")]
        if let build = folders.lastIndex(where: { $0.hasPrefix(".build") }) {
            candidates.append("/" + (folders[..<build] + ["Web", "dist"]).joined(separator: "/"))
        }
        return candidates
    }

    /// The file of the running command, without links.
    package static var ownExecutable: String {
        (Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])).resolvingSymlinksInPath()
            .path(percentEncoded: false)
    }
}
