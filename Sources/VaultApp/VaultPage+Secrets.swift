import API
import Basics
import Foundation
import HTTPKit
import Vault
import VaultDevice

extension VaultPage {
    /// One concealed value of an item.
    func reveal(_ id: String, _ which: VaultPageRevealBody) throws -> VaultPageValueBody {
        let item = try stored(id)
        try requireProof(for: item)
        if let place = which.field, item.fields.indices.contains(place) {
            return VaultPageValueBody(value: item.fields[place].value)
        }
        if let place = which.past, item.history.indices.contains(place) {
            return VaultPageValueBody(value: item.history[place].value)
        }
        throw VaultPageProblem.answer(.vaultUnknownRecord)
    }

    /// The one-time codes of an item.
    func codes(_ id: String) throws -> VaultPageCodesBody {
        let item = try stored(id)
        try requireProof(for: item)
        let now = clock.now()
        let codes = item.fields.enumerated().compactMap { index, field -> VaultPageCodeBody? in
            guard field.kind == .oneTimePassword, !field.value.isEmpty else { return nil }
            do throws(OneTimePasswordFault) {
                let password = try OneTimePassword(field.value)
                guard password.kind != .counter else {
                    return VaultPageCodeBody(
                        field: index, code: "", secondsLeft: 0, counter: Int(clamping: password.counter))
                }
                let (code, secondsLeft) = password.code(at: now)
                return VaultPageCodeBody(field: index, code: code, secondsLeft: secondsLeft)
            } catch {
                return VaultPageCodeBody(field: index, code: "", secondsLeft: 0, fault: VaultPageCodeFault(error))
            }
        }
        return VaultPageCodesBody(codes: codes)
    }

    /// The next code of a field that counts; its counter is stored before the code is given.
    func nextCode(_ id: String, _ which: VaultPageRevealBody) throws -> VaultPageCodeBody {
        try requireProof(for: try stored(id))
        let record = try Self.record(id)
        let place = which.field ?? 0
        let code = try with { vault throws(VaultFault) in try vault.nextCode(of: record, field: place, now: clock.now())
        }
        let fields = try stored(id).fields
        let next = fields.indices.contains(place) ? try? OneTimePassword(fields[place].value) : nil
        return VaultPageCodeBody(
            field: place, code: code, secondsLeft: 0, counter: next.map { Int(clamping: $0.counter) })
    }

    // MARK: Files

    /// Keeps a file with an item.
    func attach(_ id: String, _ file: VaultPageFileBody) throws -> VaultPageItemBody {
        let record = try Self.record(id)
        let name = try Self.name(file.name)
        guard let content = Data(base64Encoded: file.content), content.count <= VaultPageFileBody.mostBytes else {
            throw BodyError.invalid([Fault(path: "$.content", message: "is no Base64 of at most 10 MiB")])
        }
        var random = SystemRandomNumberGenerator()
        try with { vault throws(VaultFault) in
            _ = try vault.attach(Array(content), named: name, to: record, now: clock.now(), using: &random)
        }
        return try item(id)
    }

    /// A file of an item.
    func attachment(_ id: String, _ attachment: String) throws -> VaultPageFileBody {
        let item = try stored(id)
        try requireProof(for: item)
        let wanted = try Self.record(attachment)
        guard let file = item.attachments.first(where: { $0.id == wanted }) else {
            throw VaultPageProblem.answer(.vaultUnknownRecord)
        }
        let content = try with { vault throws(VaultFault) in try vault.attachment(file) }
        return VaultPageFileBody(name: file.name.text, content: Data(content).base64EncodedString())
    }

    /// Removes a file from an item.
    func detach(_ id: String, _ attachment: String) throws -> VaultPageItemBody {
        let record = try Self.record(id)
        let wanted = try Self.record(attachment)
        try with { vault throws(VaultFault) in
            try vault.removeAttachment(wanted, of: record, now: clock.now())
        }
        return try item(id)
    }

    // MARK: Passwords

    /// A new password by a recipe.
    func generate(_ recipe: VaultPageRecipeBody) throws -> VaultPageValueBody {
        var classes: Set<PasswordGenerator.CharacterClass> = [.lower]
        if recipe.capitals { classes.insert(.upper) }
        if recipe.digits { classes.insert(.digits) }
        if recipe.symbols { classes.insert(.symbols) }
        let generator = PasswordGenerator(
            length: recipe.length, classes: classes, avoidsLookAlikes: recipe.avoidsLookAlikes)
        guard let generator else {
            throw BodyError.invalid([Fault(path: "$.length", message: "is too short or too long")])
        }
        var random = SystemRandomNumberGenerator()
        return VaultPageValueBody(value: generator.make(using: &random))
    }

    /// How strong a password is.
    nonisolated func estimate(_ body: VaultPageEstimateBody) -> VaultPageStrengthBody {
        let strength = PasswordStrength(body.password, knownWords: body.knownWords)
        return VaultPageStrengthBody(score: strength.score, guessesLog10: strength.guessesLog10)
    }

    /// Items whose passwords are weak, used in another item as well, or older than two years.
    func findings() throws -> VaultPageFindingsBody {
        let now = clock.now()
        return try with { vault throws(VaultFault) in
            var checked: [(item: ItemSummary, reasons: [VaultPageFindingReason])] = []
            var uses: [String: [Int]] = [:]
            for summary in try vault.summaries() {
                let item = try vault.item(summary.id)
                let passwords = item.passwords
                guard !passwords.isEmpty else { continue }
                let known = [vault.user.text, item.title.text, item.value(of: .user) ?? ""]
                let isWeak = passwords.contains { PasswordStrength($0, knownWords: known).score < 2 }
                let since = item.history.first { $0.kind == .password }?.until ?? item.created
                let isOld = now.milliseconds(since: since) > Self.oldMilliseconds
                for password in Set(passwords) { uses[password, default: []].append(checked.count) }
                checked.append((summary, (isWeak ? [.weak] : []) + (isOld ? [.old] : [])))
            }
            for items in uses.values where items.count > 1 {
                for index in items where !checked[index].reasons.contains(.reused) {
                    checked[index].reasons.append(.reused)
                }
            }
            let found = checked.filter { !$0.reasons.isEmpty }
            let sorted = Collation(language: vault.settings.language).sorted(found) { $0.item.title.text }
            return VaultPageFindingsBody(
                checked: checked.count,
                findings: sorted.map { VaultPageFindingBody(item: VaultPageSummaryBody($0.item), reasons: $0.reasons) })
        }
    }

    /// Two years.
    private static let oldMilliseconds: Int64 = 730 * 86_400_000
}

extension VaultPageCodeFault {
    /// How the reason why there are no codes travels.
    init(_ fault: OneTimePasswordFault) {
        self =
            switch fault {
            case .noSecret: .noSecret
            case .notBase32: .notBase32
            case .tooLong: .tooLong
            case .unsupportedKind: .kind
            case .unsupportedAlgorithm: .algorithm
            case .unsupportedDigits: .digits
            case .unsupportedPeriod: .period
            case .unsupportedCounter: .counter
            }
    }
}
