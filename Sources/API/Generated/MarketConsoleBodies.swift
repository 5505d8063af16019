// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// How an audit of the ledger stands.
package enum ConsoleAuditState: String, CaseIterable, Codable, Sendable {
    /// None was made since the server began.
    case never
    /// It is being made.
    case running
    /// It has looked at everything.
    case ended
    /// It could not be brought to its end.
    case failed

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["never", "running", "ended", "failed"])
}

/// What a piece of an audit looks at.
package enum ConsolePieceKind: String, CaseIterable, Codable, Sendable {
    /// The orders, trades and trails of a market.
    case market
    /// What transfers moved, each of which adds up to zero.
    case postings
    /// Each balance against what moved it, and what is held against what holds it.
    case balances

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["market", "postings", "balances"])
}

/// An asset with what is asked of its withdrawals.
package struct ConsoleAssetBody: APIBody {
    /// The asset.
    package var asset: MarketAssetBody
    /// What is kept of each withdrawal.
    package var fee: String
    /// The least that a withdrawal may be of, the fee included.
    package var minimum: String
    /// The most that an account may send away in 24 hours; without it there is no bound.
    package var dailyLimit: String?
    /// More than this is moved only when two people have said so; without it one is enough.
    ///
    /// It is set on the machine.
    package var approvalAbove: String?

    /// An asset with what is asked of its withdrawals.
    package init(
        asset: MarketAssetBody, fee: String, minimum: String, dailyLimit: String? = nil, approvalAbove: String? = nil
    ) {
        self.asset = asset
        self.fee = fee
        self.minimum = minimum
        self.dailyLimit = dailyLimit
        self.approvalAbove = approvalAbove
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleAsset",
        [
            .required("asset", MarketAssetBody.schema),
            .required("fee", .decimal),
            .required("minimum", .decimal),
            .optional("dailyLimit", .decimal),
            .optional("approvalAbove", .decimal),
        ])
}

/// What there is to administer.
package struct ConsoleCatalogueBody: APIBody {
    /// The assets, by age.
    package var assets: [ConsoleAssetBody]
    /// The markets, by age.
    package var markets: [MarketBody]

    /// What there is to administer.
    package init(assets: [ConsoleAssetBody], markets: [MarketBody]) {
        self.assets = assets
        self.markets = markets
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleCatalogue",
        [
            .required("assets", .list(of: ConsoleAssetBody.schema)),
            .required("markets", .list(of: MarketBody.schema)),
        ])
}

/// An asset to be added.
package struct ConsoleAssetDraftBody: APIBody {
    /// The short name: 2 to 10 of A–Z and 0–9, a letter first.
    package var name: String
    /// What it is.
    package var kind: MarketAssetKind
    /// The name in words.
    package var title: String
    /// How many decimal places are shown.
    package var decimals: Int
    /// How many decimal places an amount can have.
    package var exponent: Int
    /// What stands before an amount.
    package var prefix: String?
    /// What stands after an amount.
    package var postfix: String?

    /// An asset to be added.
    package init(
        name: String, kind: MarketAssetKind, title: String, decimals: Int, exponent: Int, prefix: String? = nil,
        postfix: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.title = title
        self.decimals = decimals
        self.exponent = exponent
        self.prefix = prefix
        self.postfix = postfix
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleAssetDraft",
        [
            .required("name", .text(10)),
            .required("kind", MarketAssetKind.schema),
            .required("title", .line(100)),
            .required("decimals", .integer(0...18)),
            .required("exponent", .integer(0...18)),
            .optional("prefix", .line(20)),
            .optional("postfix", .line(20)),
        ])
}

/// What is asked of withdrawals of an asset from now on.
package struct ConsoleTermsBody: APIBody {
    /// What is kept of each withdrawal.
    package var fee: String
    /// The least that a withdrawal may be of, the fee included.
    package var minimum: String
    /// The most that an account may send away in 24 hours; without it there is no bound.
    package var dailyLimit: String?

    /// What is asked of withdrawals of an asset from now on.
    package init(fee: String, minimum: String, dailyLimit: String? = nil) {
        self.fee = fee
        self.minimum = minimum
        self.dailyLimit = dailyLimit
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleTerms",
        [
            .required("fee", .decimal),
            .required("minimum", .decimal),
            .optional("dailyLimit", .decimal),
        ])
}

