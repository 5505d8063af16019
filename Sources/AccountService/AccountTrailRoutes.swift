import API
import HTTPKit
import HTTPTypes
import Hummingbird
import Ledger
import LedgerService
import Strings

extension RouteHandlers {
    /// What happened to an account, what is kept of it, and how it ends.
    mutating func addTrailRoutes(_ accounts: AccountService, isSecure: Bool) {
        on(Routes.accountTrail) { call in
            let history = try await accounts.history(of: try call.session)
            return AccountTrailBody(
                events: history.events.map { event in
                    AccountEventBody(
                        kind: event.kind, on: event.on, times: Int(event.times), label: event.label,
                        address: event.address)
                },
                keepsAddresses: history.keepsAddresses, isMailed: history.isMailed)
        }
        on(Routes.setTrailAddresses) { call, body in
            try await accounts.keepTrailAddresses(body.isOn, of: try call.session)
        }
        respond(Routes.signOutEverywhere) { call, body in
            let choices: [(AccountAccess, Bool?)] = [
                (.devices, body.endsDevices), (.keys, body.endsKeys), (.passkeys, body.endsPasskeys),
                (.identities, body.endsIdentities),
            ]
            let ended = try await accounts.signOutEverywhere(
                try call.session, ending: Set(choices.filter { $0.1 == true }.map(\.0)))
            return try .json(
                SignedOutEverywhereBody(
                    sessionsEnded: ended.sessionsEnded, devicesLeft: ended.left.devices.count,
                    keysLeft: ended.left.keys.count, passkeysLeft: ended.left.passkeys.count,
                    identitiesLeft: ended.left.identities.count),
                headers: SessionCookie.clear(isSecure: isSecure))
        }
        respond(Routes.accountArchive) { call in
            let language = Language(accepted: call.request.headers[.acceptLanguage])
            let page = try await accounts.archive(of: try call.session, in: language)
            // It is to be kept, and nothing in it may run where the session is.
            var response = Response.text(page, mediaType: "text/html; charset=utf-8")
            response.headers[.cacheControl] = "no-store"
            response.headers[.contentDisposition] = "attachment; filename=\"cerca.html\""
            response.headers[.contentSecurityPolicy] = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
            return response
        }
        on(Routes.accountDeletion) { call in
            let ending = try await accounts.ending(of: try call.session)
            return AccountDeletionBody(
                balances: ending.holdings.map { holding in
                    MarketBalanceBody(
                        asset: holding.asset.name.text,
                        total: DecimalText.text(holding.balance.total, exponent: holding.asset.exponent),
                        available: DecimalText.text(holding.balance.available, exponent: holding.asset.exponent))
                },
                hasMoney: ending.hasMoney, isHeld: ending.isHeld, keys: ending.keys, coupons: ending.coupons)
        }
        onFields(Routes.deleteAccount) { call, body in
            try await accounts.end(try call.session, forfeits: body.forfeits)
            return SessionCookie.clear(isSecure: isSecure)
        }
    }
}
