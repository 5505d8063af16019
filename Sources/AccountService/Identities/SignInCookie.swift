import HTTPTypes
import OpenID

/// The cookie that binds a sign-in by a provider to a browser.
///
/// It goes along when the provider sends the browser back, which is another site's doing: `SameSite=Lax`. With TLS its
/// name keeps other hosts of the same domain from setting it (`__Host-`).
enum SignInCookie {
    static func name(isSecure: Bool) -> String { isSecure ? "__Host-cerca_signin" : "cerca_signin" }

    static func text(in headers: HTTPFields, isSecure: Bool) -> String? {
        let name = name(isSecure: isSecure)
        for field in headers[values: .cookie] {
            for pair in field.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                if pair.hasPrefix("\(name)=") { return String(pair.dropFirst(name.count + 1)) }
            }
        }
        return nil
    }

    static func set(_ secret: SignInSecret?, isSecure: Bool) -> HTTPFields {
        let seconds = secret == nil ? 0 : IdentityService.seconds
        let attributes = "Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax\(isSecure ? "; Secure" : "")"
        return [.setCookie: "\(name(isSecure: isSecure))=\(secret?.text ?? ""); \(attributes)"]
    }
}
