#if os(Linux)
    import CTSS2

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// The functions of tpm2-tss (the TCG's Enhanced System API), from libraries that are loaded when a TPM is there.
    ///
    /// Were they linked, nobody could run the program without them, and most machines have no use for them.
    struct TSS2: Sendable {
        let openInterface: @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> TSS2_RC
        let closeInterface: @convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Void
        let initialize:
            @convention(c) (UnsafeMutablePointer<OpaquePointer?>, OpaquePointer?, UnsafeMutableRawPointer?) -> TSS2_RC
        let finalize: @convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Void
        let free: @convention(c) (UnsafeMutableRawPointer?) -> Void
        let startSession:
            @convention(c) (
                OpaquePointer, ESYS_TR, ESYS_TR, ESYS_TR, ESYS_TR, ESYS_TR, UnsafePointer<TPM2B_NONCE>?, TPM2_SE,
                UnsafePointer<TPMT_SYM_DEF>, TPMI_ALG_HASH, UnsafeMutablePointer<ESYS_TR>
            ) -> TSS2_RC
        let setAttributes: @convention(c) (OpaquePointer, ESYS_TR, TPMA_SESSION, TPMA_SESSION) -> TSS2_RC
        let createPrimary:
            @convention(c) (
                OpaquePointer, ESYS_TR, ESYS_TR, ESYS_TR, ESYS_TR, UnsafePointer<TPM2B_SENSITIVE_CREATE>,
                UnsafePointer<TPM2B_PUBLIC>, UnsafePointer<TPM2B_DATA>, UnsafePointer<TPML_PCR_SELECTION>,
                UnsafeMutablePointer<ESYS_TR>, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?,
                UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
            ) -> TSS2_RC
        let create:
            @convention(c) (
                OpaquePointer, ESYS_TR, ESYS_TR, ESYS_TR, ESYS_TR, UnsafePointer<TPM2B_SENSITIVE_CREATE>,
                UnsafePointer<TPM2B_PUBLIC>, UnsafePointer<TPM2B_DATA>, UnsafePointer<TPML_PCR_SELECTION>,
                UnsafeMutablePointer<UnsafeMutablePointer<TPM2B_PRIVATE>?>,
                UnsafeMutablePointer<UnsafeMutablePointer<TPM2B_PUBLIC>?>, UnsafeMutableRawPointer?,
                UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
            ) -> TSS2_RC
        let load:
            @convention(c) (
                OpaquePointer, ESYS_TR, ESYS_TR, ESYS_TR, ESYS_TR, UnsafePointer<TPM2B_PRIVATE>,
                UnsafePointer<TPM2B_PUBLIC>, UnsafeMutablePointer<ESYS_TR>
            ) -> TSS2_RC
        let unseal:
            @convention(c) (
                OpaquePointer, ESYS_TR, ESYS_TR, ESYS_TR, ESYS_TR,
                UnsafeMutablePointer<UnsafeMutablePointer<TPM2B_SENSITIVE_DATA>?>
            ) -> TSS2_RC
        let flush: @convention(c) (OpaquePointer, ESYS_TR) -> TSS2_RC
        let writePublic:
            @convention(c) (
                UnsafePointer<TPM2B_PUBLIC>, UnsafeMutablePointer<UInt8>?, Int, UnsafeMutablePointer<Int>
            ) -> TSS2_RC
        let readPublic:
            @convention(c) (
                UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Int>, UnsafeMutablePointer<TPM2B_PUBLIC>
            ) -> TSS2_RC
        let writePrivate:
            @convention(c) (
                UnsafePointer<TPM2B_PRIVATE>, UnsafeMutablePointer<UInt8>?, Int, UnsafeMutablePointer<Int>
            ) -> TSS2_RC
        let readPrivate:
            @convention(c) (
                UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Int>, UnsafeMutablePointer<TPM2B_PRIVATE>
            ) -> TSS2_RC

        /// The libraries, loaded at most once; nil when this machine does not have them.
        static let shared = TSS2()

        private init?() {
            // They say on standard error what goes wrong; here it is an error of its own.
            setenv("TSS2_LOG", "all+none", 0)
            func library(_ name: String) -> UnsafeMutableRawPointer? { dlopen(name, RTLD_NOW | RTLD_LOCAL) }
            guard let system = library("libtss2-esys.so.0"), let marshal = library("libtss2-mu.so.0"),
                let loader = library("libtss2-tctildr.so.0")
            else { return nil }
            /// A function by its name; its type is the one that tpm2-tss declares.
            func function<Function>(_ library: UnsafeMutableRawPointer, _ name: String) throws(Missing) -> Function {
                guard let symbol = dlsym(library, name) else { throw Missing() }
                return unsafeBitCast(symbol, to: Function.self)
            }
            do {
                openInterface = try function(loader, "Tss2_TctiLdr_Initialize")
                closeInterface = try function(loader, "Tss2_TctiLdr_Finalize")
                initialize = try function(system, "Esys_Initialize")
                finalize = try function(system, "Esys_Finalize")
                free = try function(system, "Esys_Free")
                startSession = try function(system, "Esys_StartAuthSession")
                setAttributes = try function(system, "Esys_TRSess_SetAttributes")
                createPrimary = try function(system, "Esys_CreatePrimary")
                create = try function(system, "Esys_Create")
                load = try function(system, "Esys_Load")
                unseal = try function(system, "Esys_Unseal")
                flush = try function(system, "Esys_FlushContext")
                writePublic = try function(marshal, "Tss2_MU_TPM2B_PUBLIC_Marshal")
                readPublic = try function(marshal, "Tss2_MU_TPM2B_PUBLIC_Unmarshal")
                writePrivate = try function(marshal, "Tss2_MU_TPM2B_PRIVATE_Marshal")
                readPrivate = try function(marshal, "Tss2_MU_TPM2B_PRIVATE_Unmarshal")
            } catch {
                return nil
            }
        }

        private struct Missing: Error {}
    }
#endif
