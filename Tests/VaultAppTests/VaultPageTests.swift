import API
import Basics
import Foundation
import HTTPKit
import Phone
import Testing
import Vault
import VaultDevice

@testable import VaultApp

/// A page over a vault of its own, which is gone with the test.
final class Place {
    let folder: URL
    let page: VaultPage
    /// What opens the vault at any place.
    let recovery: String

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "cerca-page-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let vaults = VaultFolder(
            folder: folder.appending(path: "vaults"), keys: FileKeyStore(folder: folder.appending(path: "keys")),
            data: folder)
        page = VaultPage(
            folder: vaults, source: nil, clock: ServerClock { Timestamp(seconds: 1_800_000_000) }, cost: .floor)
        recovery = try await page.create(
            VaultPageNewVaultBody(
                user: "ana", password: "the page's password", usesPlace: false, cell: 50, cipher: "aes-256-gcm",
                allowsWeak: false, language: "es")
        ).code
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The body that opens the vault with a password.
    static func opening(
        _ password: String?, recovery: String? = nil, user: String = "ana", passkey: VaultPagePasskeyProofBody? = nil
    ) -> VaultPageUnlockBody {
        VaultPageUnlockBody(
            user: user, password: password, recovery: recovery, usesPlace: false, usesNetwork: false, passkey: passkey,
            acceptsOlder: false)
    }

    /// Adds an item with a user and a password.
    func add(_ title: String, password: String, asksAgain: Bool = false) async throws -> VaultPageItemBody {
        let category = try #require(try await page.categories().categories.first)
        return try await page.add(
            VaultPageItemDraftBody(
                category: category.id, title: title, isFavourite: false, asksAgain: asksAgain,
                fields: [
                    VaultPageFieldDraftBody(kind: VaultPageFieldKindBody(kind: "user"), value: "ana"),
                    VaultPageFieldDraftBody(kind: VaultPageFieldKindBody(kind: "password"), value: password),
                ]))
    }

    /// Every item that is not in the trash.
    func titles(_ text: String? = nil, trash: Bool = false, concealed: Bool? = nil) async throws -> [String] {
        try await page.items(
            VaultPageQueryBody(favourites: false, trash: trash, text: text, concealed: concealed)
        ).items.map(\.title)
    }
}

/// The code with which something is refused; nil when it is not.
func refusal(_ work: () async throws -> Void) async -> String? {
    do {
        try await work()
        return nil
    } catch let answer as ProblemAnswer {
        return answer.problem.code
    } catch {
        return "\(error)"
    }
}

@Suite("The vault's page")
struct VaultPageTests {
    @Test("a vault that was made is open; locked, nothing of it can be asked for until it is opened again")
    func lockAndOpen() async throws {
        let place = try await Place()
        #expect(await place.page.state().user == "ana")
        let item = try await place.add("Correo", password: "s3cret")
        await place.page.lock()
        #expect(await place.page.state().user == nil)
        let locked = ProblemCode.vaultLocked.rawValue
        #expect(await refusal { _ = try await place.page.item(item.id) } == locked)
        #expect(await refusal { _ = try await place.page.categories() } == locked)
        #expect(await refusal { _ = try await place.titles() } == locked)
        _ = try await place.page.unlock(Place.opening("the page's password"))
        #expect(try await place.page.item(item.id).title == "Correo")
        await place.page.lock()
        _ = try await place.page.unlock(Place.opening(nil, recovery: place.recovery))
        #expect(try await place.titles() == ["Correo"])
    }

    @Test("whoever guesses learns neither whether the name is known nor what would open the vault")
    func guesses() async throws {
        let place = try await Place()
        await place.page.lock()
        let wrong = ProblemCode.vaultWrongSecret.rawValue
        for body in [
            Place.opening("a wrong password"), Place.opening("the page's password", user: "berta"),
            Place.opening(nil, recovery: "no code"), Place.opening("x", user: "\u{0}"),
        ] {
            do {
                _ = try await place.page.unlock(body)
                Issue.record("it opened")
            } catch let answer as ProblemAnswer {
                #expect(answer.problem.code == wrong && answer.problem.detail == nil)
            }
        }
    }

