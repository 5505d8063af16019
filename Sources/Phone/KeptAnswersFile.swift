import API
import Basics
import Crypto
import Foundation

/// The last good answers of a server, in a file for its owner alone, with which a phone starts when nobody answers.
///
/// The first line says of which form the file is, whose it is and what the rest comes to; the second holds the answers. Who
/// has the file can act as the account until its session ends.
package struct KeptAnswersFile: Sendable {
    /// What a file turned out to be.
    package enum Finding: Sendable {
        /// There is none.
        case nothing
        /// It holds these answers.
        case kept(ServerAnswers)
        /// It is not used, because of that.
        case unusable(Fault)
    }

    /// Why a file is not used.
    package enum Fault: String, Sendable, CaseIterable {
        /// It is not what was written.
        case damaged
        /// Another version of Cerca has written it.
        case version
        /// It is of another account or another server.
        case account
    }

    /// The largest file that is read, in bytes: some venues of two thousand beacons.
    static let mostBytes = 16 << 20
    /// The form that this version writes and reads.
    static let format = 1

    private struct Header: Codable {
        let format: Int
        /// The account and the server, told apart but not named.
        let account: String
        let sha256: String
    }

    private struct Contents: Codable {
        let at: Int64
        let token: String
        let venues: [VenueBody]
        let maps: [String: String]
        let choices: ChoicesBody
    }

    private let file: PrivateFile?
    private let account: String

    /// The file of an account at a server; nil keeps nothing.
    package init(file: URL?, email: String, server: String) {
        self.file = file.map { PrivateFile(url: $0) }
        account = Self.digest(Data("\(email)\n\(server)".utf8))
    }

    /// What is in the file.
    package func read() -> Finding {
        guard let file, FileManager.default.fileExists(atPath: file.url.path) else { return .nothing }
        let size = (try? FileManager.default.attributesOfItem(atPath: file.url.path))?[.size] as? Int
        guard let size, size <= Self.mostBytes, let data = file.contents,
            let end = data.firstIndex(of: UInt8(ascii: "\n")),
            let header = try? JSONDecoder().decode(Header.self, from: data[..<end])
        else { return .unusable(.damaged) }
        guard header.format == Self.format else { return .unusable(.version) }
        guard header.account == account else { return .unusable(.account) }
        let text = Data(data[data.index(after: end)...])
        guard Self.digest(text) == header.sha256, let contents = try? JSONDecoder().decode(Contents.self, from: text),
            let answers = ServerAnswers(
                at: Timestamp(milliseconds: contents.at), token: contents.token, bodies: contents.venues,
                maps: contents.maps, choicesBody: contents.choices)
        else { return .unusable(.damaged) }
        return .kept(answers)
    }

    /// Keeps answers in place of those before; throws when the file cannot be written.
    ///
    /// Answers that would be too long to be read again are not kept, and those before are not either.
    func keep(_ answers: ServerAnswers) throws {
        guard let file else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = try encoder.encode(
            Contents(
                at: answers.at.milliseconds, token: answers.token, venues: answers.bodies,
                maps: answers.maps, choices: answers.choicesBody))
        var data = try encoder.encode(
            Header(format: Self.format, account: account, sha256: Self.digest(text)))
        data.append(UInt8(ascii: "\n"))
        data.append(text)
        guard data.count <= Self.mostBytes else {
            try? FileManager.default.removeItem(at: file.url)
            return
        }
        try file.replace(with: data)
    }

    private static func digest(_ data: Data) -> String {
        Array(SHA256.hash(data: data)).hexadecimal
    }
}
