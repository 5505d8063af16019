import API
import Accounts
import Forwarding
import HTTPKit
import HTTPTypes
import Hummingbird
import LedgerService
import Market
import MarketService
import NIOCore

/// A request of the exchange's API, its fields taken apart.
struct ExchangeRequest: Sendable {
    let version: APIVersion
    let path: String
    /// The fields of the query of a GET, or of the form of a POST.
    let fields: FormFields
    let isPost: Bool
    let headers: HTTPFields
    /// The host and port that the client asked, as it wrote them.
    let host: String?
    /// The bytes of the client's address, to which API keys may be bound; nil when there is none.
    let address: [UInt8]?
    /// What is told of rates beside the answer.
    let rates: RateNotes

    /// The request of `call`.
    init(_ call: RouteCall, version: APIVersion) async throws {
        self.version = version
        self.headers = call.request.headers
        self.host = call.request.head.authority
        self.isPost = call.request.method == .post
        self.address = call.source?.bytes
        self.rates = call.rates
        let target = call.request.head.path ?? ""
        let end = target.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? target.endIndex
        self.path = String(target[..<end])
        do {
            if isPost {
                self.fields = try await Self.form(call)
            } else {
                self.fields = try FormFields(parsing: Self.query(target, from: end))
            }
        } catch let fault as FormFault {
            switch fault {
            case .malformed: throw ExchangeFault.malformed("the fields are not written as a form writes them")
            case .repeated(let name): throw ExchangeFault.malformed("\(name) has two values")
            case .tooManyFields: throw ExchangeFault.malformed("there are too many fields")
            }
        }
    }

    private static func query(_ target: String, from end: String.Index) -> Substring.UTF8View {
        guard end < target.endIndex, target.utf8[end] == UInt8(ascii: "?") else { return target[end..<end].utf8 }
        let query = target[target.utf8.index(after: end)...]
        return query.prefix { $0 != "#" }.utf8
    }

    // MARK: - Fields

    /// The value of a field that must be there; an empty one is none.
    func required(_ name: String) throws(ExchangeFault) -> String {
        guard let value = optional(name) else { throw .missing(name) }
        return value
    }

    /// The value of a field; nil when it is missing or empty.
    func optional(_ name: String) -> String? {
        guard let value = fields[name], !value.isEmpty else { return nil }
        return value
    }

    /// The market that the request is about; clients write its name in small letters as well.
    func market() throws(ExchangeFault) -> MarketName {
        guard let name = try MarketName(required("market").uppercased()) else { throw .unknownMarket }
        return name
    }

    /// The page that is asked for; of its size, what is outside of what there is becomes the nearest that there is.
    ///
    /// - Throws: `invalid_request` for a page that more than ``Page/mostSkipped`` entries come before.
    func page() throws(ExchangeFault) -> Page {
        func number(_ name: String, _ usual: Int) throws(ExchangeFault) -> Int {
            guard let text = optional(name) else { return usual }
            guard text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(text)
            else { throw .invalid("invalid_\(name)") }
            return value
        }
        let (page, limit) = (try number("page", 0), min(max(try number("limit", 20), 20), 100))
        guard page * limit <= Page.mostSkipped else {
            throw .malformed("a page may skip at most \(Page.mostSkipped) entries: page times limit is too large")
        }
        return Page(page: page, limit: limit)
    }

    /// `buy` or `sell` in one of the fields, the first that is there.
    func side(_ names: String...) throws(ExchangeFault) -> Side {
        guard let text = names.lazy.compactMap({ optional($0) }).first else { throw .missing(names[0]) }
        guard let side = Side(wire: text) else { throw .invalid("invalid_\(names[0])") }
        return side
    }
}

extension ExchangeRequest {
    /// The form that a request carries; a request without a body has no fields.
    private static func form(_ call: RouteCall) async throws -> FormFields {
        let buffer = try await call.bodyBuffer()
        guard buffer.readableBytes > 0 else { return FormFields() }
        let type = (call.request.headers[.contentType] ?? "").prefix { $0 != ";" && $0 != " " }
        guard type.lowercased() == "application/x-www-form-urlencoded" else {
            throw ExchangeFault.malformed("the body is not application/x-www-form-urlencoded")
        }
        return try FormFields(parsing: buffer.readableBytesView)
    }
}
