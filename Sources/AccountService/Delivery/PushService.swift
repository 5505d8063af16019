import Basics
import HTTPKit
import Network
import ServiceKit
import Storage
import Strings

/// The devices that accounts are told things on, and what they are told there.
package struct PushService: Sendable {
    /// How many devices an account may have.
    package static let devicesPerAccount = 10
    /// How many messages may wait for one device; those beyond are not written.
    package static let waitingPerDevice: Int64 = 20
    /// For how long a message is of use, seconds: the same for all, since carriers are told.
    package static let usefulSeconds: Int64 = 43_200
    /// After how many minutes what waits is written again in another order.
    private static let minutesOfOrder: Int64 = 5
    /// How many of these rows are written in one transaction.
    private static let rowsAtOnce: Int64 = 2000
    /// How many devices are reminded in one transaction.
    private static let remindersAtOnce = 200

    private let database: any Database
    private let clock: ServerClock
    private let carriers: PushCarriers
    private let random: ServerRandom

    /// The devices in `database`, to which `carriers` carry.
    package init(
        database: any Database, clock: ServerClock, carriers: PushCarriers, random: ServerRandom = .system
    ) {
        self.database = database
        self.clock = clock
        self.carriers = carriers
        self.random = random
    }

    /// The public key that browsers subscribe with; nil when nothing goes to browsers.
    package var publicKey: String? { carriers.web?.key.publicText }

    /// The devices and the rules of an account.
    package func standing(
        of session: Session
    ) async throws(ServiceError) -> (devices: [PushDevice], rules: PushRules) {
        try await database.reading { connection in
            (
                try PushDeviceStore(connection).devices(of: session.accountID),
                try PushRuleStore(connection).rules(of: session.accountID)
            )
        }
    }

    /// Registers the device that a session is on, or registers it anew; throws `PushError`.
    package func register(
        _ address: PushDevice.Address, keys: DeviceKeys, language: String, of session: Session
    ) async throws(ServiceError) -> PushDevice {
        guard carriers.has(address.lane) else { throw .push(.unavailable) }
        guard let address = carriers.checked(address, keys: keys) else { throw .push(.invalidDevice) }
        var random = random
        let now = clock.now()
        let device = PushDevice(
            id: random.identifier().hexadecimal, account: session.accountID, session: session.tokenDigest,
            address: address, keys: keys, language: language, muted: PushKind.mutedAtFirst, registeredAt: now,
            label: nil)
        let reminder = now.advanced(byMilliseconds: Int64.random(in: 0..<86_400_000, using: &random))
        return try await database.writing { connection in
            let store = PushDeviceStore(connection)
            let known = try store.devices(of: session.accountID)
            guard known.contains(where: { $0.address == address }) || known.count < Self.devicesPerAccount else {
                throw ServiceError.push(.tooManyDevices)
            }
            try store.set(device, reminderAt: reminder)
            guard let stored = try store.find(address, of: session.accountID) else { throw StorageError.corrupt }
            return stored
        }
    }

    /// Changes what a device does not want; throws `PushError.unknownDevice`.
    package func mute(_ kinds: Set<PushKind>, on id: String, of session: Session) async throws(ServiceError) {
        let isKnown = try await database.writing {
            try PushDeviceStore($0).setMuted(kinds, id, of: session.accountID)
        }
        guard isKnown else { throw .push(.unknownDevice) }
    }

    /// Removes a device; throws `PushError.unknownDevice`.
    package func remove(_ id: String, of session: Session) async throws(ServiceError) {
        let isKnown = try await database.writing { try PushDeviceStore($0).delete(id, of: session.accountID) }
        guard isKnown else { throw .push(.unknownDevice) }
    }

    /// Replaces what an account wants; throws `PushError.invalidRules`.
    package func set(_ rules: PushRules, of session: Session) async throws(ServiceError) {
        let minutes = rules.quiet.map { [$0.from, $0.until] } ?? []
        guard minutes.allSatisfy((0..<1440).contains), TimeZoneName.isTimeZone(rules.timeZone),
            rules.mutedShops.count <= PushRules.mostMutedShops
        else { throw .push(.invalidRules) }
        try await database.writing { try PushRuleStore($0).set(rules, of: session.accountID) }
    }

    /// Lets a notice wait for each device of an account that wants it, within the transaction of what it tells of.
    ///
    /// - Parameter shop: The shop of an offer: of one shop there is one a day, of all of them three, and none of those that
    ///   are muted.
    package func push(
        _ notice: PushNotice, to account: [UInt8], of shop: PushRules.Shop? = nil, at now: Timestamp,
        in connection: any Connection
    ) throws {
        guard DeliveryLane.allCases.contains(where: carriers.has) else { return }
        let devices = try PushDeviceStore(connection).devices(of: account)
        let wanting = devices.filter { carriers.has($0.address.lane) && !$0.muted.contains(notice.kind) }
        guard !wanting.isEmpty else { return }
        let rules = try PushRuleStore(connection).rules(of: account)
        guard !rules.isSilent else { return }
        if let shop {
            guard !rules.mutedShops.contains(shop),
                try PushRuleStore(connection).takeOffer(shop, day: rules.day(of: now), of: account)
            else { return }
        }
        for device in wanting { try insert(notice, for: device, by: rules, at: now, in: connection) }
    }

    /// Reminds the devices that want it, once a day each, to open Cerca.
    package func remind(at now: Timestamp) async throws(ServiceError) {
        guard DeliveryLane.allCases.contains(where: carriers.has) else { return }
        let notice = PushNotice(.reminders, page: "#/health") { language in
            (PushStrings.title.said(in: language), PushStrings.reminder.said(in: language))
        }
        var reminded = Self.remindersAtOnce
        while reminded == Self.remindersAtOnce {
            reminded = try await database.writing { connection in
                let due = try PushDeviceStore(connection).takeReminders(at: now, limit: Self.remindersAtOnce)
                for device in due where carriers.has(device.address.lane) {
                    let rules = try PushRuleStore(connection).rules(of: device.account)
                    if !rules.isSilent { try insert(notice, for: device, by: rules, at: now, in: connection) }
                }
                return due.count
            }
        }
    }

    /// Removes what is of no use any more.
    package func prune(at now: Timestamp) async throws(ServiceError) {
        var chores = Chores()
        await chores.attempt { () throws(ServiceError) in
            try await database.writing { try DeliveryStore($0).deleteExpired(at: now) }
        }
        await chores.attempt { () throws(ServiceError) in
            // A day in every time zone.
            try await database.writing { try PushRuleStore($0).deleteOffers(before: now.day - 1) }
        }
        if now.seconds / 60 % Self.minutesOfOrder == 0 {
            await chores.attempt { () throws(ServiceError) in try await shuffle() }
        }
        try chores.finish()
    }

    /// Writes what waits again in a random order, so that neither the place of a row nor the number of its transaction tells
    /// when it came or was tried.
    private func shuffle() async throws(ServiceError) {
        let callback = SQLValue.text(DeliveryLane.callback.rawValue)
        let count = try await database.reading {
            try $0.first("SELECT COUNT(*) AS n FROM deliveries WHERE lane <> ?1", [callback])?.integer("n") ?? 0
        }
        guard count > 0 else { return }
        // Many are written in parts, by their names, which are random: nothing waits for long.
        let bounds = count > Self.rowsAtOnce ? (0..<16).map { String($0, radix: 16) } + ["g"] : ["", "g"]
        for (from, until) in zip(bounds, bounds.dropFirst()) {
            try await database.writing { connection in
                var random = SystemRandomNumberGenerator()
                try connection.rewrite(
                    "deliveries", where: "lane <> ?1 AND id >= ?2 AND id < ?3", [callback, .text(from), .text(until)],
                    shuffledBy: &random)
            }
        }
        do {
            try await database.tidy(["deliveries"])
        } catch StorageError.busy {
            // An older state is still read: a later call will do.
        } catch {
            throw .from(error)
        }
    }

    private func insert(
        _ notice: PushNotice, for device: PushDevice, by rules: PushRules, at now: Timestamp,
        in connection: any Connection
    ) throws {
        let store = DeliveryStore(connection)
        guard try store.count(for: device.id) < Self.waitingPerDevice else { return }
        let id = random.identifier().hexadecimal
        let begin = rules.earliest(now)
        let text = PushText.text(
            notice, id: id, in: Language(tag: device.language) ?? .english, site: carriers.site)
        try store.insert(
            Delivery(
                id: id, lane: device.address.lane, owner: device.account.hexadecimal, recipient: device.id, subject: "",
                text: text, expiresAt: begin.advanced(bySeconds: Self.usefulSeconds)), from: begin, at: now)
    }
}
