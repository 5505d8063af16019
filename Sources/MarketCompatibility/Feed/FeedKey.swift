import Ledger

/// One thing that changes and that sockets can follow.
enum FeedKey: Hashable, Sendable {
    /// Of the 2020 generation: the assets.
    case currencies
    /// Of the 2020 generation: every market in four numbers.
    case board
    /// Of the 2018 generation: the same.
    case boardAlert
    /// Of the 2018 generation: the candles of every market.
    case pairs
    /// Of the 2020 generation: the orders of a market's book.
    case openBook(Int)
    /// Of the 2020 generation: a market's last trades.
    case historicalBook(Int)
    /// Of the 2020 generation: a market's candles.
    case candles(Int)
    /// Of the 2018 generation: the orders of a market's book.
    case orders(Int)
    /// Of the 2020 generation: what a trader has.
    case balance(LedgerAccount)
    /// Of the 2020 generation: a trader's open orders.
    case openOrders(LedgerAccount)
    /// Of the 2020 generation: a trader's last filled and cancelled orders.
    case historicalOrders(LedgerAccount)
    /// Of the 2020 generation: a trader's tier and what was traded.
    case operated(LedgerAccount)
    /// Of the 2018 generation: what a trader has.
    case balances(LedgerAccount)
    /// Of our own: every market with its last price and its last 24 hours.
    case tickers
    /// Of our own: a market's book, the orders of a price added up.
    case depth(Int)
    /// Of our own: the newest candle of each frame of a market.
    case runningCandles(Int)
    /// Of our own: what a market does with orders, and at which price its auction would trade.
    case auction(Int)

    /// The event that carries it.
    var event: String {
        switch self {
        case .currencies: "currencies"
        case .board: "board"
        case .boardAlert: "board-alert"
        case .pairs: "pairs"
        case .openBook: "open-book"
        case .historicalBook: "historical-book"
        case .candles: "candles"
        case .orders: "orders"
        case .balance: "balance"
        case .openOrders: "open-orders"
        case .historicalOrders: "historical-orders"
        case .operated: "operated"
        case .balances: "balances"
        case .tickers: "tickers"
        case .depth: "depth"
        case .runningCandles: "running-candles"
        case .auction: "auction"
        }
    }

    /// The market that it is of; nil for what is of none or of all.
    var market: Int? {
        switch self {
        case .openBook(let number), .historicalBook(let number), .candles(let number), .orders(let number),
            .depth(let number), .runningCandles(let number), .auction(let number):
            number
        default: nil
        }
    }

    /// The account that it is of; nil for what everybody may see.
    var account: LedgerAccount? {
        switch self {
        case .balance(let account), .openOrders(let account), .historicalOrders(let account), .operated(let account),
            .balances(let account):
            account
        default: nil
        }
    }

    /// In which order the first snapshots of a socket go out: clients read a balance with the help of the currencies.
    var rank: Int {
        switch self {
        case .currencies: 0
        case .balance, .balances: 1
        case .openOrders: 2
        case .historicalOrders: 3
        case .operated: 4
        case .board, .boardAlert, .tickers: 5
        case .openBook, .orders, .depth, .auction: 6
        case .historicalBook: 7
        case .candles, .pairs, .runningCandles: 8
        }
    }

    /// Everything of a trader that the 2020 generation is sent.
    static func private2020(_ account: LedgerAccount) -> [FeedKey] {
        [.balance(account), .openOrders(account), .historicalOrders(account), .operated(account)]
    }

    /// What our own pages follow of a market beside that, each when it is asked for.
    static func ownOfMarket(_ number: Int) -> [FeedKey] {
        [.depth(number), .runningCandles(number), .auction(number)]
    }

    /// Everything of a market that the 2020 generation is sent.
    static func market2020(_ number: Int) -> [FeedKey] {
        [.openBook(number), .historicalBook(number), .candles(number)]
    }
}
