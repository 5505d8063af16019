import Basics
import Beacons
import Foundation
import Presence

/// Sightings that could not be sent yet, kept in a file so that they outlive the process.
///
/// A code proves presence only while its window is fresh, so what waits for longer than a few minutes will be refused
/// as stale: the outbox bridges a tunnel or a restart of the server, not a day without a network. The file is readable
/// by its owner alone, holds one JSON object a line, and is replaced in one step.
public struct Outbox: Sendable {
    /// The most sightings that wait; when more come, the oldest goes.
    public static let capacity = 500

    /// The sightings that wait, oldest first.
    public private(set) var waiting: [PresenceSighting] = []
    private let file: URL?

    /// An outbox in `file`, with what an earlier process left there; nil keeps it in memory alone.
    ///
    /// Lines that are no sighting are passed over, as a half-written file must not stop a phone.
    public init(file: URL?) {
        self.file = file
        guard let file, let text = try? String(contentsOf: file, encoding: .utf8) else { return }
        let decoder = JSONDecoder()
        waiting = text.split(separator: "\n").suffix(Self.capacity).compactMap { line in
            (try? decoder.decode(Line.self, from: Data(line.utf8)))?.sighting
        }
    }

    /// Adds a sighting and writes the file.
    public mutating func append(_ sighting: PresenceSighting) throws {
        guard !waiting.contains(sighting) else { return }
        if waiting.count == Self.capacity { waiting.removeFirst() }
        waiting.append(sighting)
        try save()
    }

    /// Takes a sighting out, after the server answered it, and writes the file.
    public mutating func remove(_ sighting: PresenceSighting) throws {
        guard let index = waiting.firstIndex(of: sighting) else { return }
        waiting.remove(at: index)
        try save()
    }

    private func save() throws {
        guard let file else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var data = Data()
        for sighting in waiting {
            data.append(try encoder.encode(Line(sighting)))
            data.append(UInt8(ascii: "\n"))
        }
        try PrivateFile(url: file).replace(with: data)
    }

    /// How one sighting stands in the file.
    private struct Line: Codable {
        let uuid: String
        let major: UInt16
        let minor: UInt16
        let code: String
        let heardAt: String

        init(_ sighting: PresenceSighting) {
            uuid = sighting.identity.uuid.description
            major = sighting.identity.major
            minor = sighting.identity.minor
            code = sighting.code.hexadecimal
            heardAt = sighting.heardAt.rfc3339
        }

        var sighting: PresenceSighting? {
            guard let uuid = UUID128(uuid), let code = SecurityCode(hexadecimal: code),
                let heardAt = Timestamp(rfc3339: heardAt)
            else { return nil }
            return PresenceSighting(
                identity: BeaconIdentity(uuid: uuid, major: major, minor: minor), code: code, heardAt: heardAt)
        }
    }
}
