import Banks
import Basics
import Ledger

/// Where money may be sent, as an account's address book has it.
package struct Destination: Sendable, Equatable {
    /// What kind of place it is.
    package enum Place: Sendable, Equatable {
        /// An address of an asset.
        case address(String, asset: Asset)
        /// An account at a bank.
        case bank(BankAccount)
    }

    /// For how long a new entry waits before money can go there, seconds: whoever got hold of a session is noticed
    /// meanwhile.
    package static let waitingSeconds: Int64 = 86_400
    /// How many entries an account may have.
    package static let perAccount = 50

    /// 128 random bits, as hexadecimal digits.
    package let id: String
    /// What its owner calls it, unique in the book.
    package let name: String
    /// The place.
    package let place: Place
    /// When it was added.
    package let addedAt: Timestamp

    /// An entry of these parts.
    package init(id: String, name: String, place: Place, addedAt: Timestamp) {
        self.id = id
        self.name = name
        self.place = place
        self.addedAt = addedAt
    }

    /// From when on money can go there.
    package var usableAt: Timestamp { addedAt.advanced(bySeconds: Self.waitingSeconds) }

    /// The place in one line, as a request for money keeps it.
    package var line: String {
        switch place {
        case .address(let address, _): address
        case .bank(let account): account.line
        }
    }
}

/// Whether money may go to the places of an account's address book alone.
package struct AddressBookRule: Sendable, Equatable {
    /// Whether its owner insists on it.
    package var isOnly = false
    /// When that ends; nil while nobody has asked for its end.
    package var opensAt: Timestamp?

    /// A book beside which money may go anywhere.
    package init() {}

    /// Whether it holds at `now`.
    package func holds(at now: Timestamp) -> Bool {
        guard isOnly else { return false }
        return opensAt.map { now < $0 } ?? true
    }
}
