import Accounts
import Forwarding
import HTTPKit
import HTTPTypes
import Hummingbird

/// What a sign-in tells of the device that it comes from.
package struct PresentedDevice: Sendable {
    /// What the device shows to be recognized; nil for one that shows nothing.
    package var token: DeviceToken?
    /// What its owner may recognize it by in a list.
    package var label: String?
    /// The language of a mail about it.
    package var language: String
    /// Where it is; nil when it does not come over the network.
    package var address: IPAddress?
    /// What it shows to be known from an earlier sign-in.
    var tickets: [KnownDeviceTicket] = []
    /// The name of the ticket that was found to be the account's; nil for a device that is not known.
    var knownAs: String?

    /// A device of these parts; what is no label is left out.
    package init(
        token: DeviceToken? = nil, label: String? = nil, language: String = "en", address: IPAddress? = nil
    ) {
        self.address = address
        self.token = token
        self.label = label.flatMap(AccountLabel.cleaned)
        self.language = language
    }

    /// The device that a request comes from.
    ///
    /// What the body names wins over the cookie of a browser, and that over the header `X-MOBILE` of the original's
    /// telephones, `MODEL#SYSTEM VERSION#TOKEN`, whose token is that of its notifications.
    init(_ headers: HTTPFields, token: String?, label: String?) {
        let mobile = (headers[.xMobile] ?? "").split(separator: "#", maxSplits: 2, omittingEmptySubsequences: false)
            .map(String.init)
        let shown = [token, DeviceCookie.token(in: headers), mobile.count == 3 ? mobile[2] : nil]
        let named = label ?? (mobile.count == 3 ? "\(mobile[0]), \(mobile[1])" : Self.label(headers[.userAgent]))
        self.init(
            token: shown.lazy.compactMap { $0 }.compactMap(DeviceToken.init).first, label: named,
            language: DeviceMail.language(headers[.acceptLanguage]))
        tickets = KnownDeviceCookie.tickets(in: headers)
    }

    /// The device that a call comes from, with its address.
    init(_ call: RouteCall, token: String?, label: String?) {
        self.init(call.request.headers, token: token, label: label)
        address = call.source
    }

    /// What a browser calls itself, in a word or two: enough for its owner, and for nobody else.
    static func label(_ userAgent: String?) -> String? {
        guard let userAgent, userAgent.utf8.count <= 1000 else { return nil }
        // The order matters: each of these also names some that come after it.
        let browsers = [
            ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
        ]
        let systems = [
            ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
            ("Mac OS X", "macOS"), ("Linux", "Linux"),
        ]
        let browser = browsers.first { userAgent.contains($0.0) }?.1
        let system = systems.first { userAgent.contains($0.0) }?.1
        let words = [browser, system].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}
