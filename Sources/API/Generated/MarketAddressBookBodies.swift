// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// What kind of account a bank keeps.
package enum MarketBankAccountKind: String, CaseIterable, Codable, Sendable {
    /// A current account.
    case current
    /// An account at sight, as Chile has beside the current one.
    case sight
    /// A savings account.
    case savings

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["current", "sight", "savings"])
}

/// An address for the address book.
package struct MarketAddressDraftBody: APIBody {
    /// What you call it.
    package var name: String
    /// The asset.
    package var asset: String
    /// The address for that asset.
    package var address: String

    /// An address for the address book.
    package init(name: String, asset: String, address: String) {
        self.name = name
        self.asset = asset
        self.address = address
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketAddressDraft",
        [
            .required("name", .line(60)),
            .required("asset", .text(20)),
            .required("address", .text(200)),
        ])
}

/// A bank account for the address book.
package struct MarketBankAccountDraftBody: APIBody {
    /// What you call it.
    package var name: String
    /// The country of the bank, two capital letters.
    package var country: String
    /// Whose account it is.
    package var holder: String
    /// The bank.
    package var bank: String
    /// What kind of account it is.
    package var type: MarketBankAccountKind
    /// The number of the account; in Europe the international one (IBAN), whose check is looked at.
    package var number: String
    /// The number of the holder at the tax office: needed in Chile (RUT), whose check digit is looked at, and nowhere
    /// else.
    package var taxNumber: String?

    /// A bank account for the address book.
    package init(
        name: String, country: String, holder: String, bank: String, type: MarketBankAccountKind, number: String,
        taxNumber: String? = nil
    ) {
        self.name = name
        self.country = country
        self.holder = holder
        self.bank = bank
        self.type = type
        self.number = number
        self.taxNumber = taxNumber
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketBankAccountDraft",
        [
            .required("name", .line(60)),
            .required("country", .text(2)),
            .required("holder", .line(60)),
            .required("bank", .line(60)),
            .required("type", MarketBankAccountKind.schema),
            .required("number", .text(60)),
            .optional("taxNumber", .text(20)),
        ])
}

/// A bank account whose parts were checked.
package struct MarketBankAccountBody: APIBody {
    /// The country of the bank, two capital letters.
    package var country: String
    /// Whose account it is.
    package var holder: String
    /// The bank.
    package var bank: String
    /// What kind of account it is.
    package var type: MarketBankAccountKind
    /// The number of the account, without blanks.
    package var number: String
    /// The number of the holder at the tax office.
    package var taxNumber: String?

    /// A bank account whose parts were checked.
    package init(
        country: String, holder: String, bank: String, type: MarketBankAccountKind, number: String,
        taxNumber: String? = nil
    ) {
        self.country = country
        self.holder = holder
        self.bank = bank
        self.type = type
        self.number = number
        self.taxNumber = taxNumber
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketBankAccount",
        [
            .required("country", .text(2)),
            .required("holder", .text(60)),
            .required("bank", .text(60)),
            .required("type", MarketBankAccountKind.schema),
            .required("number", .text(34)),
            .optional("taxNumber", .text(20)),
        ])
}

/// A place where you send money; either an address or a bank account.
package struct MarketDestinationBody: APIBody {
    /// Which one.
    package var id: String
    /// What you call it.
    package var name: String
    /// The asset of an address.
    package var asset: String?
    /// The address.
    package var address: String?
    /// The bank account.
    package var bankAccount: MarketBankAccountBody?
    /// When it was added.
    package var addedAt: Timestamp
    /// From when on money can go there.
    package var usableAt: Timestamp

    /// A place where you send money; either an address or a bank account.
    package init(
        id: String, name: String, asset: String? = nil, address: String? = nil,
        bankAccount: MarketBankAccountBody? = nil, addedAt: Timestamp, usableAt: Timestamp
    ) {
        self.id = id
        self.name = name
        self.asset = asset
        self.address = address
        self.bankAccount = bankAccount
        self.addedAt = addedAt
        self.usableAt = usableAt
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketDestination",
        [
            .required("id", .text(32)),
            .required("name", .text(60)),
            .optional("asset", .text(20)),
            .optional("address", .text(200)),
            .optional("bankAccount", MarketBankAccountBody.schema),
            .required("addedAt", .dateTime),
            .required("usableAt", .dateTime),
        ])
}

/// Where you send money.
package struct MarketAddressBookBody: APIBody {
    /// The places, by name.
    package var destinations: [MarketDestinationBody]
    /// Whether your money may go nowhere else.
    package var isOnly: Bool
    /// When that ends, once you have asked for its end.
    package var opensAt: Timestamp?

    /// Where you send money.
    package init(destinations: [MarketDestinationBody], isOnly: Bool, opensAt: Timestamp? = nil) {
        self.destinations = destinations
        self.isOnly = isOnly
        self.opensAt = opensAt
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketAddressBook",
        [
            .required("destinations", .list(of: MarketDestinationBody.schema)),
            .required("isOnly", .boolean),
            .optional("opensAt", .dateTime),
        ])
}

/// Whether your money may go to the places of your address book alone.
package struct MarketAddressBookRuleBody: APIBody {
    /// Whether it may.
    package var isOnly: Bool

    /// Whether your money may go to the places of your address book alone.
    package init(isOnly: Bool) {
        self.isOnly = isOnly
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketAddressBookRule",
        [
            .required("isOnly", .boolean)
        ])
}
