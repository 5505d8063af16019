import AccountService
import Basics
import Beacons
import Crypto
import HTTPKit
import Loyalty
import RadioMaps
import ServiceKit
import Storage

/// Venues' radio maps: the one in force, which is everybody's, and its versions, which are the operators'.
package struct RadioMapService: Sendable {
    let database: any Database
    let clock: ServerClock
    let anonymousTag: AnonymousTag
    let known = KnownRadioMaps()
    /// Reads files: a large one takes longer than anybody should wait for behind it.
    private let workers = BoundedWorkers(label: "cerca.radio-maps", width: 1, waitingLimit: 16)

    /// The radio maps of the venues of `loyalty`; without a check of anonymous credentials nothing that phones say counts.
    package init(loyalty: LoyaltyService, anonymousTag: @escaping AnonymousTag = { _, _, _ in nil }) {
        self.anonymousTag = anonymousTag
        self.database = loyalty.database
        self.clock = loyalty.clock
    }

    /// The map in force, with what tells it from others that were: its number, and a few digits of its corrections where
    /// it has any.
    package func current(of venue: UUID128) async throws(ServiceError) -> (tag: String, document: String) {
        let (number, document, corrections) = try await database.reading { connection in
            let store = RadioMapStore(connection, of: venue)
            let number = try store.number()
            guard let document = try store.document(of: number) else { throw ServiceError.radioMap(.none) }
            return (
                number, document,
                try RadioResidualStore(connection).refinement(of: venue, number: number).corrections
            )
        }
        guard !corrections.isEmpty else { return (String(number), document) }
        let lines = corrections.map { "\($0.key.major) \($0.key.minor) \($0.value)" }.sorted()
        let digest = Array(SHA256.hash(data: Array(lines.joined(separator: "\n").utf8))).prefix(8)
        return (
            "\(number)-\(Array(digest).hexadecimal)", RadioMapFile.document(document, corrections: corrections)
        )
    }

    /// The map in force as it was taken in, without corrections.
    package func surveyed(of venue: UUID128) async throws(ServiceError) -> String {
        try await database.reading { connection in
            let store = RadioMapStore(connection, of: venue)
            guard let document = try store.document(of: try store.number()) else { throw ServiceError.radioMap(.none) }
            return document
        }
    }

    /// The number of the newest version, which is 0 before the first one.
    package func number(of venue: UUID128) async throws(ServiceError) -> Int64 {
        try await database.reading { try RadioMapStore($0, of: venue).number() }
    }

    /// The versions with the number of the newest one, and the plan in force to hold them against.
    func versions(
        of venue: UUID128, for account: [UInt8]
    ) async throws(ServiceError) -> (number: Int64, versions: [RadioMapVersion], plan: [UInt8]?) {
        let (number, versions, document) = try await database.reading { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            let store = RadioMapStore(connection, of: venue)
            return (
                try store.number(), try store.versions(), try LoyaltyService.document(of: venue, in: connection)?.text
            )
        }
        return (number, versions, try await plan(of: document)?.digest)
    }

    /// Puts the map of a file in force, after version `match`.
    func replace(
        with file: [UInt8], of venue: UUID128, match: Int64, by account: [UInt8]
    ) async throws(ServiceError) {
        try await put(.radioMapPublished, of: venue, match: match, by: account) { _ throws(ServiceError) in
            try await read(file)
        }
    }

    /// Adds the survey of a file up with the map in force, which is version `match`.
    func add(_ file: [UInt8], of venue: UUID128, match: Int64, by account: [UInt8]) async throws(ServiceError) {
        try await put(.radioMapAdded, of: venue, match: match, by: account) { present throws(ServiceError) in
            try await sum(of: present, and: try await read(file))
        }
    }

    /// Puts a map in force, or adds it up with the one in force, for whoever has the machine's command line.
    package func takeIn(_ map: RadioMapFile, adding: Bool) async throws(ServiceError) {
        let match = try await number(of: map.venue)
        try await put(adding ? .radioMapAdded : .radioMapPublished, of: map.venue, match: match, by: nil) {
            present throws(ServiceError) in
            adding ? try await sum(of: present, and: map) : map
        }
    }

    /// Puts an older version in force again, after version `match`.
    func restore(
        _ number: Int64, of venue: UUID128, match: Int64, by account: [UInt8]
    ) async throws(ServiceError) {
        let document = try await database.reading { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            return try RadioMapStore(connection, of: venue).document(of: number)
        }
        guard let document else { throw .radioMap(.unknownVersion) }
        try await put(.radioMapRestored, of: venue, match: match, by: account, restored: number) {
            _ throws(ServiceError) in
            try await read(Array(document.utf8))
        }
    }

    /// Takes the map out of force, which is version `match`.
    func remove(of venue: UUID128, match: Int64, by account: [UInt8]) async throws(ServiceError) {
        let now = clock.now()
        try await database.writing { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            let store = RadioMapStore(connection, of: venue)
            let number = try store.number()
            guard number == match else { throw ServiceError.radioMap(.changed(number)) }
            guard try store.document(of: number) != nil else { throw ServiceError.radioMap(.none) }
            try store.add(nil, after: number, by: account, at: now)
            try AuditTrail.append(
                .radioMapRemoved, subject: String(number), by: .account(account), at: now, to: .venue(venue),
                in: connection)
        }
    }

    /// Puts in force what `make` gives of the document in force, if it goes with the plan that is in force then; without
    /// an account it is the machine's operator who does.
    private func put(
        _ action: AuditAction, of venue: UUID128, match: Int64, by account: [UInt8]?, restored: Int64? = nil,
        _ make: (_ present: String?) async throws(ServiceError) -> RadioMapFile
    ) async throws(ServiceError) {
        let (present, document) = try await database.reading { connection in
            if let account {
                try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            }
            let store = RadioMapStore(connection, of: venue)
            let number = try store.number()
            guard number == match else { throw ServiceError.radioMap(.changed(number)) }
            return (try store.document(of: number), try LoyaltyService.document(of: venue, in: connection)?.text)
        }
        let map = try await make(present).uncorrected
        guard let plan = try await plan(of: document) else { throw .radioMap(.otherPlan([])) }
        switch map.fit(plan) {
        case .fits: break
        case .otherVenue: throw .radioMap(.otherPlan([]))
        case .changed(let beacons): throw .radioMap(.otherPlan(beacons))
        }
        let now = clock.now()
        try await database.writing { connection in
            if let account {
                try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            }
            let store = RadioMapStore(connection, of: venue)
            let number = try store.number()
            guard number == match else { throw ServiceError.radioMap(.changed(number)) }
            // Who publishes another plan meanwhile makes the map one of the plan before: as if it had come after the map.
            try store.add(map, after: number, by: account, restored: restored, at: now)
            try AuditTrail.append(
                action, subject: restored.map { "\(number + 1) \($0)" } ?? String(number + 1),
                by: account.map { .account($0) } ?? .operatorOfTheMachine,
                at: now, to: .venue(venue), in: connection)
        }
    }

    /// A survey and the map in force together.
    private func sum(of present: String?, and survey: RadioMapFile) async throws(ServiceError) -> RadioMapFile {
        guard let present else { return survey }
        var sum = try await read(Array(present.utf8))
        guard sum.venue == survey.venue, sum.plan == survey.plan else { throw .radioMap(.otherPlan([])) }
        guard sum.add(survey), sum.text.utf8.count <= RadioMapFile.sizeLimit else { throw .radioMap(.tooLarge) }
        return sum
    }

    func read(_ file: [UInt8]) async throws(ServiceError) -> RadioMapFile {
        let read: Result<RadioMapFile, RadioMapFault> = try await workers.run {
            do throws(RadioMapFault) {
                return .success(try RadioMapFile(file))
            } catch {
                return .failure(error)
            }
        }
        switch read {
        case .success(let map): return map
        case .failure(let fault): throw .radioMap(.faulty(fault))
        }
    }

    private func plan(of document: String?) async throws(ServiceError) -> SurveyedPlan? {
        guard let document else { return nil }
        return try await workers.run { (try? PlanService.read(document)).map { SurveyedPlan($0) } }
    }
}

extension AuditAction {
    /// A radio map came into force; the subject is its version.
    static let radioMapPublished = AuditAction(rawValue: "radio-map.published")
    /// A survey was added up; the subject is the version that it came to.
    static let radioMapAdded = AuditAction(rawValue: "radio-map.added")
    /// An older version came into force again; the subject is the new version and the older one.
    static let radioMapRestored = AuditAction(rawValue: "radio-map.restored")
    /// A radio map was taken out of force; the subject is its version.
    static let radioMapRemoved = AuditAction(rawValue: "radio-map.removed")
}
