import API
import HTTPKit

extension RouteHandlers {
    /// What happened to the security of an account.
    mutating func addTrailRoutes(_ accounts: AccountService) {
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
    }
}
