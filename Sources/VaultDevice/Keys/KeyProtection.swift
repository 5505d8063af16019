/// What a device's keys of its vaults are wrapped by, best first.
package enum KeyProtection: UInt8, CaseIterable, Sendable {
    /// This machine's TPM 2: without it the file is worth nothing, in whatever copy.
    case tpm = 1
    /// The user's Secret Service, which the login opens.
    case secretService = 2
    /// The machine's identifier: a copy of the home folder is worth nothing elsewhere, one of the whole system is.
    case machine = 3
    /// Nothing: a system without an identifier, or keys of before that have not been moved yet.
    case none = 4

    /// How it is written: `tpm`, `secret-service`, `machine` or `none`.
    package var word: String {
        switch self {
        case .tpm: "tpm"
        case .secretService: "secret-service"
        case .machine: "machine"
        case .none: "none"
        }
    }
}

/// Why keys cannot be wrapped or unwrapped now.
package enum KeyWrapFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// What wraps them is not there, or this user may not use it.
    case absent(KeyProtection)
    /// It is there, and has to be unlocked first.
    case locked(KeyProtection)
    /// It no longer holds, or never held, what unwraps this key.
    case lost(KeyProtection)
    /// It failed, for its own reason.
    case failed(KeyProtection, reason: String)

    /// The reason in words.
    package var description: String {
        switch self {
        case .absent(let protection): "it is wrapped by \(protection.noun), which is not there or may not be used"
        case .locked(let protection): "it is wrapped by \(protection.noun), which is locked; unlock it first"
        case .lost(let protection):
            "\(protection.noun) does not know it any more; remove the file, and the recovery code makes another"
        case .failed(let protection, let reason): "\(protection.noun) failed: \(reason)"
        }
    }
}

extension KeyProtection {
    fileprivate var noun: String {
        switch self {
        case .tpm: "the TPM"
        case .secretService: "the Secret Service"
        case .machine: "the machine's identifier"
        case .none: "nothing"
        }
    }
}

/// Wraps keys so that only this machine, or only this user's session on it, can unwrap them.
protocol KeyWrapper: Sendable {
    /// What it wraps with.
    var protection: KeyProtection { get }

    /// What is kept for 32 bytes that go by a name.
    func wrap(_ key: [UInt8], as name: String) throws(KeyWrapFault) -> [UInt8]
    /// The 32 bytes that `wrap` kept by that name.
    func unwrap(_ wrapped: [UInt8], as name: String) throws(KeyWrapFault) -> [UInt8]
    /// Forgets what it holds itself for a key.
    func forget(_ name: String)
}

extension KeyWrapper {
    func forget(_ name: String) {}
}
