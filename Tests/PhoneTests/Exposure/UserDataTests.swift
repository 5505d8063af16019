import Foundation
import Testing

@testable import Phone

@Suite("Where the owner's data are")
struct UserDataTests {
    @Test(
        "XDG_DATA_HOME comes before HOME, and what is no absolute path counts as not set",
        arguments: [
            (["XDG_DATA_HOME": "/data", "HOME": "/home/ana"], "/data/cerca"),
            (["HOME": "/home/ana"], "/home/ana/.local/share/cerca"),
            (["XDG_DATA_HOME": "data", "HOME": "/home/ana"], "/home/ana/.local/share/cerca"),
            (["XDG_DATA_HOME": "", "HOME": "/home/ana"], "/home/ana/.local/share/cerca"),
        ])
    func folder(environment: [String: String], path: String) {
        #expect(UserData.folder(in: environment).path(percentEncoded: false) == path)
    }

    @Test(
        "XDG_STATE_HOME comes before HOME for what no backup takes",
        arguments: [
            (["XDG_STATE_HOME": "/state", "HOME": "/home/ana"], "/state/cerca"),
            (["XDG_STATE_HOME": "state", "HOME": "/home/ana"], "/home/ana/.local/state/cerca"),
        ])
    func state(environment: [String: String], path: String) {
        #expect(UserData.stateFolder(in: environment).path(percentEncoded: false) == path)
    }

    @Test("without either it is below the home of the account")
    func home() {
        let home = FileManager.default.homeDirectoryForCurrentUser
        #expect(UserData.folder(in: [:]).path == home.appending(path: ".local/share/cerca").path)
    }
}
