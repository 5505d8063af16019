import Foundation
import VaultApp

/// Opens the one-time link in the browser of the desktop.
///
/// What a program is started with can be read by everybody on the machine, and the link lets whoever is first in. So the
/// browser is given a file that only this user can read, which sends it on to the link.
struct VaultPageBrowser {
    private let folder: URL

    /// Opens `link`; nil when there is no desktop, or its browser cannot be started.
    init?(opening link: String) {
        let environment = ProcessInfo.processInfo.environment
        guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return nil }
        folder = FileManager.default.temporaryDirectory.appending(path: "cerca-\(UUID().uuidString)")
        let page = folder.appending(path: "vault.html")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            guard
                FileManager.default.createFile(
                    atPath: page.path, contents: Data(Self.html(link).utf8), attributes: [.posixPermissions: 0o600])
            else { return nil }
            let opener = Process()
            opener.executableURL = URL(filePath: "/usr/bin/env")
            opener.arguments = ["xdg-open", page.path]
            opener.standardOutput = FileHandle.nullDevice
            opener.standardError = FileHandle.nullDevice
            try opener.run()
        } catch {
            remove()
            return nil
        }
    }

    /// Removes the file; the link in it is of no use after its first time.
    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    private static func html(_ link: String) -> String {
        """
        <!doctype html>
        <meta charset="utf-8">
        <meta name="referrer" content="no-referrer">
        <meta http-equiv="refresh" content="0;url=\(link.replacing("&", with: "&amp;"))">
        <title>Cerca</title>

        """
    }
}