/// A market to be added.
package struct ConsoleMarketDraftBody: APIBody {
    /// The name.
    package var name: String
    /// The asset that is bought and sold.
    package var base: String
    /// The asset that prices are in.
    package var quote: String
    /// The step of prices.
    package var tick: String
    /// The step of amounts.
    package var lot: String
    /// The least amount of an order.
    package var minimum: String
    /// The fees, by rising threshold.
    package var fees: [MarketFeeTierBody]

    /// A market to be added.
    package init(
        name: String, base: String, quote: String, tick: String, lot: String, minimum: String, fees: [MarketFeeTierBody]
    ) {
        self.name = name
        self.base = base
        self.quote = quote
        self.tick = tick
        self.lot = lot
        self.minimum = minimum
        self.fees = fees
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleMarketDraft",
        [
            .required("name", .text(20)),
            .required("base", .text(20)),
            .required("quote", .text(20)),
            .required("tick", .decimal),
            .required("lot", .decimal),
            .required("minimum", .decimal),
            .required("fees", .array(of: MarketFeeTierBody.schema, count: 1...32)),
        ])
}

/// The fees of a market from now on.
package struct ConsoleFeesBody: APIBody {
    /// The fees, by rising threshold, the first from 0.
    package var fees: [MarketFeeTierBody]

    /// The fees of a market from now on.
    package init(fees: [MarketFeeTierBody]) {
        self.fees = fees
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleFees",
        [
            .required("fees", .array(of: MarketFeeTierBody.schema, count: 1...32))
        ])
}

/// That somebody of the staff has approved a request.
package struct ConsoleApprovalBody: APIBody {
    /// Who; missing when the account has ended.
    package var email: String?
    /// When.
    package var at: Timestamp
    /// Whether it was you.
    package var isOwn: Bool

    /// That somebody of the staff has approved a request.
    package init(email: String? = nil, at: Timestamp, isOwn: Bool) {
        self.email = email
        self.at = at
        self.isOwn = isOwn
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleApproval",
        [
            .optional("email", .text(254)),
            .required("at", .dateTime),
            .required("isOwn", .boolean),
        ])
}

/// A deposit or withdrawal that waits for somebody of the staff.
package struct ConsoleRequestBody: APIBody {
    /// Its number.
    package var id: String
    /// Which way the money goes.
    package var kind: MarketRequestKind
    /// Whose it is.
    package var email: String
    /// The asset.
    package var asset: String
    /// How much.
    package var amount: String
    /// What is kept of a withdrawal.
    package var fee: String?
    /// What a withdrawal pays out.
    package var pays: String?
    /// The bank account, as its owner named it.
    package var bankAccount: String
    /// When it was sent, as its owner wrote it.
    package var date: String?
    /// The bank's number of the payment.
    package var trackingCode: String?
    /// The name of a voucher.
    package var voucher: String?
    /// When it was made.
    package var createdAt: Timestamp
    /// Whether it is above the limit of its asset.
    package var needsTwo: Bool
    /// Who has approved it first.
    package var approval: ConsoleApprovalBody?
    /// Whether it is yours: then somebody else has to decide.
    package var isOwn: Bool

    /// A deposit or withdrawal that waits for somebody of the staff.
    package init(
        id: String, kind: MarketRequestKind, email: String, asset: String, amount: String, fee: String? = nil,
        pays: String? = nil, bankAccount: String, date: String? = nil, trackingCode: String? = nil,
        voucher: String? = nil, createdAt: Timestamp, needsTwo: Bool, approval: ConsoleApprovalBody? = nil, isOwn: Bool
    ) {
        self.id = id
        self.kind = kind
        self.email = email
        self.asset = asset
        self.amount = amount
        self.fee = fee
        self.pays = pays
        self.bankAccount = bankAccount
        self.date = date
        self.trackingCode = trackingCode
        self.voucher = voucher
        self.createdAt = createdAt
        self.needsTwo = needsTwo
        self.approval = approval
        self.isOwn = isOwn
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleRequest",
        [
            .required("id", .text(24)),
            .required("kind", MarketRequestKind.schema),
            .required("email", .text(254)),
            .required("asset", .text(20)),
            .required("amount", .decimal),
            .optional("fee", .decimal),
            .optional("pays", .decimal),
            .required("bankAccount", .text(256)),
            .optional("date", .text(256)),
            .optional("trackingCode", .text(256)),
            .optional("voucher", .text(256)),
            .required("createdAt", .dateTime),
            .required("needsTwo", .boolean),
            .optional("approval", ConsoleApprovalBody.schema),
            .required("isOwn", .boolean),
        ])
}

