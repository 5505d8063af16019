import Banks
import Basics
import Ledger
import Market
import Storage

/// The columns of `destinations`.
private enum DestinationColumn: String, TableColumn {
    case id, account, name, asset, address, country, holder, bank
    case accountKind = "account_kind"
    case number
    case taxNumber = "tax_number"
    case addedAt = "added_at"
}

extension Destination {
    /// The entry in a row, of a database that has these assets.
    fileprivate init(_ row: TableRow<DestinationColumn>, assets: [Asset]) throws {
        let place: Place
        if let address = try row.optionalText(.address) {
            place = .address(address, asset: try row.asset(.asset, among: assets))
        } else {
            guard
                let account = try? BankAccount(
                    country: row.text(.country), holder: row.text(.holder), bank: row.text(.bank),
                    kind: row.value(.accountKind), number: row.text(.number),
                    taxNumber: row.optionalText(.taxNumber))
            else { throw StorageError.corrupt }
            place = .bank(account)
        }
        self.init(id: try row.text(.id), name: try row.text(.name), place: place, addedAt: try row.timestamp(.addedAt))
    }

    /// What stands in a column of its row, in an account's book.
    fileprivate func value(_ column: DestinationColumn, _ owner: LedgerAccount) -> SQLValue {
        switch (column, place) {
        case (.id, _): .text(id)
        case (.account, _): .integer(owner.rawValue)
        case (.name, _): .text(name)
        case (.addedAt, _): .integer(addedAt.milliseconds)
        case (.asset, .address(_, let asset)): .integer(Int64(asset.number))
        case (.address, .address(let address, _)): .text(address)
        case (.country, .bank(let account)): .text(account.country)
        case (.holder, .bank(let account)): .text(account.holder)
        case (.bank, .bank(let account)): .text(account.bank)
        case (.accountKind, .bank(let account)): .integer(account.kind.rawValue)
        case (.number, .bank(let account)): .text(account.number)
        case (.taxNumber, .bank(let account)): SQLValue(account.taxNumber?.text)
        default: .null
        }
    }
}

/// The SQL of address books, within one transaction.
package struct DestinationStore {
    private let connection: any Connection
    private let assets: [Asset]

    /// The address books in a database that has these assets.
    package init(_ connection: any Connection, assets: [Asset]) {
        self.connection = connection
        self.assets = assets
    }

    /// An account's entries, by their names.
    package func list(of account: LedgerAccount) throws -> [Destination] {
        try connection.query(
            DestinationColumn.self,
            "SELECT \(DestinationColumn.list) FROM destinations WHERE account = ?1 ORDER BY name, id",
            [.integer(account.rawValue)]
        ).map { try Destination($0, assets: assets) }
    }

    /// An entry of an account, or nil.
    package func find(_ id: String, of account: LedgerAccount) throws -> Destination? {
        try list(of: account).first { $0.id == id }
    }

    /// Adds an entry; false when the account has one of this name.
    package func insert(_ destination: Destination, of account: LedgerAccount) throws -> Bool {
        try connection.execute(
            "\(DestinationColumn.insertion(into: "destinations")) ON CONFLICT DO NOTHING",
            DestinationColumn.allCases.map { destination.value($0, account) }) == 1
    }

    /// Removes an entry of an account.
    package func delete(_ id: String, of account: LedgerAccount) throws {
        try connection.execute(
            "DELETE FROM destinations WHERE id = ?1 AND account = ?2", [.text(id), .integer(account.rawValue)])
    }

    // MARK: - The rule

    /// Whether an account's money may go to the places of its book alone.
    package func rule(of account: LedgerAccount) throws -> AddressBookRule {
        var rule = AddressBookRule()
        let row = try connection.first(
            "SELECT opens_at FROM address_book_rules WHERE account = ?1", [.integer(account.rawValue)])
        guard let row else { return rule }
        rule.isOnly = true
        rule.opensAt = try row.optionalInteger(0).map { Timestamp(milliseconds: $0) }
        return rule
    }

    /// Keeps whether an account's money may go to the places of its book alone.
    package func set(_ rule: AddressBookRule, of account: LedgerAccount) throws {
        try connection.execute(
            "DELETE FROM address_book_rules WHERE account = ?1", [.integer(account.rawValue)])
        guard rule.isOnly else { return }
        try connection.execute(
            "INSERT INTO address_book_rules (account, opens_at) VALUES (?1, ?2)",
            [.integer(account.rawValue), SQLValue(rule.opensAt?.milliseconds)])
    }

    // MARK: - Sending

    /// Lets money go to an address only where the account's rule allows it; throws ``MarketError/notInAddressBook``, or
    /// ``MarketError/destinationWaits(until:)`` for an entry that is too new.
    package func requireAllowed(address: String, asset: Asset, of account: LedgerAccount, at now: Timestamp) throws {
        guard try rule(of: account).holds(at: now) else { return }
        let entry = try list(of: account).first { $0.place == .address(address, asset: asset) }
        guard let entry else { throw MarketError.notInAddressBook }
        try entry.requireUsable(at: now)
    }

    /// The place of a withdrawal in one line: that of the entry that it names, or what its owner wrote where that may be.
    ///
    /// Programs that know of no entries name one by writing its name. Throws ``MarketError/unknownDestination``,
    /// ``MarketError/destinationWaits(until:)`` and ``MarketError/notInAddressBook``.
    package func place(
        of draft: MoneyRequestDraft, asset: Asset, account: LedgerAccount, at now: Timestamp
    ) throws -> String {
        if let id = draft.destination {
            guard let entry = try find(id, of: account), entry.takes(asset) else {
                throw MarketError.unknownDestination
            }
            try entry.requireUsable(at: now)
            return entry.line
        }
        guard try rule(of: account).holds(at: now) else { return draft.bankAccount }
        let entry = try list(of: account).first { $0.name == draft.bankAccount && $0.takes(asset) }
        guard let entry else { throw MarketError.notInAddressBook }
        try entry.requireUsable(at: now)
        return entry.line
    }
}

extension Destination {
    /// Whether an asset can be sent there: to an address its own, to a bank what is no crypto-currency and no points.
    fileprivate func takes(_ asset: Asset) -> Bool {
        switch place {
        case .address(_, let own): own.number == asset.number
        case .bank: asset.kind == .currency
        }
    }

    fileprivate func requireUsable(at now: Timestamp) throws(MarketError) {
        guard usableAt <= now else { throw .destinationWaits(until: usableAt) }
    }
}
