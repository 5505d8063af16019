extension ServerLimits {
    /// One limit that an operator may set by name; `Docs/limits.md` lists them all.
    package struct Setting: Sendable {
        fileprivate enum Value: Sendable {
            case count(any WritableKeyPath<ServerLimits, Int> & Sendable, ClosedRange<Int>)
            case seconds(any WritableKeyPath<ServerLimits, Int64> & Sendable, ClosedRange<Int64>)
            case rate(any WritableKeyPath<ServerLimits, Rate?> & Sendable)
        }

        /// What it is called.
        package let name: String
        fileprivate let value: Value

        /// Its value in `limits`, as an operator writes it.
        package func text(in limits: ServerLimits) -> String {
            switch value {
            case .count(let path, _): String(limits[keyPath: path])
            case .seconds(let path, _): String(limits[keyPath: path])
            case .rate(let path): limits[keyPath: path].map(\.text) ?? "off"
            }
        }
    }

    /// The limits that an operator may set, in the order in which they are documented.
    package static let settings: [Setting] = [
        .init(name: "connections", value: .count(\.connections, 1...1_000_000)),
        .init(name: "connections-per-address", value: .count(\.connectionsPerAddress, 1...1_000_000)),
        .init(name: "streams", value: .count(\.streams, 1...1_000_000)),
        .init(name: "streams-per-address", value: .count(\.streamsPerAddress, 1...1_000_000)),
        .init(name: "sockets", value: .count(\.sockets.total, 1...1_000_000)),
        .init(name: "sockets-per-address", value: .count(\.sockets.perAddress, 1...1_000_000)),
        .init(name: "body-bytes", value: .count(\.bodyBytes, 1024...(16 << 20))),
        .init(name: "header-bytes", value: .count(\.headerBytes, 1024...(1 << 20))),
        .init(name: "header-fields", value: .count(\.headerFields, 8...10_000)),
        .init(name: "socket-message-bytes", value: .count(\.sockets.messageBytes, 1024...(16 << 20))),
        .init(name: "request-seconds", value: .seconds(\.requestSeconds, 1...3600)),
        .init(name: "body-bytes-per-second", value: .count(\.bodyBytesPerSecond, 1...(1 << 30))),
        .init(name: "answer-seconds", value: .seconds(\.answerSeconds, 1...3600)),
        .init(name: "idle-seconds", value: .seconds(\.idleSeconds, 1...3600)),
        .init(name: "answer-bytes", value: .count(\.answerBytes, 1024...(1 << 40))),
        .init(name: "answer-bytes-per-address", value: .count(\.answerBytesPerAddress, 1024...(1 << 40))),
        .init(name: "slow-reader-seconds", value: .seconds(\.slowReaderSeconds, 1...3600)),
        .init(name: "requests-per-address", value: .rate(\.perAddress)),
        .init(name: "requests-per-account", value: .rate(\.perAccount)),
        .init(name: "requests-per-key", value: .rate(\.perKey)),
        .init(name: "sign-ins-per-address", value: .rate(\.signInPerAddress)),
        .init(name: "known-sign-ins-per-address", value: .rate(\.knownSignInPerAddress)),
        .init(name: "sign-in-tries-per-address", value: .count(\.signIn.triesPerAddress, 0...100_000)),
        .init(name: "sign-ins-from-new-addresses", value: .rate(\.signIn.fromNewAddresses)),
        .init(name: "sign-in-contested-seconds", value: .seconds(\.signIn.contestedSeconds, 1...3600)),
        .init(name: "sign-ins-of-known-devices", value: .rate(\.signIn.knownDevices)),
    ]

    /// Why a limit was not set.
    package enum SettingError: Error, Hashable {
        /// There is no limit of this name.
        case unknown(String)
        /// The value is none that this limit can have.
        case invalid(name: String, expected: String)
    }

    /// Sets a limit by what an operator wrote, `NAME=VALUE`.
    ///
    /// A count is a number. A rate is `COUNT/SECONDS`: so many at once, which are all there again after so many seconds
    /// of silence; or `off`.
    package mutating func set(_ assignment: String) throws(SettingError) {
        let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let setting = Self.settings.first(where: { $0.name == parts[0] }) else { throw .unknown(parts[0]) }
        let text = parts.count == 2 ? parts[1] : ""
        switch setting.value {
        case .count(let path, let range):
            guard let value = Int(text), range.contains(value) else {
                throw .invalid(name: setting.name, expected: "\(range.lowerBound) to \(range.upperBound)")
            }
            self[keyPath: path] = value
        case .seconds(let path, let range):
            guard let value = Int64(text), range.contains(value) else {
                throw .invalid(name: setting.name, expected: "\(range.lowerBound) to \(range.upperBound)")
            }
            self[keyPath: path] = value
        case .rate(let path):
            let rate = Rate(text)
            guard rate != nil || text == "off" else {
                throw .invalid(name: setting.name, expected: "COUNT/SECONDS or off")
            }
            self[keyPath: path] = rate
        }
    }
}

extension ServerLimits.Rate {
    /// The rate that a text says, `COUNT/SECONDS`; nil when it is none.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let count = Int(parts[0]), let seconds = Int(parts[1]),
            (1...1_000_000).contains(count), (1...86_400).contains(seconds)
        else { return nil }
        self.init(perSecond: Double(count) / Double(seconds), burst: count)
    }

    /// The text that says this rate.
    package var text: String { "\(burst)/\(windowSeconds)" }
}