/// Deposits and withdrawals that wait.
package struct ConsoleRequestsBody: APIBody {
    /// The requests, the oldest first.
    package var requests: [ConsoleRequestBody]
    /// The parameter `after` of the next page; without it this is the last one.
    package var cursor: Int?

    /// Deposits and withdrawals that wait.
    package init(requests: [ConsoleRequestBody], cursor: Int? = nil) {
        self.requests = requests
        self.cursor = cursor
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleRequests",
        [
            .required("requests", .list(of: ConsoleRequestBody.schema)),
            .optional("cursor", .count),
        ])
}

/// Why a request is refused.
package struct ConsoleRefusalBody: APIBody {
    /// The reason, which its owner reads.
    package var reason: String

    /// Why a request is refused.
    package init(reason: String) {
        self.reason = reason
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleRefusal",
        [
            .required("reason", .line(200))
        ])
}

/// What became of a request: nothing that says whose it is.
package struct ConsoleDecisionBody: APIBody {
    /// Its number.
    package var id: String
    /// How it stands now.
    package var status: MarketRequestStatus
    /// Whether one person has approved it and a second one has to.
    package var isApproved: Bool

    /// What became of a request: nothing that says whose it is.
    package init(id: String, status: MarketRequestStatus, isApproved: Bool) {
        self.id = id
        self.status = status
        self.isApproved = isApproved
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleDecision",
        [
            .required("id", .text(24)),
            .required("status", MarketRequestStatus.schema),
            .required("isApproved", .boolean),
        ])
}

/// Which account is meant.
package struct ConsoleAccountQueryBody: APIBody {
    /// Its whole e-mail address; case does not matter.
    package var email: String

    /// Which account is meant.
    package init(email: String) {
        self.email = email
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleAccountQuery",
        [
            .required("email", .text(254))
        ])
}

/// What an account may send away of an asset in 24 hours.
package struct ConsoleLimitBody: APIBody {
    /// The asset.
    package var asset: String
    /// The bound that holds for everybody; without it there is none.
    package var usual: String?
    /// The bound that holds for this account instead.
    package var own: String?

    /// What an account may send away of an asset in 24 hours.
    package init(asset: String, usual: String? = nil, own: String? = nil) {
        self.asset = asset
        self.usual = usual
        self.own = own
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleLimit",
        [
            .required("asset", .text(20)),
            .optional("usual", .decimal),
            .optional("own", .decimal),
        ])
}

/// The bounds of one account.
package struct ConsoleAccountBody: APIBody {
    /// Its e-mail address.
    package var email: String
    /// The bounds, one for each asset.
    package var limits: [ConsoleLimitBody]

    /// The bounds of one account.
    package init(email: String, limits: [ConsoleLimitBody]) {
        self.email = email
        self.limits = limits
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleAccount",
        [
            .required("email", .text(254)),
            .required("limits", .list(of: ConsoleLimitBody.schema)),
        ])
}

