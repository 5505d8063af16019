import Basics
import Foundation
import Phone
import Radio
import Vault
import VaultDevice

/// Measures a vault with many items: opening it, listing, searching, showing one, and sealing everything anew.
struct VaultBenchmark {
    /// What a run measured; times in milliseconds, the middle of the rounds.
    struct Result: Sendable {
        /// Adding all items in one transaction.
        var importing = 0.0
        /// Opening with a password at the floor of the cost of key derivation.
        var unlocking = 0.0
        /// Reading every summary and sorting by title.
        var listing = 0.0
        /// Searching every field of every item.
        var searching = 0.0
        /// Finding one item by its title and opening it.
        var showing = 0.0
        /// Sealing every object anew with another cipher, on the clock.
        var sealing = 0.0
        /// The same in processor time.
        var sealingProcessor = 0.0
        /// How many bytes the file has.
        var fileBytes = 0
    }

    /// What was found was not what was put in.
    struct WrongItems: Error {}

    /// How many items there are.
    let items: Int
    /// How often everything but the import is measured.
    let rounds: Int

    /// Measures in a folder, which is left to be removed.
    func run(in folder: URL) throws -> Result {
        var random = SplitMix64(seed: 4)
        let vaults = VaultFolder(
            folder: folder.appending(path: "vault"), keys: FileKeyStore(folder: folder.appending(path: "keys")),
            data: folder)
        guard let password = Password("a benchmark's password") else { throw WrongItems() }
        let user = try VaultName("bench")
        var result = Result()
        let made = try vaults.create(
            NewVault(user: user, password: password, cost: .floor, language: "en"), now: Controller.systemClock(),
            using: &random)
        let drafts = try drafts(made.vault)
        result.importing = try milliseconds {
            try made.vault.importAll([], drafts, now: Controller.systemClock(), using: &random)
        }
        made.vault.lock()
        var rows: [[Double]] = []
        for round in 0..<rounds {
            rows.append(try measure(vaults, user, password, round: round))
        }
        func middle(_ column: Int) -> Double { rows.map { $0[column] }.sorted()[rows.count / 2] }
        (result.unlocking, result.listing, result.searching) = (middle(0), middle(1), middle(2))
        (result.showing, result.sealing, result.sealingProcessor) = (middle(3), middle(4), middle(5))
        let file = vaults.path(of: user.folded).path
        result.fileBytes = (try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0
        return result
    }

    private func measure(
        _ vaults: VaultFolder, _ user: VaultName, _ password: Password, round: Int
    ) throws -> [Double] {
        var vault: UnlockedVault?
        let unlocking = try milliseconds {
            vault = try vaults.open(user: user.folded).unlock(
                with: UnlockSecrets(password: password), moment: DeviceMoment.now())
        }
        guard let vault else { throw WrongItems() }
        let listing = try milliseconds {
            let sorted = Collation(language: "en").sorted(try vault.summaries()) { $0.title.text }
            guard sorted.count == items else { throw WrongItems() }
        }
        let wanted = (round * 7919 + 17) % items
        let searching = try milliseconds {
            guard try vault.search("user\(wanted)@").count == 1 else { throw WrongItems() }
        }
        let title = try VaultName(Self.title(wanted))
        let showing = try milliseconds {
            guard let id = try vault.items(titled: title.folded).first?.id,
                try vault.item(id).value(of: .password) == "s3cret-\(wanted)"
            else { throw WrongItems() }
        }
        let before = Self.processorMilliseconds
        let sealing = try milliseconds {
            try vault.changeCipher(to: round.isMultiple(of: 2) ? .chaCha20Poly1305 : .aes256GCM)
        }
        let processor = Self.processorMilliseconds - before
        vault.lock()
        return [unlocking, listing, searching, showing, sealing, processor]
    }

    private static func title(_ number: Int) -> String {
        "Item \(String(repeating: "0", count: max(0, 6 - String(number).count)))\(number)"
    }

    private func drafts(_ vault: UnlockedVault) throws -> [ItemDraft] {
        guard let category = try vault.categories().first?.id else { throw WrongItems() }
        return try (0..<items).map { number in
            ItemDraft(
                category: category, title: try VaultName(Self.title(number)),
                fields: [
                    Field(kind: .user, value: "user\(number)@example.org"),
                    Field(kind: .password, value: "s3cret-\(number)"),
                    Field(kind: .url, value: "https://www\(number).example.org/login"),
                    Field(kind: .note, value: "a note about the item with the number \(number)"),
                ])
        }
    }

    private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        try body()
        return (clock.now - start) / .milliseconds(1)
    }

    /// How long the process has used a processor.
    private static var processorMilliseconds: Double {
        // POSIX's XSI has it count microseconds, on every machine.
        Double(clock()) / 1000
    }
}
