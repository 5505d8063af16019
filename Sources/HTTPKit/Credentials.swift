import API
import Basics
import HTTPTypes

/// How a request says whose it is.
enum PresentedToken: Equatable {
    /// By a header that only a program sends.
    case bearer(String)
    /// By a cookie that a browser adds by itself.
    case cookie(String)

    /// The token that `headers` carry; a header wins over a cookie.
    init?(_ headers: HTTPFields) {
        if let authorization = headers[.authorization] {
            guard authorization.prefix(7).lowercased() == "bearer " else { return nil }
            self = .bearer(String(authorization.dropFirst(7)))
        } else if let token = SessionCookie.token(in: headers) {
            self = .cookie(token)
        } else {
            return nil
        }
    }

    var text: String {
        switch self {
        case .bearer(let text), .cookie(let text): text
        }
    }

    /// Refuses what another site may have made the browser send.
    ///
    /// A page of another site can send a cookie along (as far as `SameSite` lets it) but can set neither of these two
    /// headers without our leave, which we never give. Browsers also say themselves where a request comes from.
    func requireSameSite(_ method: HTTPRequest.Method, _ headers: HTTPFields) throws(Refusal) {
        guard case .cookie = self, method != .get, method != .head else { return }
        guard headers[.xCerca] == "1" || RouteCall.isJSON(headers[.contentType]) else {
            throw Refusal(.requestCrossSite)
        }
        if let site = headers[.secFetchSite], site == "cross-site" { throw Refusal(.requestCrossSite) }
    }
}

/// The cookie that keeps a browser signed in.
package enum SessionCookie {
    static let name = "cerca_session"

    static func token(in headers: HTTPFields) -> String? {
        // There may be several fields in HTTP/2; in each there are pairs separated by semicolons (RFC 6265 section 5.4).
        for field in headers[values: .cookie] {
            for pair in field.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                if pair.hasPrefix("\(name)=") { return String(pair.dropFirst(name.count + 1)) }
            }
        }
        return nil
    }

    /// The field that keeps a browser signed in for `seconds`.
    package static func set(_ token: String, seconds: Int64, isSecure: Bool) -> HTTPFields {
        [
            .setCookie:
                "\(name)=\(token); Path=/; Max-Age=\(max(0, seconds)); HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
        ]
    }

    /// The fields that make a browser forget who is signed in, and all that it keeps of this server for them.
    package static func clear(isSecure: Bool) -> HTTPFields {
        var fields = set("", seconds: 0, isSecure: isSecure)
        fields[.clearSiteData] = "\"cache\", \"storage\""
        return fields
    }
}
