import API
import HTTPKit
import Ledger
import LedgerService
import Market

/// What the sockets of this server are doing.
package struct ConsoleSockets: Sendable {
    /// How many are open.
    let open: Int
    /// How late is what followers are told, milliseconds.
    let lagMilliseconds: Int64

    /// Figures of these parts.
    package init(open: Int, lagMilliseconds: Int64) {
        self.open = open
        self.lagMilliseconds = lagMilliseconds
    }
}

extension RouteHandlers {
    /// The market's console; the table of routes asks for its role at each of them.
    ///
    /// - Parameter sockets: Tells what the sockets are doing.
    package mutating func addMarketConsoleRoutes(
        _ console: MarketConsole, sockets: @escaping @Sendable () async -> ConsoleSockets
    ) {
        addCatalogueRoutes(console)
        addRequestRoutes(console)
        addLimitRoutes(console)
        on(Routes.consoleAudit) { _ in ConsoleAuditBody(console.audits.state) }
        on(Routes.beginConsoleAudit) { call in
            ConsoleAuditBody(console.audits.begin(by: try call.session.accountID))
        }
        on(Routes.consoleHealth) { _ in
            let now = await sockets()
            return ConsoleHealthBody(
                markets: try await console.market.figures().map(ConsoleMarketHealthBody.init),
                mostWaiting: console.market.limits.waitingCommands, openSockets: now.open,
                feedLagMilliseconds: Int(now.lagMilliseconds),
                waitingRequests: Int(try await console.market.waitingRequestCount()), at: console.market.clock.now())
        }
        on(Routes.consoleJournal) { call in ConsoleJournalBody(try await console.journal(before: try call.before)) }
    }

    private mutating func addCatalogueRoutes(_ console: MarketConsole) {
        on(Routes.consoleCatalogue) { _ in
            let (assets, markets) = try await console.catalogue()
            return ConsoleCatalogueBody(
                assets: assets.map(ConsoleAssetBody.init), markets: markets.map(MarketBody.init))
        }
        onKeyed(Routes.addConsoleAsset, console.market) { call, body, key in
            let draft = try AssetDraft(body)
            let asset = try await console.add(
                draft, by: try call.session.accountID, keeping: key?.keeping { ConsoleAssetBody(.init(asset: $0)) })
            return ConsoleAssetBody(.init(asset: asset))
        }
        onKeyed(Routes.setConsoleTerms, console.market) { call, body, key in
            let limits = try await console.administration.approvalLimits()
            @Sendable func answer(_ outcome: (asset: Asset, rules: WithdrawalRules)) -> ConsoleAssetBody {
                let limit = limits.first { $0.asset.number == outcome.asset.number }?.limit
                return ConsoleAssetBody(.init(asset: outcome.asset, rules: outcome.rules, approvalLimit: limit))
            }
            return answer(
                try await console.setTerms(
                    .init(fee: body.fee, minimum: body.minimum, dailyLimit: body.dailyLimit ?? ""),
                    asset: try call.assetName, by: try call.session.accountID, keeping: key?.keeping(answer)))
        }
        onKeyed(Routes.addConsoleMarket, console.market) { call, body, key in
            let draft = try await MarketDraft(body, assets: try await console.administration.assets())
            return MarketBody(
                try await console.add(
                    draft, by: try call.session.accountID, keeping: key?.keeping(MarketBody.init)))
        }
        for (route, isActive) in [(Routes.pauseConsoleMarket, false), (Routes.resumeConsoleMarket, true)] {
            onKeyed(route, console.market) { call, key in
                MarketBody(
                    try await console.setActive(
                        isActive, market: try call.marketName, by: try call.session.accountID,
                        keeping: key?.keeping(MarketBody.init)))
            }
        }
        onKeyed(Routes.setConsoleFees, console.market) { call, body, key in
            let name = try call.marketName
            guard let rules = try await console.administration.markets().first(where: { $0.name == name }) else {
                throw ServiceError.market(.unknownMarket)
            }
            return MarketBody(
                try await console.setFees(
                    try FeeSchedule(body.fees, quote: rules.quote), market: name, by: try call.session.accountID,
                    keeping: key?.keeping(MarketBody.init)))
        }
    }

    private mutating func addRequestRoutes(_ console: MarketConsole) {
        on(Routes.consoleRequests) { call in
            let staff = try call.session.accountID
            let page = try await console.requests(after: Int64(try call.optional(RouteParameters.after) ?? 0))
            return ConsoleRequestsBody(
                requests: page.items.map { ConsoleRequestBody($0, for: staff) },
                cursor: page.next.map { Int($0.number) })
        }
        onKeyed(Routes.settleConsoleRequest, console.market) { call, key in
            ConsoleDecisionBody(
                try await console.settle(
                    try call.requestNumber, by: try call.session.accountID,
                    keeping: key?.keeping(ConsoleDecisionBody.init)))
        }
        onKeyed(Routes.refuseConsoleRequest, console.market) { call, body, key in
            ConsoleDecisionBody(
                try await console.refuse(
                    try call.requestNumber, reason: body.reason, by: try call.session.accountID,
                    keeping: key?.keeping(ConsoleDecisionBody.init)))
        }
        onKeyed(Routes.withdrawConsoleApproval, console.market) { call, key in
            ConsoleDecisionBody(
                try await console.withdrawApproval(
                    of: try call.requestNumber, by: try call.session.accountID,
                    keeping: key?.keeping(ConsoleDecisionBody.init)))
        }
    }

    private mutating func addLimitRoutes(_ console: MarketConsole) {
        on(Routes.findConsoleAccount) { call, body in
            let limits = try await console.limits(of: body.email, by: try call.session.accountID)
            return ConsoleAccountBody(email: body.email, limits: limits.map(ConsoleLimitBody.init))
        }
        onKeyed(Routes.setConsoleLimit, console.market) { call, body, key in
            ConsoleLimitBody(
                try await console.setLimit(
                    body.dailyLimit, of: body.email, asset: try AssetName(checking: body.asset),
                    by: try call.session.accountID, keeping: key?.keeping(ConsoleLimitBody.init)))
        }
    }
}

extension RouteCall {
    /// The entry of the journal before which the page begins; nil for the newest.
    fileprivate var before: Int64? {
        get throws {
            guard let text = try optional(RouteParameters.before) else { return nil }
            guard let cursor = HistoryCursor(text) else {
                throw BodyError.invalid([Fault(path: "?before", message: "is nothing that a page has told")])
            }
            return cursor.number
        }
    }
}
