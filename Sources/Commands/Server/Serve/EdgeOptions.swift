import Accounts
import ArgumentParser
import Forwarding
import HTTPKit

/// What stands between the server and strangers: proxies, figures and limits.
struct EdgeOptions: ParsableArguments {
    @Option(
        name: .customLong("trusted-proxy"),
        help: ArgumentHelp(
            "Addresses, as 10.0.0.0/8, of a proxy whose word for its clients' addresses counts; may be repeated.",
            valueName: "cidr"))
    var trustedProxies: [String] = []

    @Option(
        help: "The header field that trusted proxies write their clients' addresses into: x-forwarded-for or forwarded."
    )
    var forwardedHeader = ForwardedField.forwardedFor.rawValue

    @Flag(help: "Connections of trusted proxies begin with a header of the PROXY protocol, version 2.")
    var proxyProtocol = false

    @Option(help: "The address at which the figures for Prometheus are served, with --metrics-port.")
    var metricsHost = "127.0.0.1"

    @Option(help: "The port of /metrics; 0 for a free one. Without it there are no figures; they are never on --port.")
    var metricsPort: Int?

    @Option(
        help: ArgumentHelp(
            "Seconds for which a server that was told to stop goes on, with /readyz at 503: two intervals of what asks there.",
            valueName: "seconds"))
    var stopDelay = 0.5

    @Option(
        name: .customLong("limit"),
        help: ArgumentHelp(
            "Set a limit, as connections=8192 or requests-per-address=2000/4; Docs/limits.md lists them. May be repeated.",
            valueName: "name=value"))
    var settings: [String] = []

    @Flag(inversion: .prefixedNo, help: "Limit the rate of requests by address and account.")
    var rateLimits = true

    func validate() throws {
        for text in trustedProxies where AddressRange(text) == nil {
            throw ValidationError("--trusted-proxy: \(text) is not a range of addresses such as 10.0.0.0/8")
        }
        guard ForwardedField(rawValue: forwardedHeader.lowercased()) != nil else {
            let names = ForwardedField.allCases.map(\.rawValue).joined(separator: " or ")
            throw ValidationError("--forwarded-header must be \(names)")
        }
        if proxyProtocol, trustedProxies.isEmpty { throw ValidationError("--proxy-protocol needs --trusted-proxy") }
        if let metricsPort, !(0...65_535).contains(metricsPort) {
            throw ValidationError("--metrics-port must be 0 to 65535")
        }
        guard (0...300).contains(stopDelay) else { throw ValidationError("--stop-delay must be 0 to 300") }
        _ = try setLimits()
    }

    /// Seconds after which a server that was told to stop waits for nobody any longer: each request has its time.
    var longestStop: Int64 { Int64(stopDelay.rounded(.up)) + max(5, limits.answerSeconds + 1) }

    /// The proxies that are trusted.
    var proxies: TrustedProxies {
        TrustedProxies(
            trustedProxies.compactMap { AddressRange($0) },
            field: ForwardedField(rawValue: forwardedHeader.lowercased()) ?? .forwardedFor,
            sendsProxyHeader: proxyProtocol)
    }

    /// Where the figures are served; nil for nowhere.
    var metrics: MetricsAddress? { metricsPort.map { MetricsAddress(host: metricsHost, port: $0) } }

    /// The limits that the server starts with.
    var limits: ServerLimits {
        let limits = (try? setLimits()) ?? .standard
        return rateLimits ? limits : limits.withoutRates
    }

    private func setLimits() throws -> ServerLimits {
        var limits = ServerLimits.standard
        for setting in settings {
            do throws(ServerLimits.SettingError) {
                try limits.set(setting)
            } catch {
                switch error {
                case .unknown(let name): throw ValidationError("--limit: there is no limit \(name)")
                case .invalid(let name, let expected): throw ValidationError("--limit: \(name) must be \(expected)")
                }
            }
        }
        return limits
    }
}