/// Another bound for one account.
package struct ConsoleLimitDraftBody: APIBody {
    /// Its whole e-mail address.
    package var email: String
    /// The asset.
    package var asset: String
    /// The most that it may send away in 24 hours; without it, what holds for everybody.
    package var dailyLimit: String?

    /// Another bound for one account.
    package init(email: String, asset: String, dailyLimit: String? = nil) {
        self.email = email
        self.asset = asset
        self.dailyLimit = dailyLimit
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleLimitDraft",
        [
            .required("email", .text(254)),
            .required("asset", .text(20)),
            .optional("dailyLimit", .decimal),
        ])
}

/// A piece of an audit that has been looked at.
package struct ConsoleAuditPieceBody: APIBody, Hashable {
    /// What it looked at.
    package var kind: ConsolePieceKind
    /// Which market.
    package var market: String?
    /// How long it took.
    package var milliseconds: Int
    /// How much of it does not agree.
    package var faults: Int

    /// A piece of an audit that has been looked at.
    package init(kind: ConsolePieceKind, market: String? = nil, milliseconds: Int, faults: Int) {
        self.kind = kind
        self.market = market
        self.milliseconds = milliseconds
        self.faults = faults
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleAuditPiece",
        [
            .required("kind", ConsolePieceKind.schema),
            .optional("market", .text(20)),
            .required("milliseconds", .count),
            .required("faults", .count),
        ])
}

/// One asset over all accounts.
package struct ConsoleAuditAssetBody: APIBody, Hashable {
    /// The asset.
    package var asset: String
    /// What people own of it.
    package var owned: String
    /// The sum of all balances, which must be zero.
    package var sum: String

    /// One asset over all accounts.
    package init(asset: String, owned: String, sum: String) {
        self.asset = asset
        self.owned = owned
        self.sum = sum
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleAuditAsset",
        [
            .required("asset", .text(20)),
            .required("owned", .text(60)),
            .required("sum", .text(60)),
        ])
}

/// An audit of the ledger.
package struct ConsoleAuditBody: APIBody {
    /// How it stands.
    package var state: ConsoleAuditState
    /// When it began.
    package var begunAt: Timestamp?
    /// When it ended.
    package var endedAt: Timestamp?
    /// How many pieces there are.
    package var piecesInAll: Int
    /// What has been looked at, in order.
    package var pieces: [ConsoleAuditPieceBody]
    /// Whether everything agrees; missing until it has ended.
    package var isClean: Bool?
    /// Balances that were compared with what moved them.
    package var balances: Int
    /// Orders that were compared with their trades.
    package var orders: Int
    /// Trades that were looked at.
    package var fills: Int
    /// The assets, by age.
    package var assets: [ConsoleAuditAssetBody]
    /// What does not agree, at most a hundred of them.
    package var faults: [String]

    /// An audit of the ledger.
    package init(
        state: ConsoleAuditState, begunAt: Timestamp? = nil, endedAt: Timestamp? = nil, piecesInAll: Int,
        pieces: [ConsoleAuditPieceBody], isClean: Bool? = nil, balances: Int, orders: Int, fills: Int,
        assets: [ConsoleAuditAssetBody], faults: [String]
    ) {
        self.state = state
        self.begunAt = begunAt
        self.endedAt = endedAt
        self.piecesInAll = piecesInAll
        self.pieces = pieces
        self.isClean = isClean
        self.balances = balances
        self.orders = orders
        self.fills = fills
        self.assets = assets
        self.faults = faults
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleAudit",
        [
            .required("state", ConsoleAuditState.schema),
            .optional("begunAt", .dateTime),
            .optional("endedAt", .dateTime),
            .required("piecesInAll", .count),
            .required("pieces", .list(of: ConsoleAuditPieceBody.schema)),
            .optional("isClean", .boolean),
            .required("balances", .count),
            .required("orders", .count),
            .required("fills", .count),
            .required("assets", .list(of: ConsoleAuditAssetBody.schema)),
            .required("faults", .list(of: .text(500))),
        ])
}

