import HTTPTypes

/// The cookie by which a browser is recognized as an approved device, after its session as well.
enum DeviceCookie {
    static let name = "cerca_device"
    /// For how long it is kept: as long as browsers keep any cookie.
    static let seconds: Int64 = 400 * 86_400

    static func token(in headers: HTTPFields) -> String? {
        for field in headers[values: .cookie] {
            for pair in field.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                if pair.hasPrefix("\(name)=") { return String(pair.dropFirst(name.count + 1)) }
            }
        }
        return nil
    }

    /// The field that makes a browser show `token` at each sign-in; no other path ever sees it, and no other site.
    static func set(_ token: String, isSecure: Bool) -> HTTPFields {
        [
            .setCookie:
                "\(name)=\(token); Path=/api; Max-Age=\(seconds); HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
        ]
    }
}
