import Accounts
import Basics
import HTTPKit
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import QRCode
import Strings

/// What there is of an invoice for its merchant's program, and for whoever pays it.
struct InvoicePages: Sendable {
    let payments: PaymentService
    let clock: ServerClock
    let isSecure: Bool

    /// An invoice as the API writes it; a misspelt name is the contract, and stands beside the right one.
    func json(_ order: PaymentOrder, _ request: ExchangeRequest) -> JSONValue {
        let now = clock.now()
        let base = base(request.host)
        let details = order.details
        let left = JSONValue.count(order.secondsLeft(at: now))
        func text(_ units: Int128, _ asset: Asset) -> JSONValue {
            .string(DecimalText.text(units, exponent: asset.exponent))
        }
        return .object([
            "id": .string(order.identifier), "external_id": .string(details.externalID),
            "status": .integer(order.status(at: now).rawValue), "to_receive": text(order.toReceive, order.receiveAsset),
            "to_receive_currency": .string(order.receiveAsset.name.text),
            "expected_amount": text(order.expectedAmount, order.expectedAsset),
            "expected_currency": .string(order.expectedAsset.name.text), "deposit_address": .string(order.address),
            "deposit_memo": "", "payment_receiver": .string(details.receiver),
            "refund_email": .string(details.refundEmail), "qr": .string("\(base)/invoice/\(order.identifier).png"),
            "obs": "", "callback_url": .string(details.callbackURL), "error_url": .string(details.errorURL),
            "success_url": .string(details.successURL), "token": .string(order.token),
            "payment_url": .string(url(of: order, base)), "remaining": left, "remanining": left,
            "language": .string(details.language), "created_at": .string(ExchangeTime.text(order.createdAt)),
            "updated_at": .string(ExchangeTime.text(order.updatedAt)), "server_at": .string(ExchangeTime.text(now)),
        ])
    }

    /// Whether `text` is the token of an invoice, in a time that does not tell where they differ.
    func isToken(_ text: String, of order: PaymentOrder) -> Bool {
        ConstantTime.areEqual(text.utf8, order.token.utf8)
    }

    // MARK: - Answers

    /// The QR code of an invoice's page; its number is random and as good as a password for it.
    func picture(_ call: RouteCall) async throws -> Response {
        let file = call.parameters["file"] ?? ""
        guard file.hasSuffix(".png") else { throw ExchangeFault.unknownInvoice }
        let order = try await payments.order(String(file.dropLast(4)))
        let code = try QRCode(url(of: order, base(call.request.head.authority)))
        return Response(
            status: .ok, headers: [.contentType: "image/png"],
            body: .init(byteBuffer: ByteBuffer(bytes: try code.png(scale: 6))))
    }

    /// The page of an invoice: what to pay, and where to.
    func page(_ call: RouteCall) async throws -> Response {
        let order = try await payments.order(call.parameters["id"] ?? "")
        guard isToken(call.parameters["token"] ?? "", of: order) else { throw ExchangeFault.unknownInvoice }
        let query = call.request.uri.queryParameters["lang"].map(String.init) ?? order.details.language
        let page = InvoicePage(order: order, status: order.status(at: clock.now()), language: query)
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/html; charset=utf-8", .referrerPolicy: "no-referrer",
                .contentSecurityPolicy:
                    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
            ],
            body: .init(byteBuffer: ByteBuffer(string: page.html)))
    }

    /// The answer, or a line of plain text for somebody in front of a browser.
    func answer(_ perform: () async throws -> Response) async -> Response {
        do {
            return try await perform()
        } catch {
            let fault = ExchangeFault.of(error).fault
            return .text(
                fault.message + "\n", mediaType: "text/plain; charset=utf-8", status: .init(code: fault.status))
        }
    }

    private func url(of order: PaymentOrder, _ base: String) -> String {
        "\(base)/invoice/\(order.identifier)/\(order.token)?lang=\(order.details.language)"
    }

    /// The beginning of this server's addresses, as whoever asks has written it; it is told to nobody else.
    private func base(_ host: String?) -> String {
        guard let host, host.utf8.count <= 255,
            host.utf8.allSatisfy({ byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5B, 0x5D: true
                default: false
                }
            })
        else { return "" }
        return "\(isSecure ? "https" : "http")://\(host)"
    }
}

/// An invoice as a page that needs no script.
struct InvoicePage {
    let order: PaymentOrder
    let status: PaymentStatus
    let language: String

    var html: String {
        // A page without a language of ours is the contract's Spanish one.
        let language = Language(tag: language) ?? .spanish
        let title = MarkupText.escaped(InvoiceStrings.title(number: order.identifier).said(in: language))
        let amount = DecimalText.text(order.expectedAmount, exponent: order.expectedAsset.exponent)
        let picture = "/invoice/\(order.identifier).png"
        let payment =
            status == .waiting
            ? """
            <p>\(InvoiceStrings.send.said(in: language)) <strong>\(MarkupText.escaped(amount)) \
            \(MarkupText.escaped(order.expectedAsset.name.text))</strong></p>
            <p>\(InvoiceStrings.address.said(in: language)) <code>\(MarkupText.escaped(order.address))</code></p>
            <p><img src="\(picture)" alt="QR" width="246" height="246"></p>
            """ : ""
        return """
            <!DOCTYPE html>
            <html lang="\(language.rawValue)">
            <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <style>body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:2rem auto;padding:0 1rem}
            code{overflow-wrap:anywhere}</style>
            <h1>\(title)</h1>
            <p>\(state.said(in: language))</p>
            \(payment)
            </html>

            """
    }

    private var state: Phrase {
        switch status {
        case .waiting: InvoiceStrings.stateWaiting
        case .expired: InvoiceStrings.stateExpired
        case .processing: InvoiceStrings.stateProcessing
        case .paid: InvoiceStrings.statePaid
        case .notConverted: InvoiceStrings.stateNotConverted
        }
    }
}
