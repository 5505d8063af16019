import API
import Banks
import HTTPKit
import Ledger
import LedgerService

/// Lets only those go on who have shown within the last minutes who they are; it throws for others.
package typealias OwnerCheck = @Sendable (_ session: Session) async throws -> Void

extension RouteHandlers {
    /// Where money of whoever is signed in may be sent; each change needs that they have just shown who they are.
    mutating func addMarketAddressBookRoutes(_ market: MarketService, _ requireOwner: @escaping OwnerCheck) {
        on(Routes.marketAddressBook) { call in
            MarketAddressBookBody(try await market.addressBook(of: try await call.trader(market)))
        }
        on(Routes.addMarketAddress) { call, body in
            try await requireOwner(try call.session)
            let place = try await market.place(address: body.address, asset: try AssetName(checking: body.asset))
            return MarketDestinationBody(
                try await market.addDestination(place, name: body.name, of: try await call.trader(market)))
        }
        on(Routes.addMarketBankAccount) { call, body in
            try await requireOwner(try call.session)
            let account = try BankAccount(checking: body)
            return MarketDestinationBody(
                try await market.addDestination(.bank(account), name: body.name, of: try await call.trader(market)))
        }
        on(Routes.removeMarketDestination) { call in
            try await requireOwner(try call.session)
            let id = try call.value(RouteParameters.id)
            try await market.removeDestination(id, of: try await call.trader(market))
        }
        on(Routes.setMarketAddressBookRule) { call, body in
            try await requireOwner(try call.session)
            return MarketAddressBookBody(
                try await market.insistOnAddressBook(body.isOnly, of: try await call.trader(market)))
        }
    }
}

extension BankAccount {
    /// The account that a body says.
    fileprivate init(checking body: MarketBankAccountDraftBody) throws {
        do throws(BankAccountFault) {
            try self.init(
                country: body.country, holder: body.holder, bank: body.bank, kind: BankAccountKind(body.type),
                number: body.number, taxNumber: body.taxNumber)
        } catch {
            throw ServiceError.market(.bankAccount(error))
        }
    }
}

extension BankAccountKind {
    fileprivate init(_ kind: MarketBankAccountKind) {
        self =
            switch kind {
            case .current: .current
            case .sight: .sight
            case .savings: .savings
            }
    }

    /// As it travels.
    fileprivate var apiValue: MarketBankAccountKind {
        switch self {
        case .current: .current
        case .sight: .sight
        case .savings: .savings
        }
    }
}

extension MarketDestinationBody {
    fileprivate init(_ entry: Destination) {
        switch entry.place {
        case .address(let address, let asset):
            self.init(
                id: entry.id, name: entry.name, asset: asset.name.text, address: address, addedAt: entry.addedAt,
                usableAt: entry.usableAt)
        case .bank(let account):
            self.init(
                id: entry.id, name: entry.name,
                bankAccount: MarketBankAccountBody(
                    country: account.country, holder: account.holder, bank: account.bank, type: account.kind.apiValue,
                    number: account.number, taxNumber: account.taxNumber?.text),
                addedAt: entry.addedAt, usableAt: entry.usableAt)
        }
    }
}

extension MarketAddressBookBody {
    fileprivate init(_ book: AddressBook) {
        self.init(
            destinations: book.entries.map(MarketDestinationBody.init), isOnly: book.rule.isOnly,
            opensAt: book.rule.opensAt)
    }
}
