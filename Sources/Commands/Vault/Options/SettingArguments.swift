import ArgumentParser
import Vault

/// A cipher as an argument.
struct CipherArgument: ExpressibleByArgument {
    let suite: CipherSuite

    static let standard = CipherArgument(suite: .aes256GCM)

    init?(argument: String) {
        guard let suite = CipherSuite(name: argument) else { return nil }
        self.suite = suite
    }

    private init(suite: CipherSuite) {
        self.suite = suite
    }

    var defaultValueDescription: String { suite.name }
    static var allValueStrings: [String] { CipherSuite.allCases.map(\.name) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// What a guess is to cost.
enum CostArgument: String, ExpressibleByArgument, CaseIterable {
    case standard = "default"
    case floor
}

/// How long failures lock.
enum LockoutArgument: String, ExpressibleByArgument, CaseIterable {
    case standard, strict

    init(_ rule: LockoutRule) {
        self = rule == .strict ? .strict : .standard
    }

    var rule: LockoutRule { self == .strict ? .strict : .standard }
}

/// A language in whose order lists are sorted.
struct LanguageArgument: ExpressibleByArgument {
    let tag: String

    init?(argument: String) {
        let tag = argument.lowercased()
        guard Self.allValueStrings.contains(tag) else { return nil }
        self.tag = tag
    }

    static let allValueStrings = ["es", "en", "pt", "it"]
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
