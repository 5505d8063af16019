import Vault

/// The types of item that Bitwarden has, and where each of them keeps what.
///
/// Source: the models under `libs/common/src/models/export` of bitwarden/clients. A login is not a list of texts and
/// stands in a file of its own.
struct BitwardenType: Sendable {
    /// The number that stands in `type`.
    let number: Int
    /// The member of the item that holds what is particular to the type.
    let member: String
    /// Which field of ours each member of that object is, in the order in which Bitwarden shows them.
    let fields: [(name: String, kind: FieldKind)]

    static let login = BitwardenType(number: 1, member: "login", fields: [])
    static let secureNote = BitwardenType(number: 2, member: "secureNote", fields: [])

    private static let card = BitwardenType(
        number: 3, member: "card",
        fields: [
            ("cardholderName", .text(name: "Cardholder name")), ("brand", .text(name: "Brand")),
            ("number", .secretNumber), ("expMonth", .text(name: "Expiry month")),
            ("expYear", .text(name: "Expiry year")), ("code", .concealed(name: "Security code")),
        ])
    private static let identity = BitwardenType(
        number: 4, member: "identity",
        fields: [
            ("title", .text(name: "Title")), ("firstName", .text(name: "First name")),
            ("middleName", .text(name: "Middle name")), ("lastName", .text(name: "Last name")),
            ("username", .user), ("company", .text(name: "Company")),
            ("ssn", .concealed(name: "Social security number")),
            ("passportNumber", .concealed(name: "Passport number")),
            ("licenseNumber", .concealed(name: "Licence number")), ("email", .email), ("phone", .phone),
            ("address1", .text(name: "Address line 1")), ("address2", .text(name: "Address line 2")),
            ("address3", .text(name: "Address line 3")), ("city", .text(name: "City")),
            ("state", .text(name: "State")), ("postalCode", .text(name: "Postal code")),
            ("country", .text(name: "Country")),
        ])
    private static let sshKey = BitwardenType(
        number: 5, member: "sshKey",
        fields: [
            ("privateKey", .concealed(name: "Private key")), ("publicKey", .text(name: "Public key")),
            ("keyFingerprint", .text(name: "Key fingerprint")),
        ])
    private static let bankAccount = BitwardenType(
        number: 6, member: "bankAccount",
        fields: [
            ("bankName", .text(name: "Bank name")), ("nameOnAccount", .text(name: "Name on account")),
            ("accountType", .text(name: "Account type")), ("accountNumber", .secretNumber),
            ("routingNumber", .text(name: "Routing number")), ("branchNumber", .text(name: "Branch number")),
            ("pin", .pin), ("swiftCode", .text(name: "SWIFT code")), ("iban", .text(name: "IBAN")),
            ("bankContactPhone", .phone),
        ])
    private static let driversLicense = BitwardenType(
        number: 7, member: "driversLicense",
        fields: [
            ("firstName", .text(name: "First name")), ("middleName", .text(name: "Middle name")),
            ("lastName", .text(name: "Last name")), ("dateOfBirth", .text(name: "Date of birth")),
            ("licenseNumber", .concealed(name: "Licence number")),
            ("issuingCountry", .text(name: "Issuing country")), ("issuingState", .text(name: "Issuing state")),
            ("issueDate", .text(name: "Issue date")), ("expirationDate", .text(name: "Expiry date")),
            ("issuingAuthority", .text(name: "Issuing authority")), ("licenseClass", .text(name: "Licence class")),
        ])
    private static let passport = BitwardenType(
        number: 8, member: "passport",
        fields: [
            ("surname", .text(name: "Surname")), ("givenName", .text(name: "Given name")),
            ("dateOfBirth", .text(name: "Date of birth")), ("sex", .text(name: "Sex")),
            ("birthPlace", .text(name: "Place of birth")), ("nationality", .text(name: "Nationality")),
            ("issuingCountry", .text(name: "Issuing country")),
            ("passportNumber", .concealed(name: "Passport number")), ("passportType", .text(name: "Passport type")),
            ("nationalIdentificationNumber", .concealed(name: "National identification number")),
            ("issuingAuthority", .text(name: "Issuing authority")), ("issueDate", .text(name: "Issue date")),
            ("expirationDate", .text(name: "Expiry date")),
        ])

    /// The numbers of the types that are known.
    static let numbers: ClosedRange<Int64> = 1...8
    /// The types that are lists of texts.
    static let detailed = [card, identity, sshKey, bankAccount, driversLicense, passport]

    /// The type that an item with these fields is written as.
    ///
    /// A vault has no types: whatever has a password, an address or a one-time password is a login; else the type whose
    /// own fields are met most often; else a login when there is a user, and a note when there is none. Fields that the
    /// type has no place for are written as custom ones, so that no choice loses anything.
    static func fitting(_ fields: [Field]) -> BitwardenType {
        let kinds = Set(fields.filter { !$0.value.isEmpty }.map(\.kind))
        guard kinds.isDisjoint(with: [.password, .url, .oneTimePassword]) else { return .login }
        var best = kinds.contains(.user) ? login : secureNote
        var most = 0
        for type in detailed {
            let count = type.fields.count { $0.kind.name != nil && kinds.contains($0.kind) }
            if count > most { (best, most) = (type, count) }
        }
        return best
    }
}
