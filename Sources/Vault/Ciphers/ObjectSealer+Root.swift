extension ObjectSealer {
    /// Seals the root as the vault's writing number `sequence`; what was sealed is overwritten, for the travel key is in
    /// it.
    public func seal(
        _ root: Root, sequence: UInt64, using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> [UInt8] {
        var plain = try root.encoded()
        defer { plain.erase() }
        return try seal(plain, as: Self.rootAddress(sequence), using: &random)
    }

    /// Opens the root of the vault's writing number `sequence`.
    ///
    /// - Throws: `VaultFault.damaged`, or `VaultFault.newer` when a later version of the program wrote it.
    public func openRoot(_ sealed: [UInt8], sequence: UInt64) throws(VaultFault) -> Root {
        try sealed.withRawBytes { raw throws(VaultFault) in
            try withOpened(raw, as: Self.rootAddress(sequence)) { plain throws(VaultFault) in try Root(bytes: plain) }
        }
    }

    private static func rootAddress(_ sequence: UInt64) -> ObjectAddress {
        ObjectAddress(kind: .root, id: .zero, revision: sequence)
    }
}
