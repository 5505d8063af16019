import Basics
import Strings
import Vault
import VaultDevice

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
        guard field.kind == .oneTimePassword, !field.value.isEmpty else { return }
        switch OneTimeCode(field.value, at: now) {
        case .shown(let code, let secondsLeft):
            member("code", code)
            member("secondsLeft", secondsLeft)
        case .counting(let counter): member("counter", Int(clamping: counter))
        case .none(let fault): member("reason", fault.description)
        }
    }
}

/// What a one-time password field gives at an instant.
enum OneTimeCode {
    /// A code, and for how many more seconds it is shown.
    case shown(String, secondsLeft: Int)
    /// The next code is that of a counter, and is used up once it is shown.
    case counting(UInt64)
    /// No code, for this reason.
    case none(OneTimePasswordFault)

    /// What the value of a field gives.
    init(_ value: String, at now: Timestamp) {
        do throws(OneTimePasswordFault) {
            let codes = try OneTimePassword(value)
            let (code, secondsLeft) = codes.code(at: now)
            self = codes.kind == .counter ? .counting(codes.counter) : .shown(code, secondsLeft: secondsLeft)
        } catch {
            self = .none(error)
        }
    }
}

extension UnlockedVault {
    /// The code that a one-time password field of an item gives; that of a counter is used up by it.
    func code(_ field: Field, of item: Item, at now: Timestamp) throws(CommandFailure) -> String {
        switch OneTimeCode(field.value, at: now) {
        case .shown(let code, _): return code
        case .counting:
            let place = item.fields.firstIndex(of: field) ?? 0
            return try refusing { () throws(VaultFault) in try nextCode(of: item.id, field: place, now: now) }
        case .none(let fault):
            let title = TerminalText.harmless(item.title.text)
            throw CommandFailure(VaultStrings.itemBadOneTimePassword(title: title, reason: fault.phrase).text)
        }
    }
}
