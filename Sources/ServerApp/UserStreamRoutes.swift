import API
import HTTPKit
import ServiceKit

extension RouteHandlers {
    /// What happens to somebody, as it happens.
    mutating func addUserStreamRoute(_ events: UserEvents) {
        stream(Routes.userStream) { call in events.subscribe(account: try call.session.accountID) }
    }
}
