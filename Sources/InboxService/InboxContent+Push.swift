import AccountService
import Strings

extension InboxContent {
    /// What devices are told of it.
    var notice: PushNotice {
        PushNotice(pushKind, page: "#/me/inbox") { language in
            let (title, text) = words
            return (title.said(in: language), text.said(in: language))
        }
    }

    private var pushKind: PushKind {
        switch self {
        case .orderExecuted: .orders
        case .priceReached: .prices
        case .deviceApproved, .passkeyCopied: .devices
        case .requestDecided, .invoice, .paymentReceived: .payments
        }
    }

    private var words: (title: Phrase, text: Phrase) {
        switch self {
        case .orderExecuted(_, let market, _, let amount, _):
            (PushStrings.orderTitle, PushStrings.orderText(market: market, amount: amount))
        case .priceReached(let market, let isAbove, let price):
            (
                PushStrings.priceTitle,
                isAbove
                    ? PushStrings.priceAbove(market: market, price: price)
                    : PushStrings.priceBelow(market: market, price: price)
            )
        case .deviceApproved(let label): (PushStrings.deviceTitle, PushStrings.deviceText(device: label))
        case .passkeyCopied(let label): (PushStrings.passkeyTitle, PushStrings.passkeyText(label: label))
        case .requestDecided(_, _, let isSettled, let asset, let amount):
            (
                PushStrings.paymentTitle,
                isSettled
                    ? PushStrings.requestSettled(amount: amount, asset: asset)
                    : PushStrings.requestRefused(amount: amount, asset: asset)
            )
        case .invoice: (PushStrings.paymentTitle, PushStrings.invoice)
        case .paymentReceived(_, let asset, let amount):
            (PushStrings.paymentTitle, PushStrings.paymentReceived(amount: amount, asset: asset))
        }
    }
}
