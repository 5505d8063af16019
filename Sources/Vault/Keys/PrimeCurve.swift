import CLibCrypto

/// The curves of libcrypto that keys are made with (NIST SP 800-186, section 3.2.1).
enum PrimeCurve {
    case p384
    case p521

    // Made once and only read afterwards, which libcrypto allows from several threads at once.
    nonisolated(unsafe) private static let shared384: OpaquePointer? = EC_GROUP_new_by_curve_name(NID_secp384r1)
    nonisolated(unsafe) private static let shared521: OpaquePointer? = EC_GROUP_new_by_curve_name(NID_secp521r1)

    func group() throws(VaultFault) -> OpaquePointer {
        guard let group = self == .p384 ? Self.shared384 : Self.shared521 else { throw .derivationFailed }
        return group
    }
}
