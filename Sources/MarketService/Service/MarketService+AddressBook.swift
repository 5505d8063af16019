import Banks
import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage
import TypedText

/// An account's address book.
package struct AddressBook: Sendable {
    /// Where money may be sent, by name.
    package let entries: [Destination]
    /// Whether it may go nowhere else.
    package let rule: AddressBookRule
}

// Where money may be sent. Whoever calls has made sure that the owner has just shown who they are.
extension MarketService {
    /// The trader's address book.
    package func addressBook(of trader: Trader) async throws(ServiceError) -> AddressBook {
        let assets = try await assets()
        let now = clock.now()
        return try await database.reading { connection in
            let store = DestinationStore(connection, assets: assets)
            let rule = try store.rule(of: trader.number)
            return AddressBook(
                entries: try store.list(of: trader.number), rule: rule.holds(at: now) ? rule : AddressBookRule())
        }
    }

    /// Adds a place, to which money can go a day later.
    ///
    /// Throws `invalidText` for a name that cannot be shown in one line, `nameTaken` and `limitReached`.
    package func addDestination(
        _ place: Destination.Place, name: String, of trader: Trader
    ) async throws(ServiceError) -> Destination {
        let assets = try await assets()
        let name = try LedgerAdministration.read(name)
        guard (1...60).contains(name.unicodeScalars.count), !ReadableText.isBlank(name) else {
            throw .market(.invalidText)
        }
        if case .address(let address, _) = place {
            guard !address.isEmpty, address.utf8.count <= 200, address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { throw .market(.invalidText) }
        }
        let new = Destination(
            id: random.identifier().hexadecimal, name: name, place: place, addedAt: clock.now())
        let witness = witness
        return try await database.writingMarket { connection in
            let store = DestinationStore(connection, assets: assets)
            guard try store.list(of: trader.number).count < Destination.perAccount else {
                throw MarketError.limitReached
            }
            guard try store.insert(new, of: trader.number) else { throw MarketError.nameTaken }
            try witness(.bookAdded, name, trader.account, connection)
            return new
        }
    }

    /// The place of an address for an asset; throws `unknownAsset`.
    package func place(address: String, asset name: AssetName) async throws(ServiceError) -> Destination.Place {
        .address(address, asset: try await asset(named: name))
    }

    /// Removes a place at once; throws `unknownDestination`.
    package func removeDestination(_ id: String, of trader: Trader) async throws(ServiceError) {
        let assets = try await assets()
        let witness = witness
        try await database.writingMarket { connection in
            let store = DestinationStore(connection, assets: assets)
            guard let entry = try store.find(id, of: trader.number) else { throw MarketError.unknownDestination }
            try store.delete(id, of: trader.number)
            try witness(.bookRemoved, entry.name, trader.account, connection)
        }
    }

    /// Lets money go to the places of the book alone, at once, or anywhere again, a day later.
    package func insistOnAddressBook(_ isOnly: Bool, of trader: Trader) async throws(ServiceError) -> AddressBook {
        let (now, witness) = (clock.now(), witness)
        try await database.writingMarket { connection in
            let store = DestinationStore(connection, assets: [])
            var rule = try store.rule(of: trader.number)
            if !rule.holds(at: now) { rule = AddressBookRule() }
            // An end that is on its way does not begin anew.
            guard isOnly != (rule.isOnly && rule.opensAt == nil) else { return }
            rule.isOnly = true
            rule.opensAt = isOnly ? nil : now.advanced(bySeconds: Destination.waitingSeconds)
            try store.set(rule, of: trader.number)
            try witness(isOnly ? .bookOnly : .bookOpening, "", trader.account, connection)
        }
        return try await addressBook(of: trader)
    }
}
