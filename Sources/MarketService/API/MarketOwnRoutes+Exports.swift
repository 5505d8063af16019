import API
import HTTPKit
import HTTPTypes
import Ledger
import LedgerService
import Market
import ServiceKit

extension RouteHandlers {
    /// Histories as tables, for whoever is signed in.
    mutating func addMarketExportRoutes(_ market: MarketService) {
        download(Routes.exportMarketOrders) { call in try await call.export(.orders, "orders", market) }
        download(Routes.exportMarketFills) { call in try await call.export(.fills, "fills", market) }
        download(Routes.exportMarketStatement) { call in
            let asset =
                call.parameters[RouteParameters.chosenAsset.name] == nil
                ? nil : try AssetName(checking: try call.value(RouteParameters.chosenAsset))
            return try await call.export(.statement(asset), "statement", market)
        }
    }

    /// What accounts prefer.
    mutating func addPreferenceRoutes(_ market: MarketService) {
        on(Routes.accountPreferences) { call in
            let preferences = try await market.preferences(of: try call.session.accountID)
            return AccountPreferencesBody(preferences)
        }
        on(Routes.setAccountPreferences) { call, body in
            let preferences = try AccountPreferences(body)
            try await market.setPreferences(preferences, of: try call.session.accountID)
            return AccountPreferencesBody(preferences)
        }
    }
}

extension RouteCall {
    /// A table of what of the caller's past the query asks for, in the style that it or the account prefers.
    fileprivate func export(
        _ history: ExportedHistory, _ name: String, _ market: MarketService
    ) async throws -> (headers: HTTPFields, pieces: AsyncThrowingStream<[UInt8], any Error>) {
        let trader = try await trader(market)
        let preferred = try await market.preferences(of: trader.account)
        let language = try optional(RouteParameters.language) ?? preferred.language
        let separator: Character? =
            switch try optional(RouteParameters.separator) {
            case .comma?: ","
            case .semicolon?: ";"
            case .tab?: "\t"
            case nil: nil
            }
        let export = HistoryExport(
            history, of: trader, in: market, market: try chosenMarket, try historyFilter,
            style: ExportStyle(language: language, separator: separator, timeZone: preferred.timeZone))
        try await export.prepare()
        let headers: HTTPFields = [
            .contentType: "text/csv; charset=utf-8; header=present",
            .contentDisposition: "attachment; filename=\"\(name).csv\"",
        ]
        return (headers, AsyncThrowingStream(unfolding: { try await export.next() }))
    }
}

extension AccountPreferences {
    /// What a body prefers.
    init(_ body: AccountPreferencesBody) throws {
        if let language = body.language, !Self.isLanguage(language) {
            throw BodyError.invalid([Fault(path: "$.language", message: "must be a language, as es-CL")])
        }
        if let zone = body.timeZone, !TimeZoneName.isTimeZone(zone) {
            throw BodyError.invalid([Fault(path: "$.timeZone", message: "must be a zone of the IANA's database")])
        }
        self.init(
            base: try body.base.map { try AssetName(checking: $0) }, language: body.language, timeZone: body.timeZone)
    }
}

extension AccountPreferencesBody {
    init(_ preferences: AccountPreferences) {
        self.init(base: preferences.base?.text, language: preferences.language, timeZone: preferences.timeZone)
    }
}
