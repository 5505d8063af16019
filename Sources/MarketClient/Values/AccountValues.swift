import Basics

/// What one pays for trades: a part of what is received.
public struct MarketRates: Equatable, Sendable {
    /// For orders that waited in the book.
    public let maker: ExactDecimal
    /// For orders that met one.
    public let taker: ExactDecimal

    init(_ json: JSONValue) throws(MarketClientError) {
        guard let maker = try json["rate"]?.text("market_maker"), let taker = try json["rate"]?.text("market_taker"),
            let first = ExactDecimal(maker), let second = ExactDecimal(taker)
        else { throw .unexpectedAnswer }
        (self.maker, self.taker) = (first, second)
    }
}

/// What one has of an asset.
public struct MarketBalance: Equatable, Sendable {
    /// The asset.
    public let asset: String
    /// What may be spent, a decimal text.
    public let available: String
    /// What is owned, with what open orders hold, a decimal text.
    public let balance: String
    /// The asset's name in words, where the exchange says it.
    public let title: String?

    init(_ json: JSONValue) throws(MarketClientError) {
        asset = try json.text("wallet")
        available = try json.text("available")
        balance = try json.text("balance")
        title = json.optionalText("currency_big_name")
    }
}

/// One line of one's statement.
public struct MarketTransaction: Equatable, Sendable {
    /// What names it.
    public let id: String
    /// The asset.
    public let asset: String
    /// How much, a decimal text.
    public let amount: String
    /// The fee, a decimal text.
    public let fee: String?
    /// The balance afterwards, a decimal text.
    public let balance: String?
    /// When, as the exchange writes it.
    public let date: String

    init(_ json: JSONValue) throws(MarketClientError) {
        id = try json.text("id")
        asset = try json.text("currency")
        amount = try json.text("amount")
        fee = json.optionalText("fee_amount")
        balance = json.optionalText("balance")
        date = json.optionalText("date") ?? ""
    }
}

/// What shows on a socket who one is.
public struct MarketSocketTicket: Sendable {
    let uid: String
    let socid: String
    let verify: String?

    init(_ json: JSONValue) throws(MarketClientError) {
        uid = try json.text("uid")
        socid = try json.text("socid")
        verify = json.optionalText("verify")
    }
}
