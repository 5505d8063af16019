/// What a field of an item is: one of the original's ten, a one-time password, or a field of the person's own.
///
/// The original has the ten of RF-08: category type, user, password, description, URL, note, PIN, secret number, e-mail
/// and telephone.
public enum FieldKind: Hashable, Sendable {
    /// What sort of thing the item is, in the person's words.
    case type
    /// The name one signs in with.
    case user
    /// The password.
    case password
    /// A description.
    case description
    /// An address on the web.
    case url
    /// A note of any number of lines.
    case note
    /// A personal identification number.
    case pin
    /// A secret number, such as a card's.
    case secretNumber
    /// An e-mail address.
    case email
    /// A telephone number.
    case phone
    /// The secret of a one-time password; what is shown is its code.
    case oneTimePassword
    /// A field of one's own that is shown.
    case text(name: String)
    /// A field of one's own that is hidden until it is asked for.
    case concealed(name: String)

    /// The most characters that the name of a field of one's own has.
    public static let nameLimit = 100
    /// The kinds that need no name, in the order in which they are offered.
    public static let standard: [FieldKind] = [
        .type, .user, .password, .description, .url, .note, .pin, .secretNumber, .email, .phone, .oneTimePassword,
    ]

    /// Whether the value is hidden until it is asked for.
    public var isConcealed: Bool {
        switch self {
        case .password, .pin, .secretNumber, .oneTimePassword, .concealed: true
        case .type, .user, .description, .url, .note, .email, .phone, .text: false
        }
    }

    /// The name of a field of one's own; nil for the others.
    public var name: String? {
        switch self {
        case .text(let name), .concealed(let name): name
        default: nil
        }
    }

    /// The kind's number in files, without its name.
    var code: UInt8 {
        switch self {
        case .type: 1
        case .user: 2
        case .password: 3
        case .description: 4
        case .url: 5
        case .note: 6
        case .pin: 7
        case .secretNumber: 8
        case .email: 9
        case .phone: 10
        case .oneTimePassword: 11
        case .text: 12
        case .concealed: 13
        }
    }

    /// Whether the value of a kind with this number is hidden; one that is unknown is.
    static func isConcealed(code: UInt8) -> Bool {
        code > 13 || concealedCodes & 1 << UInt32(code) != 0
    }

    /// A bit for each number whose kind is concealed, the lowest for 0, which is none.
    private static let concealedCodes: UInt32 = (standard + [.text(name: "-"), .concealed(name: "-")])
        .reduce(1) { $1.isConcealed ? $0 | 1 << UInt32($1.code) : $0 }

    /// The kind with a number and a name; nil when the number is unknown or a name is missing or too much.
    init?(code: UInt8, name: String) {
        switch code {
        case 1...11:
            guard name.isEmpty else { return nil }
            self = Self.standard[Int(code) - 1]
        case 12, 13:
            guard !name.isEmpty else { return nil }
            self = code == 12 ? .text(name: name) : .concealed(name: name)
        default: return nil
        }
    }
}
