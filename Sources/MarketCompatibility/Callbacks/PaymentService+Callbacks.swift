import AccountService
import Basics
import HTTPKit
import Ledger
import LedgerService
import MarketService
import ServiceKit
import Storage

// Merchants' programs are told what becomes of an invoice.
extension PaymentService {
    /// For how long it is tried to tell a program.
    static let callbackSeconds: Int64 = 86_400

    /// Lets an invoice's program be told that its status is another one, within the transaction in which it is.
    static func call(
        _ order: PaymentOrder, status: PaymentStatus, _ random: ServerRandom, at now: Timestamp,
        _ connection: any Connection
    ) throws {
        guard !order.details.callbackURL.isEmpty else { return }
        let secrets = CallbackSecretStore(connection)
        // Whoever has never seen a secret still gets calls, and can have a new one at any time.
        if try secrets.madeAt(of: order.merchant) == nil {
            try secrets.put(newSecret(random), of: order.merchant, at: now)
        }
        try DeliveryStore(connection).insertCallback(
            id: random.identifier().hexadecimal, to: order.identifier, of: "merchant \(order.merchant.rawValue)",
            body: order.callback(status, at: now).compactText, usefulFor: callbackSeconds, at: now)
    }

    /// 64 hexadecimal digits.
    private static func newSecret(_ random: ServerRandom) -> String {
        random.identifier().hexadecimal + random.identifier().hexadecimal
    }

    /// Makes a new secret for calls to a merchant's program, which takes the place of the old one at once; this is the
    /// one time that it is told.
    func renewCallbackSecret(of merchant: Trader) async throws(ServiceError) -> (secret: String, madeAt: Timestamp) {
        let (secret, now) = (Self.newSecret(market.random), clock.now())
        try await market.database.writing {
            try CallbackSecretStore($0).put(secret, of: merchant.number, at: now)
        }
        return (secret, now)
    }

    /// When the secret was made that calls are signed with; nil when there is none.
    func callbackSecretMadeAt(of merchant: Trader) async throws(ServiceError) -> Timestamp? {
        try await market.database.reading { try CallbackSecretStore($0).madeAt(of: merchant.number) }
    }
}

extension PaymentOrder {
    /// What a program is told.
    fileprivate func callback(_ status: PaymentStatus, at now: Timestamp) -> JSONValue {
        func text(_ units: Int128, _ asset: Asset) -> JSONValue {
            .string(DecimalText.text(units, exponent: asset.exponent))
        }
        return .object([
            "id": .string(identifier), "request": .string(String(address.dropFirst(Self.addressPrefix.count))),
            "external_id": .string(details.externalID), "status": .integer(status.rawValue),
            "to_receive": text(toReceive, receiveAsset), "to_receive_currency": .string(receiveAsset.name.text),
            "expected_amount": text(expectedAmount, expectedAsset),
            "expected_currency": .string(expectedAsset.name.text), "token": .string(token),
            "created_at": .string(ExchangeTime.text(createdAt)), "updated_at": .string(ExchangeTime.text(now)),
        ])
    }
}
