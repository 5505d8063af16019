import Basics
import HTTPKit
import Network
import Storage

/// A device that takes messages.
package struct PushDevice: Sendable {
    /// Where messages for it go.
    package enum Address: Hashable, Sendable {
        /// A browser's push service.
        case web(endpoint: String)
        /// The token of an app on Apple's devices, and whether it was built for the sandbox.
        case apple(token: String, isSandbox: Bool)
        /// The token of an app on Android.
        case google(token: String)

        /// By which way messages go.
        package var lane: DeliveryLane {
            switch self {
            case .web: .web
            case .apple: .apple
            case .google: .google
            }
        }

        /// The URL or token.
        var text: String {
            switch self {
            case .web(let text), .apple(let text, _), .google(let text): text
            }
        }
    }

    /// What names it; random.
    package let id: String
    let account: [UInt8]
    /// The digest of the token of the session that it belongs to.
    package let session: [UInt8]
    /// Where messages go.
    package let address: Address
    let keys: DeviceKeys
    /// The language in which it is told things.
    let language: String
    /// What it does not want to be told.
    package let muted: Set<PushKind>
    /// When it last told where it is.
    package let registeredAt: Timestamp
    /// What its owner may recognize it by; nil when nothing is known.
    package let label: String?
}

/// The SQL of devices that take messages, within one transaction.
package struct PushDeviceStore {
    private static let columns = """
        push_devices.id, push_devices.account_id, push_devices.session, push_devices.lane, push_devices.address,
        push_devices.is_sandbox, push_devices.point, push_devices.secret, push_devices.language, push_devices.muted,
        push_devices.registered_at, sessions.device_label
        FROM push_devices JOIN sessions ON sessions.token_digest = push_devices.session
        """

    private let connection: any Connection

    /// The devices that a transaction sees.
    package init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Adds a device, or takes over the one that is at the same address: it belongs to whoever signed in there last.
    ///
    /// A device that stays its account's keeps its name and what it does not want.
    func set(_ device: PushDevice, reminderAt: Timestamp) throws {
        let isSandbox = if case .apple(_, let isSandbox) = device.address { isSandbox } else { false }
        _ = try connection.execute(
            "DELETE FROM push_devices WHERE lane = ?1 AND address = ?2 AND account_id <> ?3",
            [.text(device.address.lane.rawValue), .text(device.address.text), .blob(device.account)])
        _ = try connection.execute(
            """
            INSERT INTO push_devices (id, account_id, session, lane, address, is_sandbox, point, secret, language, muted,
            registered_at, heartbeat_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
            ON CONFLICT (lane, address) DO UPDATE SET session = ?3, is_sandbox = ?6, point = ?7, secret = ?8,
            language = ?9, registered_at = ?11
            """,
            [
                .text(device.id), .blob(device.account), .blob(device.session), .text(device.address.lane.rawValue),
                .text(device.address.text), .integer(isSandbox ? 1 : 0), .blob(device.keys.point),
                .blob(device.keys.secret), .text(device.language), .text(PushKind.stored(device.muted)),
                .integer(device.registeredAt.milliseconds), .integer(reminderAt.milliseconds),
            ])
    }

    /// The devices of an account, in the order of their names, which is random.
    package func devices(of account: [UInt8]) throws -> [PushDevice] {
        try connection.query(
            "SELECT \(Self.columns) WHERE push_devices.account_id = ?1 ORDER BY push_devices.id", [.blob(account)]
        ).map(Self.device)
    }

    /// The device of this name, or nil.
    func find(_ id: String) throws -> PushDevice? {
        try connection.first("SELECT \(Self.columns) WHERE push_devices.id = ?1", [.text(id)]).map(Self.device)
    }

    /// The device of an account at an address, or nil.
    func find(_ address: PushDevice.Address, of account: [UInt8]) throws -> PushDevice? {
        try connection.first(
            """
            SELECT \(Self.columns) WHERE push_devices.lane = ?1 AND push_devices.address = ?2
            AND push_devices.account_id = ?3
            """,
            [.text(address.lane.rawValue), .text(address.text), .blob(account)]
        ).map(Self.device)
    }

    /// Changes what a device of an account does not want; false when there is none.
    func setMuted(_ muted: Set<PushKind>, _ id: String, of account: [UInt8]) throws -> Bool {
        try connection.execute(
            "UPDATE push_devices SET muted = ?3 WHERE id = ?1 AND account_id = ?2",
            [.text(id), .blob(account), .text(PushKind.stored(muted))]) == 1
    }

    /// Removes a device of an account with what waits for it; false when there is none.
    func delete(_ id: String, of account: [UInt8]) throws -> Bool {
        let isKnown =
            try connection.execute(
                "DELETE FROM push_devices WHERE id = ?1 AND account_id = ?2", [.text(id), .blob(account)]) == 1
        if isKnown { try DeliveryStore(connection).deleteAll(for: id) }
        return isKnown
    }

    /// Removes a device that its carrier says is gone, unless it has told where it is since.
    func deleteGone(_ device: PushDevice) throws {
        let isGone =
            try connection.execute(
                "DELETE FROM push_devices WHERE id = ?1 AND registered_at = ?2",
                [.text(device.id), .integer(device.registeredAt.milliseconds)]) == 1
        if isGone { try DeliveryStore(connection).deleteAll(for: device.id) }
    }

    /// The devices that are to be reminded by `now`, each of which is due again a day later.
    func takeReminders(at now: Timestamp, limit: Int) throws -> [PushDevice] {
        let due = try connection.query(
            """
            SELECT \(Self.columns) WHERE push_devices.heartbeat_at <= ?1 AND push_devices.muted NOT LIKE '% reminders %'
            ORDER BY push_devices.heartbeat_at, push_devices.id LIMIT ?2
            """,
            [.integer(now.milliseconds), .integer(Int64(limit))]
        ).map(Self.device)
        for device in due {
            // At the same time of the day, also after a day on which no server ran.
            _ = try connection.execute(
                """
                UPDATE push_devices
                SET heartbeat_at = heartbeat_at + 86400000 * (1 + (?2 - heartbeat_at) / 86400000) WHERE id = ?1
                """, [.text(device.id), .integer(now.milliseconds)])
        }
        return due
    }

    private static func device(_ row: Row) throws -> PushDevice {
        let text = try row.text("address")
        let isSandbox = try row.integer("is_sandbox") != 0
        let address: PushDevice.Address
        switch DeliveryLane(rawValue: try row.text("lane")) {
        case .web: address = .web(endpoint: text)
        case .apple: address = .apple(token: text, isSandbox: isSandbox)
        case .google: address = .google(token: text)
        default: throw StorageError.corrupt
        }
        guard let keys = DeviceKeys(point: try row.blob("point"), secret: try row.blob("secret")) else {
            throw StorageError.corrupt
        }
        return PushDevice(
            id: try row.text("id"), account: try row.blob("account_id"), session: try row.blob("session"),
            address: address, keys: keys, language: try row.text("language"),
            muted: PushKind.kinds(try row.text("muted")),
            registeredAt: Timestamp(milliseconds: try row.integer("registered_at")),
            label: try row.optionalText("device_label"))
    }
}
