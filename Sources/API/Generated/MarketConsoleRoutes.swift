// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Signs in to the market's console for 12 hours; what of the three is wrong is not told.
    package static let signInToMarketConsole = Endpoint<RoleCredentialsBody, SessionBody>(
        "signInToMarketConsole", .post, "/api/console/market/session",
        "Signs in to the market's console for 12 hours; what of the three is wrong is not told.", status: 201)
    /// Lists the assets with what is asked of their withdrawals, and the markets.
    package static let consoleCatalogue = Endpoint<NoBody, ConsoleCatalogueBody>(
        "consoleCatalogue", .get, "/api/console/market/catalogue",
        "Lists the assets with what is asked of their withdrawals, and the markets.", needsRole: .market)
    /// Adds an asset.
    package static let addConsoleAsset = Endpoint<ConsoleAssetDraftBody, ConsoleAssetBody>(
        "addConsoleAsset", .post, "/api/console/market/assets", "Adds an asset.", needsRole: .market, status: 201)
    /// Replaces what is asked of withdrawals of an asset; it holds from the next one on.
    package static let setConsoleTerms = Endpoint<ConsoleTermsBody, ConsoleAssetBody>(
        "setConsoleTerms", .put, "/api/console/market/assets/{asset}/withdrawal-terms",
        "Replaces what is asked of withdrawals of an asset; it holds from the next one on.", needsRole: .market)
    /// Adds a market; it takes orders within two seconds.
    package static let addConsoleMarket = Endpoint<ConsoleMarketDraftBody, MarketBody>(
        "addConsoleMarket", .post, "/api/console/market/markets", "Adds a market; it takes orders within two seconds.",
        needsRole: .market, status: 201)
    /// Takes no more orders in a market; those in the book stay and can be cancelled.
    package static let pauseConsoleMarket = Endpoint<NoBody, MarketBody>(
        "pauseConsoleMarket", .post, "/api/console/market/markets/{market}/pause",
        "Takes no more orders in a market; those in the book stay and can be cancelled.", needsRole: .market)
    /// Takes orders in a market again.
    package static let resumeConsoleMarket = Endpoint<NoBody, MarketBody>(
        "resumeConsoleMarket", .post, "/api/console/market/markets/{market}/resume", "Takes orders in a market again.",
        needsRole: .market)
    /// Replaces a market's fees; they hold from the next trade on.
    package static let setConsoleFees = Endpoint<ConsoleFeesBody, MarketBody>(
        "setConsoleFees", .put, "/api/console/market/markets/{market}/fees",
        "Replaces a market's fees; they hold from the next trade on.", needsRole: .market)
    /// Lists the deposits and withdrawals that wait, the oldest first.
    package static let consoleRequests = Endpoint<NoBody, ConsoleRequestsBody>(
        "consoleRequests", .get, "/api/console/market/requests",
        "Lists the deposits and withdrawals that wait, the oldest first.", query: ["after"], needsRole: .market)
    /// Moves the money that a request asks to move; above the limit of its asset the first person approves, and the
    /// second one moves it.
    package static let settleConsoleRequest = Endpoint<NoBody, ConsoleDecisionBody>(
        "settleConsoleRequest", .post, "/api/console/market/requests/{id}/settle",
        "Moves the money that a request asks to move; above the limit of its asset the first person approves, and the second one moves it.",
        needsRole: .market)
    /// Refuses a request and tells its owner why; what was held is free again.
    package static let refuseConsoleRequest = Endpoint<ConsoleRefusalBody, ConsoleDecisionBody>(
        "refuseConsoleRequest", .post, "/api/console/market/requests/{id}/refuse",
        "Refuses a request and tells its owner why; what was held is free again.", needsRole: .market)
    /// Takes back your own approval of a request that waits for a second person.
    package static let withdrawConsoleApproval = Endpoint<NoBody, ConsoleDecisionBody>(
        "withdrawConsoleApproval", .delete, "/api/console/market/requests/{id}/approval",
        "Takes back your own approval of a request that waits for a second person.", needsRole: .market)
    /// Tells the bounds of the account with exactly this e-mail address; that somebody asked is written down.
    package static let findConsoleAccount = Endpoint<ConsoleAccountQueryBody, ConsoleAccountBody>(
        "findConsoleAccount", .post, "/api/console/market/accounts",
        "Tells the bounds of the account with exactly this e-mail address; that somebody asked is written down.",
        needsRole: .market)
    /// Bounds what one account may send away of an asset in 24 hours, or lets the bound of everybody hold for it again.
    package static let setConsoleLimit = Endpoint<ConsoleLimitDraftBody, ConsoleLimitBody>(
        "setConsoleLimit", .put, "/api/console/market/accounts/limits",
        "Bounds what one account may send away of an asset in 24 hours, or lets the bound of everybody hold for it again.",
        needsRole: .market)
    /// Tells how the audit of the ledger stands, or what the last one found.
    package static let consoleAudit = Endpoint<NoBody, ConsoleAuditBody>(
        "consoleAudit", .get, "/api/console/market/audit",
        "Tells how the audit of the ledger stands, or what the last one found.", needsRole: .market)
    /// Begins to compare everything in the ledger with everything else, unless that is being done already.
    package static let beginConsoleAudit = Endpoint<NoBody, ConsoleAuditBody>(
        "beginConsoleAudit", .post, "/api/console/market/audit",
        "Begins to compare everything in the ledger with everything else, unless that is being done already.",
        needsRole: .market, status: 202)
    /// Tells how the market's parts are doing on this server.
    package static let consoleHealth = Endpoint<NoBody, ConsoleHealthBody>(
        "consoleHealth", .get, "/api/console/market/health", "Tells how the market's parts are doing on this server.",
        needsRole: .market)
    /// Lists who did what in this console and when, the newest first; nobody can change it here.
    package static let consoleJournal = Endpoint<NoBody, ConsoleJournalBody>(
        "consoleJournal", .get, "/api/console/market/journal",
        "Lists who did what in this console and when, the newest first; nobody can change it here.", query: ["before"],
        needsRole: .market)

    /// These, in the order in which documents list them.
    static let marketConsoleRoutes: [Route] = [
        signInToMarketConsole.route, consoleCatalogue.route, addConsoleAsset.route, setConsoleTerms.route,
        addConsoleMarket.route, pauseConsoleMarket.route, resumeConsoleMarket.route, setConsoleFees.route,
        consoleRequests.route, settleConsoleRequest.route, refuseConsoleRequest.route, withdrawConsoleApproval.route,
        findConsoleAccount.route, setConsoleLimit.route, consoleAudit.route, beginConsoleAudit.route,
        consoleHealth.route, consoleJournal.route,
    ]
}
