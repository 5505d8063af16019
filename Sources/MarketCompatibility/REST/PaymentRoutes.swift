import API
import Accounts
import Basics
import HTTPKit
import HTTPTypes
import Hummingbird
import Ledger
import MarketService
import NIOCore
import Network
import QRCode
import Strings

extension RouteHandlers {
    /// Invoices, which only API v1 had, and what whoever pays one sees of it.
    mutating func addPaymentRoutes(_ api: ExchangeAPI, isSecure: Bool) {
        let pages = InvoicePages(payments: api.payments, clock: api.clock, isSecure: isSecure)
        signed(.post, "payment/new_order", .v1, api, scope: .trade) { try await api.newPayment($0, $1, pages) }
        signed(.post, "payment/create_wallet", .v1, api, scope: .trade) { try await api.chooseWallet($0, $1, pages) }
        signed(.get, "payment/status", .v1, api, scope: .read) { try await api.paymentStatus($0, $1, pages) }
        signed(.get, "payment/orders", .v1, api, scope: .read) { try await api.paymentOrders($0, $1, pages) }
        native(.get, "/invoice/{file}", "marketInvoicePicture") { call in
            await pages.answer { try await pages.picture(call) }
        }
        native(.get, "/invoice/{id}/{token}", "marketInvoicePage") { call in
            await pages.answer { try await pages.page(call) }
        }
    }
}

extension ExchangeAPI {
    fileprivate func newPayment(
        _ request: ExchangeRequest, _ trader: Trader, _ pages: InvoicePages
    ) async throws -> ExchangeAnswer {
        let email = try await email(of: trader)
        let details = try request.paymentDetails(receiver: email)
        let order = try await payments.make(
            request.required(.toReceive), of: request.currency("to_receive_currency"), for: trader, details)
        return ExchangeAnswer(pages.json(order, request))
    }

    fileprivate func chooseWallet(
        _ request: ExchangeRequest, _ trader: Trader, _ pages: InvoicePages
    ) async throws -> ExchangeAnswer {
        let wallet = try request.currency("wallet")
        let order = try await payments.order(request.required("id"), of: trader)
        guard pages.isToken(try request.required("token"), of: order) else { throw ExchangeFault.unknownInvoice }
        return ExchangeAnswer(pages.json(try await payments.choose(wallet, for: order, of: trader), request))
    }

    fileprivate func paymentStatus(
        _ request: ExchangeRequest, _ trader: Trader, _ pages: InvoicePages
    ) async throws -> ExchangeAnswer {
        ExchangeAnswer(pages.json(try await payments.order(request.required("id"), of: trader), request))
    }

    /// Invoices of the days from `start_date` until the end of `end_date`, as `dd/mm/yyyy`.
    fileprivate func paymentOrders(
        _ request: ExchangeRequest, _ trader: Trader, _ pages: InvoicePages
    ) async throws -> ExchangeAnswer {
        let page = try request.page()
        let (start, end) = (try request.slashedDay("start_date"), try request.slashedDay("end_date"))
        let orders = try await payments.orders(
            of: trader, from: start ?? Timestamp(milliseconds: 0),
            to: (end ?? clock.now()).advanced(bySeconds: 86_400), page: page)
        return ExchangeAnswer(orders, page) { pages.json($0, request) }
    }
}

extension ExchangeRequest {
    /// What the request says about an invoice, whose money only the account that makes it can receive.
    fileprivate func paymentDetails(receiver email: String) throws(ExchangeFault) -> PaymentDetails {
        let receiver = try required("payment_receiver")
        guard receiver.lowercased() == email.lowercased() else { throw .invalid("invalid_payment_receiver") }
        func text(_ name: String, most: Int, _ isRight: (String) -> Bool) throws(ExchangeFault) -> String {
            guard let text = optional(name) else { return "" }
            guard text.utf8.count <= most, text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }),
                isRight(text)
            else { throw .invalid("invalid_\(name)") }
            return text
        }
        func address(_ name: String) throws(ExchangeFault) -> String {
            try text(name, most: 256) { $0.hasPrefix("https://") || $0.hasPrefix("http://") }
        }
        let language = try text("language", most: 2) { Language(rawValue: $0) != nil }
        return PaymentDetails(
            receiver: email, externalID: try text("external_id", most: 64) { _ in true },
            callbackURL: try text("callback_url", most: CallbackClient.longestAddress, CallbackClient.isAddress),
            errorURL: try address("error_url"),
            successURL: try address("success_url"),
            refundEmail: try text("refund_email", most: 254) { (try? EmailAddress($0)) != nil },
            language: language.isEmpty ? "es" : language)
    }

    /// The beginning of a day that is written `dd/mm/yyyy`; nil when the field is missing.
    fileprivate func slashedDay(_ name: String) throws(ExchangeFault) -> Timestamp? {
        guard let text = optional(name) else { return nil }
        guard let day = ExchangeTime.slashedDay(text) else { throw .invalid("invalid_\(name)") }
        return day
    }
}
