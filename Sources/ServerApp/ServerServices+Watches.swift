import AccountService
import InboxService
import Logging
import MarketCompatibility
import ServiceLifecycle

extension ServerServices {
    /// What runs beside the server for as long as it does: mails are handed over, resets answered, alerts looked at, and payments changed.
    package func watches(logger: Logger) -> [any Service] {
        [
            DeliveryRun(deliveries, logger: logger), ResetWatch(accounts, logger: logger),
            EndedTies(identities, logger: logger),
            AlertWatch(alerts, logger: logger),
            PaymentWatch(PaymentService(market: market, inbox: inbox), logger: logger),
        ]
    }
}