/// How one market is doing on this server.
package struct ConsoleMarketHealthBody: APIBody {
    /// The market.
    package var market: String
    /// Whether orders are taken by its rules.
    package var isActive: Bool
    /// Whether this server carries out its orders.
    package var isWriting: Bool
    /// Commands that wait.
    package var waiting: Int
    /// For how long the batch is being written that is now; 0 when none is.
    package var busyMilliseconds: Int
    /// When there was a trade last.
    package var lastTradeAt: Timestamp?

    /// How one market is doing on this server.
    package init(
        market: String, isActive: Bool, isWriting: Bool, waiting: Int, busyMilliseconds: Int,
        lastTradeAt: Timestamp? = nil
    ) {
        self.market = market
        self.isActive = isActive
        self.isWriting = isWriting
        self.waiting = waiting
        self.busyMilliseconds = busyMilliseconds
        self.lastTradeAt = lastTradeAt
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleMarketHealth",
        [
            .required("market", .text(20)),
            .required("isActive", .boolean),
            .required("isWriting", .boolean),
            .required("waiting", .count),
            .required("busyMilliseconds", .count),
            .optional("lastTradeAt", .dateTime),
        ])
}

/// How the market's parts are doing on this server.
package struct ConsoleHealthBody: APIBody {
    /// The markets, by age.
    package var markets: [ConsoleMarketHealthBody]
    /// How many commands may wait in a market.
    package var mostWaiting: Int
    /// Sockets that are open now.
    package var openSockets: Int
    /// How late what followers are told is now.
    package var feedLagMilliseconds: Int
    /// Deposits and withdrawals that wait.
    package var waitingRequests: Int
    /// When it was so.
    package var at: Timestamp

    /// How the market's parts are doing on this server.
    package init(
        markets: [ConsoleMarketHealthBody], mostWaiting: Int, openSockets: Int, feedLagMilliseconds: Int,
        waitingRequests: Int, at: Timestamp
    ) {
        self.markets = markets
        self.mostWaiting = mostWaiting
        self.openSockets = openSockets
        self.feedLagMilliseconds = feedLagMilliseconds
        self.waitingRequests = waitingRequests
        self.at = at
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleHealth",
        [
            .required("markets", .list(of: ConsoleMarketHealthBody.schema)),
            .required("mostWaiting", .count),
            .required("openSockets", .count),
            .required("feedLagMilliseconds", .count),
            .required("waitingRequests", .count),
            .required("at", .dateTime),
        ])
}

/// One thing that somebody did.
package struct ConsoleEntryBody: APIBody, Hashable {
    /// Its number, without gaps.
    package var number: Int
    /// When.
    package var at: Timestamp
    /// Who: of the staff, at the machine itself, or the server.
    package var actor: AuditActorKind
    /// The e-mail address of the account that acted.
    package var email: String?
    /// What was done, a stable word such as `request.settled`.
    package var action: String
    /// What it was done to: numbers and short names, never an e-mail address.
    package var subject: String

    /// One thing that somebody did.
    package init(
        number: Int, at: Timestamp, actor: AuditActorKind, email: String? = nil, action: String, subject: String
    ) {
        self.number = number
        self.at = at
        self.actor = actor
        self.email = email
        self.action = action
        self.subject = subject
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleEntry",
        [
            .required("number", .count),
            .required("at", .dateTime),
            .required("actor", AuditActorKind.schema),
            .optional("email", .text(254)),
            .required("action", .text(100)),
            .required("subject", .text(1000)),
        ])
}

/// Who did what in the console.
package struct ConsoleJournalBody: APIBody {
    /// Whether no entry was changed or taken out since it was written.
    package var isIntact: Bool
    /// How many entries there are in all.
    package var total: Int
    /// The entries, the newest first.
    package var entries: [ConsoleEntryBody]
    /// The parameter `before` of the next page; without it this is the last one.
    package var next: String?

    /// Who did what in the console.
    package init(isIntact: Bool, total: Int, entries: [ConsoleEntryBody], next: String? = nil) {
        self.isIntact = isIntact
        self.total = total
        self.entries = entries
        self.next = next
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleJournal",
        [
            .required("isIntact", .boolean),
            .required("total", .count),
            .required("entries", .list(of: ConsoleEntryBody.schema)),
            .optional("next", .text(24)),
        ])
}
