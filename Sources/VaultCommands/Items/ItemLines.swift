import CommandOutput
import Time
import Vault

/// An item's summary as a line of JSON, as `list` and `search` print it.
extension JSONLine {
    mutating func summary(_ item: ItemSummary, category: String) {
        member("id", item.id.text)
        member("title", item.title.text)
        member("category", category)
        member("user", item.user)
        member("favourite", item.isFavourite)
        member("modified", item.modified.rfc3339)
    }

    /// A field as the members of an object; a one-time password has its code besides.
    mutating func field(_ field: Field, at now: Timestamp) {
        switch field.kind {
        case .text(let name):
            member("kind", "text")
            member("name", name)
        case .concealed(let name):
            member("kind", "concealed")
            member("name", name)
        default: member("kind", field.kind.word)
        }
        member("value", field.value)
        guard field.kind == .oneTimePassword, let code = OneTimeCode(field.value, at: now) else { return }
        member("code", code.code)
        member("secondsLeft", code.secondsLeft)
    }
}

/// The code that a one-time password field shows at an instant.
struct OneTimeCode {
    let code: String
    let secondsLeft: Int

    /// The code, or nil when the field's value is no secret of that kind.
    init?(_ value: String, at now: Timestamp) {
        guard let generator = try? OneTimePassword(value) else { return nil }
        (code, secondsLeft) = generator.code(at: now)
    }
}
