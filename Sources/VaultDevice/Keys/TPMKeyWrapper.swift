#if os(Linux)
    import CTSS2
    import Crypto
    import Foundation

    /// Seals keys in this machine's TPM 2: no copy of the files is worth anything without it.
    ///
    /// Each file has what the TPM sealed, a random key, and the device's key under that one. Nothing binds it to the
    /// state of the system (no PCR): an update must not lock its owner out.
    struct TPMKeyWrapper: KeyWrapper {
        /// How to reach the TPM; nil when there is none that this user may use.
        private let configuration: String?

        init(_ configuration: String?) {
            self.configuration = configuration
        }

        /// This machine's: what `CERCA_TPM` says (a TCTI, or `none`), or else the kernel's resource manager.
        static var standard: TPMKeyWrapper {
            if let named = ProcessInfo.processInfo.environment["CERCA_TPM"], !named.isEmpty {
                return TPMKeyWrapper(named == "none" ? nil : named)
            }
            let device = "/dev/tpmrm0"
            return TPMKeyWrapper(access(device, R_OK | W_OK) == 0 ? "device:\(device)" : nil)
        }

        var protection: KeyProtection { .tpm }

        func wrap(_ key: [UInt8], as name: String) throws(KeyWrapFault) -> [UInt8] {
            let wrapping = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
            let sealed = try use { tpm throws(TPMConnection.Failure) in try tpm.seal(wrapping) }
            let count = UInt16(sealed.count)
            return [UInt8(count >> 8), UInt8(count & 0xFF)] + sealed
                + (try SealedKey.seal(key, under: SymmetricKey(data: wrapping), as: name, by: protection))
        }

        func unwrap(_ wrapped: [UInt8], as name: String) throws(KeyWrapFault) -> [UInt8] {
            guard wrapped.count > 2 else { throw .lost(protection) }
            let count = Int(wrapped[0]) << 8 | Int(wrapped[1])
            guard wrapped.count > 2 + count else { throw .lost(protection) }
            let sealed = Array(wrapped[2..<2 + count])
            let wrapping = try use { tpm throws(TPMConnection.Failure) in try tpm.open(sealed) }
            return try SealedKey.open(
                Array(wrapped[(2 + count)...]), under: SymmetricKey(data: wrapping), as: name, by: protection)
        }

        private func use(
            _ body: (borrowing TPMConnection) throws(TPMConnection.Failure) -> [UInt8]
        ) throws(KeyWrapFault) -> [UInt8] {
            guard let configuration, let library = TSS2.shared else { throw .absent(protection) }
            do throws(TPMConnection.Failure) {
                return try body(try TPMConnection(library, configuration))
            } catch {
                throw Self.fault(error.code)
            }
        }

        /// What a code means: the layer that speaks with the device (TCTI, 0x0A0000) finds none, or the TPM refuses what
        /// another one sealed (TPM_RC_INTEGRITY, 0x09F with the parameter's number).
        private static func fault(_ code: TSS2_RC) -> KeyWrapFault {
            if code & 0xFF_0000 == 0x0A_0000 { return .absent(.tpm) }
            if code & 0xFF_00BF == 0x9F { return .lost(.tpm) }
            return .failed(.tpm, reason: "code \(String(code, radix: 16))")
        }
    }
#endif
