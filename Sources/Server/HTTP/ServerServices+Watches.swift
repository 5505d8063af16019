import Logging
import ServiceLifecycle

extension ServerServices {
    /// What runs beside the server for as long as it does: mails are handed over, and alerts looked at.
    public func watches(logger: Logger) -> [any Service] {
        [MailDelivery(mail, logger: logger), AlertWatch(alerts, logger: logger)]
    }
}