    @Test("what an item conceals stands in no list and no item, and is told when it is asked for")
    func concealed() async throws {
        let place = try await Place()
        let item = try await place.add("Correo", password: "s3cret")
        let shown = try await place.page.item(item.id)
        #expect(shown.fields.map(\.isConcealed) == [false, true])
        #expect(shown.fields.map(\.value) == ["ana", nil] && shown.fields.allSatisfy(\.isFilled))
        #expect(try await place.page.reveal(item.id, VaultPageRevealBody(field: 1)).value == "s3cret")
        #expect(await refusal { _ = try await place.page.reveal(item.id, VaultPageRevealBody(field: 2)) } != nil)
        #expect(
            await refusal { _ = try await place.page.reveal("no identifier", VaultPageRevealBody(field: 0)) } != nil)
    }

    @Test("a field gives its code, its next code when that is asked for, or the reason why it gives none")
    func codes() async throws {
        let place = try await Place()
        let category = try #require(try await place.page.categories().categories.first)
        let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        let values = [
            "steam://\(secret)", "otpauth://hotp/x?secret=\(secret)&counter=5", "otpauth://totp/x?secret=AA&digits=9",
        ]
        let item = try await place.page.add(
            VaultPageItemDraftBody(
                category: category.id, title: "Códigos", isFavourite: false, asksAgain: false,
                fields: values.map { VaultPageFieldDraftBody(kind: VaultPageFieldKindBody(kind: "otp"), value: $0) }))
        let codes = try await place.page.codes(item.id).codes
        #expect(codes.map(\.code.count) == [5, 0, 0])
        #expect(codes.map(\.counter) == [nil, 5, nil] && codes.map(\.fault) == [nil, nil, .digits])
        let next = try await place.page.nextCode(item.id, VaultPageRevealBody(field: 1))
        #expect(next.code == "254676" && next.counter == 6)
        #expect(try await place.page.codes(item.id).codes[1].counter == 6)
        #expect(await refusal { _ = try await place.page.nextCode(item.id, VaultPageRevealBody(field: 0)) } != nil)
    }

    @Test("an item that asks again tells its secrets only to who has just proved to be the owner")
    func asksAgain() async throws {
        let place = try await Place()
        let item = try await place.add("Banco", password: "s3cret", asksAgain: true)
        let wrong = ProblemCode.vaultWrongSecret.rawValue
        #expect(await refusal { _ = try await place.page.reveal(item.id, VaultPageRevealBody(field: 1)) } == wrong)
        #expect(await refusal { _ = try await place.page.draft(item.id) } == wrong)
        #expect(await refusal { _ = try await place.page.codes(item.id) } == wrong)
        // Taking the mark away would show them as well.
        let taken = VaultPageItemDraftBody(
            revision: item.revision, category: item.category, title: item.title, isFavourite: false, asksAgain: false,
            fields: [])
        #expect(await refusal { _ = try await place.page.set(item.id, taken) } == wrong)
        let guess = VaultPageConfirmBody(password: "a wrong password", usesPlace: false)
        #expect(await refusal { try await place.page.confirm(guess) } == wrong)
        #expect(await refusal { _ = try await place.page.reveal(item.id, VaultPageRevealBody(field: 1)) } == wrong)
        try await place.page.confirm(VaultPageConfirmBody(password: "the page's password", usesPlace: false))
        #expect(try await place.page.reveal(item.id, VaultPageRevealBody(field: 1)).value == "s3cret")
    }

    @Test("a search in what is concealed does not find what asks again")
    func searching() async throws {
        let place = try await Place()
        _ = try await place.add("Correo", password: "needle-one")
        _ = try await place.add("Banco", password: "needle-two", asksAgain: true)
        #expect(try await place.titles("needle") == [])
        #expect(try await place.titles("needle", concealed: true) == ["Correo"])
        #expect(try await place.titles("BAN") == ["Banco"])
        try await place.page.confirm(VaultPageConfirmBody(password: "the page's password", usesPlace: false))
        #expect(try await place.titles("needle", concealed: true) == ["Banco", "Correo"])
    }

    @Test("what somebody else has changed meanwhile is not written over")
    func changedMeanwhile() async throws {
        let place = try await Place()
        let item = try await place.add("Correo", password: "first")
        var draft = try await place.page.draft(item.id)
        _ = try await place.page.setFavourite(item.id, true)
        draft.fields[1].value = "second"
        let sent = draft
        let code = await refusal { _ = try await place.page.set(item.id, sent) }
        #expect(code == ProblemCode.vaultChangedMeanwhile.rawValue)
        var again = try await place.page.draft(item.id)
        again.fields[1].value = "second"
        let changed = try await place.page.set(item.id, again)
        #expect(changed.isFavourite && changed.history.count == 1)
        #expect(try await place.page.reveal(item.id, VaultPageRevealBody(past: 0)).value == "first")
        let restored = try await place.page.restoreValue(
            item.id, VaultPageRevealBody(past: 0, revision: changed.revision))
        #expect(restored.history.count == 2)
        #expect(try await place.page.reveal(item.id, VaultPageRevealBody(field: 1)).value == "first")
    }

    @Test("what is thrown away can be had back until it is erased")
    func trash() async throws {
        let place = try await Place()
        let item = try await place.add("Correo", password: "s3cret")
        #expect(await refusal { try await place.page.erase(item.id) } != nil)
        try await place.page.moveToTrash(item.id)
        #expect(try await place.titles() == [])
        #expect(try await place.titles(trash: true) == ["Correo"])
        _ = try await place.page.restore(item.id)
        #expect(try await place.titles() == ["Correo"])
        try await place.page.moveToTrash(item.id)
        try await place.page.emptyTrash()
        #expect(try await place.titles(trash: true) == [])
        #expect(await refusal { _ = try await place.page.item(item.id) } == ProblemCode.vaultUnknownRecord.rawValue)
    }

    @Test("categories have the names of the vault's language, and those that came with it stay")
    func categories() async throws {
        let place = try await Place()
        let came = try await place.page.categories().categories
        let first = try #require(came.first { $0.isProtected })
        #expect(
            await refusal { _ = try await place.page.removeCategory(first.id) }
                == ProblemCode.vaultProtectedCategory.rawValue)
        let draft = VaultPageCategoryDraftBody(
            name: "Barcos", isRemovable: true, template: [VaultPageFieldKindBody(kind: "text", name: "Puerto")])
        let made = try #require(try await place.page.addCategory(draft).categories.first { $0.name == "Barcos" })
        #expect(made.template == [VaultPageFieldKindBody(kind: "text", name: "Puerto")])
        #expect(await refusal { _ = try await place.page.addCategory(draft) } == ProblemCode.vaultNameTaken.rawValue)
        var change = draft
        change.name = "Veleros"
        let unmarked = change
        #expect(await refusal { _ = try await place.page.setCategory(made.id, unmarked) } != nil)
        change.mark = made.mark
        let marked = change
        #expect(try await place.page.setCategory(made.id, marked).categories.contains { $0.name == "Veleros" })
        #expect(
            await refusal { _ = try await place.page.setCategory(made.id, marked) }
                == ProblemCode.vaultChangedMeanwhile.rawValue)
        #expect(try await place.page.removeCategory(made.id).categories.count == came.count)
    }

    @Test("files are kept with an item as they were")
    func files() async throws {
        let place = try await Place()
        let item = try await place.add("Contrato", password: "s3cret")
        let content = Data((0..<2000).map { UInt8(truncatingIfNeeded: $0 * 7) }).base64EncodedString()
        let with = try await place.page.attach(item.id, VaultPageFileBody(name: "contrato.pdf", content: content))
        let file = try #require(with.attachments.first)
        #expect(file.name == "contrato.pdf" && file.byteCount == 2000)
        #expect(try await place.page.attachment(item.id, file.id).content == content)
        #expect(
            await refusal {
                _ = try await place.page.attach(item.id, VaultPageFileBody(name: "x", content: "no base64!"))
            } != nil)
        #expect(try await place.page.detach(item.id, file.id).attachments.isEmpty)
    }

    @Test("the last way in stays, a new password opens and the old one does not")
    func waysIn() async throws {
        let place = try await Place()
        let before = try await place.page.configuration()
        #expect(before.slots.filter(\.isRemovable).isEmpty)
        let only = try #require(before.slots.first { $0.factors == ["password"] })
        #expect(
            await refusal { _ = try await place.page.removeSlot(String(only.id)) }
                == ProblemCode.vaultLastSlot.rawValue)
        _ = try await place.page.setPassword(VaultPagePasswordBody(password: "another password"))
        await place.page.lock()
        #expect(await refusal { _ = try await place.page.unlock(Place.opening("the page's password")) } != nil)
        _ = try await place.page.unlock(Place.opening("another password"))
        let renewed = try await place.page.renewRecovery().code
        #expect(renewed != place.recovery)
        await place.page.lock()
        #expect(await refusal { _ = try await place.page.unlock(Place.opening(nil, recovery: place.recovery)) } != nil)
        _ = try await place.page.unlock(Place.opening(nil, recovery: renewed))
    }

    @Test("what is preferred is kept, and a weak cipher is taken only when it is allowed")
    func settings() async throws {
        let place = try await Place()
        var wanted = try await place.page.configuration().preferences
        wanted.autoLockSeconds = 120
        wanted.language = "pt"
        wanted.isStrict = true
        let preferences = wanted
        let kept = try await place.page.setPreferences(preferences).preferences
        #expect(kept.autoLockSeconds == 120 && kept.language == "pt" && kept.isStrict)
        let ciphers = place.page.ciphers().ciphers
        let weak = try #require(ciphers.last)
        #expect(weak.isWeak && ciphers.first?.isWeak == false)
        #expect(
            await refusal {
                _ = try await place.page.setCipher(VaultPageCipherChoiceBody(cipher: weak.name, allowsWeak: false))
            } == ProblemCode.vaultWeakCipher.rawValue)
        let changed = try await place.page.setCipher(VaultPageCipherChoiceBody(cipher: weak.name, allowsWeak: true))
        #expect(changed.cipher.name == weak.name)
    }

    @Test("a place is drawn around the position that is asked about, not around the vault's own cell")
    func drawnPlace() async throws {
        let place = try await Place()
        let fix = VaultPageFixBody(latitude: 40.4168, longitude: -3.7038, accuracy: 5)
        let drawn = try await place.page.place(VaultPagePlaceQueryBody(fix: fix, cell: 50))
        #expect(drawn.isFineEnough && drawn.cell == 50 && drawn.outline.count >= 4)
        let far = drawn.outline.contains { abs($0[0] - fix.latitude) > 0.01 || abs($0[1] - fix.longitude) > 0.01 }
        #expect(!far)
        let coarse = VaultPageFixBody(latitude: 40.4168, longitude: -3.7038, accuracy: 500)
        #expect(try await place.page.place(VaultPagePlaceQueryBody(fix: coarse, cell: 50)).isFineEnough == false)
        let nowhere = VaultPageFixBody(latitude: 400, longitude: 0, accuracy: 5)
        #expect(await refusal { _ = try await place.page.place(VaultPagePlaceQueryBody(fix: nowhere)) } != nil)
        // Nobody has said where the machine is, and it has no receiver.
        #expect(
            await refusal { _ = try await place.page.place(VaultPagePlaceQueryBody()) }
                == ProblemCode.vaultNoPosition.rawValue)
    }
}
