import Accounts
import Basics

/// An API key as its owner has it: a public text and a secret that signs.
public struct MarketKey: Sendable {
    /// What names the key; it goes with each request.
    public let `public`: String
    let secret: SigningSecret

    /// A key of two texts of 1 to 256 bytes without white space, or nil.
    public init?(public: String, secret: String) {
        let isUsable = [`public`, secret].allSatisfy { text in
            (1...256).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }
        guard isUsable else { return nil }
        self.public = `public`
        self.secret = SigningSecret(secret)
    }

    /// The key in a file as `cerca admin api-key` prints it, `{"public": …, "secret": …}`, or nil.
    public init?(json bytes: [UInt8]) {
        guard let value = try? JSONValue(parsing: bytes), case .string(let `public`)? = value["public"],
            case .string(let secret)? = value["secret"]
        else { return nil }
        self.init(public: `public`, secret: secret)
    }
}

extension MarketKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A mark without the secret.
    public var description: String { "[API key]" }

    /// A mark without the secret.
    public var debugDescription: String { description }

    /// Nothing, so that a dump does not show the secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
