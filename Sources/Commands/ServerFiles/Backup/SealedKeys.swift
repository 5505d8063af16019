import Sealing
import Storage

/// The keys of a database's secrets as they are kept beside its backups: what their file holds, sealed under a passphrase.
package enum SealedKeys {
    private static let heading = """
        # The keys of a Cerca server, sealed under a passphrase. `cerca admin restore` opens them.

        """

    /// The text of a file with these keys.
    ///
    /// - Throws: A `CommandFailure` when the memory that a passphrase takes cannot be had, or there are more keys than would
    ///   be read again.
    static func text(
        _ keys: [SealingKey], under passphrase: [UInt8], cost: PassphraseSeal.Cost = .standard
    ) throws -> [UInt8] {
        guard keys.count <= SecretKeys.largestCount else {
            throw CommandFailure("more than \(SecretKeys.largestCount) keys: finish `cerca admin rotate-key` first")
        }
        var random = SystemRandomNumberGenerator()
        do throws(PassphraseFault) {
            let text = try PassphraseSeal.seal(SecretKeys.text(keys), under: passphrase, cost: cost, using: &random)
            return Array((heading + text).utf8)
        } catch {
            throw CommandFailure("the keys cannot be sealed: the memory that a passphrase takes cannot be had")
        }
    }

    /// The keys in the file at `path`, the newest first.
    static func open(_ path: String, passphrase: [UInt8]) throws -> [SealingKey] {
        // Others may read it: it is sealed.
        guard let text = try SecretFile.contents(path, isGuarded: true) else {
            throw CommandFailure("\(path) does not exist")
        }
        do throws(PassphraseFault) {
            guard let keys = SecretKeys.parse(try PassphraseSeal.open(text, with: passphrase)) else { throw .notSealed }
            return keys
        } catch {
            switch error {
            case .notSealed: throw CommandFailure("\(path) does not hold sealed keys")
            case .wrongPassphrase: throw CommandFailure("\(path) does not open with this passphrase, or was altered")
            case .derivationFailed: throw CommandFailure("\(path): the memory that its passphrase takes cannot be had")
            }
        }
    }

    /// A keyring of the keys in the file at `path`, for a command that only looks.
    package static func keyring(at path: String, passphrase: PassphraseOptions) throws -> Keyring {
        SecretKeys.keyring(of: try open(path, passphrase: try passphrase.known())) ?? .temporary()
    }
}
