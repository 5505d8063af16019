import Strings

/// What devices are told of; each device may leave some of it out.
package enum PushKind: String, Sendable, CaseIterable {
    /// A shop has given an offer.
    case offers
    /// An own order was executed.
    case orders
    /// A device was approved.
    case devices
    /// A market has reached a price.
    case prices
    /// Money came, or a request for money was decided.
    case payments
    /// A daily reminder to open Cerca, which then looks for warnings by itself; it says nothing of them.
    case reminders

    /// The kinds that a device does not want until it says so.
    package static let mutedAtFirst: Set<PushKind> = [.reminders]

    /// Kinds as they are stored: each between two blanks.
    static func stored(_ kinds: Set<PushKind>) -> String {
        " " + kinds.map(\.rawValue).sorted().map { "\($0) " }.joined()
    }

    /// The kinds that a stored text lists.
    static func kinds(_ stored: String) -> Set<PushKind> {
        Set(stored.split(separator: " ").compactMap { PushKind(rawValue: String($0)) })
    }
}

/// Something that somebody's devices are told.
package struct PushNotice: Sendable {
    /// What a notice says in a language.
    package typealias Words = @Sendable (Language) -> (title: String, text: String)

    /// What it tells of.
    package let kind: PushKind
    /// The page that it opens: a fragment, as `#/me/inbox`.
    package let page: String
    /// What it says.
    package let words: Words

    /// A notice.
    package init(_ kind: PushKind, page: String, words: @escaping Words) {
        self.kind = kind
        self.page = page
        self.words = words
    }
}

extension PushNotice {
    /// That a shop gave an offer.
    package static func offer(of shop: String) -> PushNotice {
        PushNotice(.offers, page: "#/offers") { language in
            (PushStrings.offerTitle.said(in: language), PushStrings.offerText(shop: shop).said(in: language))
        }
    }
}
