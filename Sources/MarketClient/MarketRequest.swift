import Accounts
import Basics

/// One request of the API before it is sent: a path, and fields for its query or its form.
struct MarketRequest: Sendable {
    /// Who may ask.
    enum Access: Sendable {
        case everybody
        case signed
    }

    let path: String
    let isForm: Bool
    let access: Access
    /// Sorted by name, which is the order in which values are signed.
    let fields: [(name: String, value: String)]

    /// A request that reads.
    static func get(_ path: String, _ access: Access, _ fields: KeyValuePairs<String, String?> = [:]) -> MarketRequest {
        MarketRequest(path: path, isForm: false, access: access, fields: sorted(fields))
    }

    /// A request that changes something.
    static func post(_ path: String, _ fields: KeyValuePairs<String, String?>) -> MarketRequest {
        MarketRequest(path: path, isForm: true, access: .signed, fields: sorted(fields))
    }

    /// The fields as a form or a query writes them.
    var encodedFields: String {
        fields.map { "\(PercentEncoding.encoded($0.name))=\(PercentEncoding.encoded($0.value))" }.joined(separator: "&")
    }

    /// The three fields of a header that sign the request at `timestamp`, decimal seconds since 1970.
    func signatureFields(_ key: MarketKey, timestamp: String) -> [(name: String, value: String)] {
        let values = isForm ? fields.map(\.value).joined() : ""
        let message = RequestSignature.message(timestamp: timestamp, path: path, values: values)
        return [
            ("X-MKT-APIKEY", key.public), ("X-MKT-SIGNATURE", key.secret.signature(of: message)),
            ("X-MKT-TIMESTAMP", timestamp),
        ]
    }

    private static func sorted(_ fields: KeyValuePairs<String, String?>) -> [(name: String, value: String)] {
        fields.compactMap { name, value in value.map { (name, $0) } }.sorted { $0.0 < $1.0 }
    }
}
