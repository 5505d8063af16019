// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Lists where you send money, by name, and says whether it may go nowhere else.
    package static let marketAddressBook = Endpoint<NoBody, MarketAddressBookBody>(
        "marketAddressBook", .get, "/api/market/destinations",
        "Lists where you send money, by name, and says whether it may go nowhere else.", needsSession: true)
    /// Adds an address to which your money can go a day later.
    package static let addMarketAddress = Endpoint<MarketAddressDraftBody, MarketDestinationBody>(
        "addMarketAddress", .post, "/api/market/destination-addresses",
        "Adds an address to which your money can go a day later.", needsSession: true, status: 201)
    /// Adds a bank account, as far as it can be checked, to which your money can go a day later.
    package static let addMarketBankAccount = Endpoint<MarketBankAccountDraftBody, MarketDestinationBody>(
        "addMarketBankAccount", .post, "/api/market/destination-bank-accounts",
        "Adds a bank account, as far as it can be checked, to which your money can go a day later.", needsSession: true,
        status: 201)
    /// Removes one of the places where you send money, at once.
    package static let removeMarketDestination = Endpoint<NoBody, NoBody>(
        "removeMarketDestination", .delete, "/api/market/destinations/{id}",
        "Removes one of the places where you send money, at once.", needsSession: true)
    /// Lets your money go to the places of your address book alone, at once, or anywhere again, a day later.
    package static let setMarketAddressBookRule = Endpoint<MarketAddressBookRuleBody, MarketAddressBookBody>(
        "setMarketAddressBookRule", .put, "/api/market/destination-rule",
        "Lets your money go to the places of your address book alone, at once, or anywhere again, a day later.",
        needsSession: true)

    /// These, in the order in which documents list them.
    static let marketAddressBookRoutes: [Route] = [
        marketAddressBook.route, addMarketAddress.route, addMarketBankAccount.route, removeMarketDestination.route,
        setMarketAddressBookRule.route,
    ]
}
