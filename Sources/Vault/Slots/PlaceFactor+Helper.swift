import Crypto

extension PlaceFactor {
    /// How many bytes the sealed helper has: nonce, helper and tag.
    static let sealedHelperCount = 12 + PlaceHelper.byteCount + 16

    /// The parameters of an enrolled place.
    init(
        side: CellSide, cost: KeyDerivationCost, salt: [UInt8], helper: PlaceHelper, device: DeviceSecrets,
        using random: inout some RandomNumberGenerator
    ) throws(VaultFault) {
        self.init(
            side: side, cost: cost, salt: salt,
            sealedHelper: try SealedPart.seal(
                SymmetricKey(data: helper.bytes), under: Self.helperKey(device), bound: salt, using: &random))
    }

    /// The helper, which only the device that made it can read (PLK-1 step 5): a thief of the file alone does not
    /// even learn where in its cell the place lies.
    ///
    /// Throws ``VaultFault/noDeviceKeys`` when these are not the keys of that device.
    public func helper(device: DeviceSecrets) throws(VaultFault) -> PlaceHelper {
        guard let bytes = SealedPart.open(sealedHelper, under: Self.helperKey(device), bound: salt),
            let helper = bytes.withUnsafeBytes({ PlaceHelper(bytes: Array($0)) })
        else { throw .noDeviceKeys }
        return helper
    }

    private static func helperKey(_ device: DeviceSecrets) -> SymmetricKey {
        device.derived(for: Array("PLK1/helper".utf8))
    }
}
