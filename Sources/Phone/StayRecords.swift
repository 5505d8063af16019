import Basics
import Foundation
import Loyalty

/// What a phone keeps of stays that are to be paid, in a file for its owner alone.
///
/// Of a stay it has the presentation of a credential and never the credential, which nothing can store; so each is made as
/// soon as there is one.
package struct StayRecords: Sendable {
    /// A stay that goes on.
    struct Going: Codable, Hashable, Sendable {
        /// How far it has come.
        var progress: StayProgress
        /// The presentation of its first credential; nil while that is asked for.
        var presentation: String?
    }

    /// A stay that is long enough and not shown yet.
    package struct Finished: Codable, Hashable, Sendable {
        let venue: String
        let major: UInt16
        let day: Int
        let first: Int64
        let firstPresentation: String
        let last: Int64
        let lastPresentation: String
        /// In milliseconds since 1970: when it is shown.
        var notBefore: Int64
    }

    /// A credential for time that is not paid yet.
    package struct Grant: Codable, Hashable, Sendable {
        let venue: String
        let day: Int
        let presentation: String
        /// In milliseconds since 1970: when it is shown.
        var notBefore: Int64
    }

    private struct Shop: Codable, Hashable {
        let venue: String
        let major: UInt16
        let going: Going
    }

    private struct Contents: Codable {
        static let format = 1

        var format = Self.format
        var key: String?
        var differs = false
        var going: [Shop] = []
        var finished: [Finished] = []
        var grants: [Grant] = []
    }

    /// The issuer's public key as it was seen first.
    private(set) var key: [UInt8]?
    /// Whether another key was seen since: then nothing is asked any more.
    private(set) var differs = false
    private(set) var going: [ShopKey: Going] = [:]
    /// The stays that are to be shown.
    package private(set) var finished: [Finished] = []
    /// The credentials that are to be paid.
    package private(set) var grants: [Grant] = []
    private let file: PrivateFile?

    /// The records in `file`, empty where that cannot be read; nil keeps them in memory alone.
    package init(file: URL?) {
        self.file = file.map { PrivateFile(url: $0) }
        guard let data = self.file?.contents, let contents = try? JSONDecoder().decode(Contents.self, from: data),
            contents.format == Contents.format
        else { return }
        key = contents.key.flatMap { [UInt8](hexadecimal: $0) }
        differs = contents.differs
        for shop in contents.going {
            // One whose first credential was still asked for has lost its request.
            guard let venue = UUID128(shop.venue), shop.going.presentation != nil, shop.going.progress.isSound else {
                continue
            }
            going[ShopKey(venue: venue, major: shop.major)] = shop.going
        }
        finished = contents.finished.filter {
            StaySlot.sound.contains($0.first) && StaySlot.sound.contains($0.last) && Self.days.contains($0.day)
                && Timestamp.sound.contains($0.notBefore)
        }
        grants = contents.grants.filter { Self.days.contains($0.day) && Timestamp.sound.contains($0.notBefore) }
    }

    /// The days that can be in a file.
    private static let days = 0..<1_000_000

    /// Whether nothing more is to be asked for a venue and day.
    func has(_ day: StayDay) -> Bool {
        finished.contains { $0.stayDay == day } || grants.contains { $0.stayDay == day }
    }

    /// Keeps the issuer's key, or that it has changed; throws when the file cannot be written.
    mutating func see(_ seen: [UInt8]) throws {
        if let key { differs = differs || key != seen } else { key = seen }
        try save()
    }

    /// Sets what is known of a stay that goes on, or forgets it; throws as `see`.
    mutating func set(_ stay: Going?, in shop: ShopKey) throws {
        going[shop] = stay
        try save()
    }

    /// Turns the stay that goes on into one that is shown at `notBefore`, and forgets the others in that venue; throws as
    /// `see`.
    mutating func finish(
        _ shop: ShopKey, last: StaySlot, _ presentation: [UInt8], showing notBefore: Timestamp
    ) throws {
        guard let stay = going[shop], let first = stay.presentation else { return }
        finished.append(
            Finished(
                venue: shop.venue.description, major: shop.major, day: stay.progress.day, first: stay.progress.first,
                firstPresentation: first, last: last.number, lastPresentation: presentation.hexadecimal,
                notBefore: notBefore.milliseconds))
        going = going.filter { $0.key.venue != shop.venue }
        try save()
    }

    /// Puts off a stay; throws as `see`.
    mutating func postpone(_ stay: Finished, until later: Timestamp) throws {
        for index in finished.indices where finished[index].firstPresentation == stay.firstPresentation {
            finished[index].notBefore = later.milliseconds
        }
        try save()
    }

    /// Takes out a stay, and keeps the credential that it brought, if it did; throws as `see`.
    mutating func conclude(_ stay: Finished, with grant: Grant? = nil) throws {
        finished.removeAll { $0.firstPresentation == stay.firstPresentation }
        if let grant { grants.append(grant) }
        try save()
    }

    /// Puts off a payment; throws as `see`.
    mutating func postpone(_ grant: Grant, until later: Timestamp) throws {
        for index in grants.indices where grants[index].presentation == grant.presentation {
            grants[index].notBefore = later.milliseconds
        }
        try save()
    }

    /// Takes out a credential that was paid or is worth nothing any more; throws as `see`.
    mutating func remove(_ grant: Grant) throws {
        grants.removeAll { $0.presentation == grant.presentation }
        try save()
    }

    private func save() throws {
        guard let file else { return }
        let going = going.sorted { $0.key < $1.key }.map {
            Shop(venue: $0.key.venue.description, major: $0.key.major, going: $0.value)
        }
        let contents = Contents(
            key: key?.hexadecimal, differs: differs, going: going, finished: finished, grants: grants)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try file.replace(with: try encoder.encode(contents))
    }
}

extension Timestamp {
    /// The milliseconds since 1970 that can be in a file: with what is beyond one cannot reckon.
    fileprivate static let sound: Range<Int64> = 0..<1 << 50
}

extension StayRecords.Finished {
    /// The venue and day; nil when the file says none.
    var stayDay: StayDay? { UUID128(venue).map { StayDay(venue: $0, day: day) } }
    /// When it is shown.
    package var at: Timestamp { Timestamp(milliseconds: notBefore) }
}

extension StayRecords.Grant {
    /// The venue and day; nil when the file says none.
    var stayDay: StayDay? { UUID128(venue).map { StayDay(venue: $0, day: day) } }
    /// When it is shown.
    package var at: Timestamp { Timestamp(milliseconds: notBefore) }
}
