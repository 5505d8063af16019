#if os(Linux)
    import CTSS2

    /// A TPM 2 with a storage key in it, for as long as this exists.
    ///
    /// The storage key is derived anew each time from the seed of the owner's hierarchy, with the same template: it is
    /// the same key until somebody clears the TPM, and takes no room in it. Parameters go over the bus encrypted, in a
    /// session that is salted with that key, so that who listens to the bus learns nothing.
    struct TPMConnection: ~Copyable {
        /// A code of tpm2-tss.
        struct Failure: Error {
            let code: TSS2_RC
        }

        private static let none: ESYS_TR = 0xFFF
        private static let password: ESYS_TR = 0xFF
        private static let owner: ESYS_TR = 0x101

        private let library: TSS2
        private var interface: OpaquePointer?
        private let system: OpaquePointer
        private let storage: ESYS_TR
        private let session: ESYS_TR

        /// A connection by `configuration`, such as `device:/dev/tpmrm0` (`Tss2_TctiLdr_Initialize(3)`).
        init(_ library: TSS2, _ configuration: String) throws(Failure) {
            var interface: OpaquePointer?
            try Self.check(library.openInterface(configuration, &interface))
            var system: OpaquePointer?
            let code = library.initialize(&system, interface, nil)
            guard code == 0, let system else {
                library.closeInterface(&interface)
                throw Failure(code: code)
            }
            do throws(Failure) {
                let storage = try Self.storageKey(library, system)
                do throws(Failure) {
                    session = try Self.session(library, system, storage)
                } catch {
                    _ = library.flush(system, storage)
                    throw error
                }
                self.storage = storage
            } catch {
                var closing: OpaquePointer? = system
                library.finalize(&closing)
                library.closeInterface(&interface)
                throw error
            }
            self.library = library
            self.interface = interface
            self.system = system
        }

        deinit {
            _ = library.flush(system, session)
            _ = library.flush(system, storage)
            var closing: OpaquePointer? = system
            library.finalize(&closing)
            var interface = interface
            library.closeInterface(&interface)
        }

        /// Seals up to 128 bytes, which this TPM alone opens; what is returned is public and private part.
        func seal(_ secret: [UInt8]) throws(Failure) -> [UInt8] {
            var sensitive = TPM2B_SENSITIVE_CREATE()
            sensitive.sensitive.data.size = UInt16(secret.count)
            withUnsafeMutableBytes(of: &sensitive.sensitive.data.buffer) { $0.copyBytes(from: secret) }
            var template = TPM2B_PUBLIC()
            template.publicArea.type = TPMI_ALG_PUBLIC(Number.keyedHash)
            template.publicArea.nameAlg = TPMI_ALG_HASH(Number.sha256)
            template.publicArea.objectAttributes =
                Attribute.fixedTPM | Attribute.fixedParent | Attribute.userWithAuth | Attribute.noDictionary
            template.publicArea.parameters.keyedHashDetail.scheme.scheme = TPMI_ALG_KEYEDHASH_SCHEME(Number.null)
            var outside = TPM2B_DATA()
            var registers = TPML_PCR_SELECTION()
            var privatePart: UnsafeMutablePointer<TPM2B_PRIVATE>?
            var publicPart: UnsafeMutablePointer<TPM2B_PUBLIC>?
            try Self.check(
                library.create(
                    system, storage, session, Self.none, Self.none, &sensitive, &template, &outside, &registers,
                    &privatePart, &publicPart, nil, nil, nil))
            defer {
                library.free(privatePart)
                library.free(publicPart)
            }
            guard let privatePart, let publicPart else { throw Failure(code: 1) }
            var bytes = [UInt8](repeating: 0, count: 2048)
            var count = 0
            try Self.check(library.writePublic(publicPart, &bytes, bytes.count, &count))
            try Self.check(library.writePrivate(privatePart, &bytes, bytes.count, &count))
            return Array(bytes.prefix(count))
        }

        /// Opens what this TPM sealed.
        func open(_ sealed: [UInt8]) throws(Failure) -> [UInt8] {
            var publicPart = TPM2B_PUBLIC()
            var privatePart = TPM2B_PRIVATE()
            var place = 0
            try Self.check(library.readPublic(sealed, sealed.count, &place, &publicPart))
            try Self.check(library.readPrivate(sealed, sealed.count, &place, &privatePart))
            var object = Self.none
            try Self.check(
                library.load(system, storage, session, Self.none, Self.none, &privatePart, &publicPart, &object))
            defer { _ = library.flush(system, object) }
            var secret: UnsafeMutablePointer<TPM2B_SENSITIVE_DATA>?
            try Self.check(library.unseal(system, object, session, Self.none, Self.none, &secret))
            guard let secret else { throw Failure(code: 1) }
            defer {
                secret.pointee = TPM2B_SENSITIVE_DATA()
                library.free(secret)
            }
            let count = Int(secret.pointee.size)
            return withUnsafeBytes(of: &secret.pointee.buffer) { Array($0.prefix(count)) }
        }

        // MARK: Beginning

        /// The storage key: ECC on P-256, by the template of the TCG's provisioning guidance.
        private static func storageKey(_ library: TSS2, _ system: OpaquePointer) throws(Failure) -> ESYS_TR {
            var template = TPM2B_PUBLIC()
            template.publicArea.type = TPMI_ALG_PUBLIC(Number.ecc)
            template.publicArea.nameAlg = TPMI_ALG_HASH(Number.sha256)
            template.publicArea.objectAttributes =
                Attribute.fixedTPM | Attribute.fixedParent | Attribute.ownRandom | Attribute.userWithAuth
                | Attribute.noDictionary | Attribute.restricted | Attribute.decrypt
            template.publicArea.parameters.eccDetail.symmetric.algorithm = TPMI_ALG_SYM_OBJECT(Number.aes)
            template.publicArea.parameters.eccDetail.symmetric.keyBits.aes = 128
            template.publicArea.parameters.eccDetail.symmetric.mode.aes = TPMI_ALG_SYM_MODE(Number.cfb)
            template.publicArea.parameters.eccDetail.scheme.scheme = TPMI_ALG_ECC_SCHEME(Number.null)
            template.publicArea.parameters.eccDetail.curveID = TPMI_ECC_CURVE(Number.p256)
            template.publicArea.parameters.eccDetail.kdf.scheme = TPMI_ALG_KDF(Number.null)
            var sensitive = TPM2B_SENSITIVE_CREATE()
            var outside = TPM2B_DATA()
            var registers = TPML_PCR_SELECTION()
            var key = none
            try check(
                library.createPrimary(
                    system, owner, password, none, none, &sensitive, &template, &outside, &registers, &key, nil, nil,
                    nil, nil))
            return key
        }

        /// A session that encrypts what goes in and what comes out.
        private static func session(
            _ library: TSS2, _ system: OpaquePointer, _ storage: ESYS_TR
        ) throws(Failure) -> ESYS_TR {
            var symmetric = TPMT_SYM_DEF()
            symmetric.algorithm = TPMI_ALG_SYM(Number.aes)
            symmetric.keyBits.aes = 128
            symmetric.mode.aes = TPMI_ALG_SYM_MODE(Number.cfb)
            var session = none
            try check(
                library.startSession(
                    system, storage, none, none, none, none, nil, TPM2_SE(0), &symmetric,
                    TPMI_ALG_HASH(Number.sha256), &session))
            // TPMA_SESSION: continueSession, decrypt, encrypt.
            let code = library.setAttributes(system, session, 0x01 | 0x20 | 0x40, 0xFF)
            guard code == 0 else {
                _ = library.flush(system, session)
                throw Failure(code: code)
            }
            return session
        }

        private static func check(_ code: TSS2_RC) throws(Failure) {
            guard code == 0 else { throw Failure(code: code) }
        }

        /// Numbers of the TPM 2.0 library specification, part 2, section 6.3, and curves of 6.4.
        private enum Number {
            static let aes: UInt16 = 0x0006
            static let keyedHash: UInt16 = 0x0008
            static let sha256: UInt16 = 0x000B
            static let null: UInt16 = 0x0010
            static let ecc: UInt16 = 0x0023
            static let cfb: UInt16 = 0x0043
            static let p256: UInt16 = 0x0003
        }

        /// Bits of TPMA_OBJECT, part 2, section 8.3.
        private enum Attribute {
            static let fixedTPM: UInt32 = 1 << 1
            static let fixedParent: UInt32 = 1 << 4
            static let ownRandom: UInt32 = 1 << 5
            static let userWithAuth: UInt32 = 1 << 6
            static let noDictionary: UInt32 = 1 << 10
            static let restricted: UInt32 = 1 << 16
            static let decrypt: UInt32 = 1 << 17
        }
    }
#endif
