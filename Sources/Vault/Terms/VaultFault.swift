/// Why the vault refused or could not do something.
///
/// A fault holds no secret: no key, no code, no position, and no value of a field.
public enum VaultFault: Error, Equatable, Sendable {
    // MARK: The file

    /// Bytes that are not what was written; the text names the part, such as `header`.
    case damaged(String)
    /// The file or one of its parts ends too early.
    case truncated
    /// The file is no vault.
    case foreign
    /// The file is of a later format than this program knows.
    case newer(format: Int)
    /// The file is an older copy than one that this device has seen.
    case older(sequence: UInt64, seen: UInt64)
    /// There is no vault of that name in the folder.
    case noVault
    /// There is a vault of that name already.
    case vaultExists
    /// Another process is writing the vault.
    case busy
    /// The file or the folder could not be read or written; the text is the system's reason.
    case storage(String)
    /// The disk or the quota is full, and nothing was changed.
    case full

    // MARK: Unlocking

    /// Nothing of what was given opens the vault.
    ///
    /// It is also the answer for an unknown user, so that names cannot be tried.
    case doesNotOpen
    /// Too many failures; it may be tried again in so many seconds.
    case lockedOut(seconds: Int64)
    /// So many failures that only the recovery code opens the vault.
    case stopped
    /// This device's keys for the vault are missing: only the recovery code opens it here.
    case noDeviceKeys
    /// The lock-out record is missing or was changed: only the recovery code opens the vault.
    case noLockoutRecord
    /// The position was refused, which is no failed attempt.
    case place(PlaceFault)
    /// A factor that the slot needs was not given.
    case missingFactor(FactorKind)
    /// The vault is locked.
    case locked

    // MARK: Slots and parameters

    /// There is no such slot.
    case unknownSlot(SlotID)
    /// The last slot that opens the vault in daily use cannot be removed.
    case lastSlot
    /// A slot may not have these factors together.
    case invalidSlot(String)
    /// A point that is not on the curve, or is the point at infinity.
    case invalidPoint
    /// The server's evaluation does not belong to the pinned key.
    case invalidProof
    /// A cost of key derivation below the floor or above the ceiling.
    case invalidCost
    /// The key could not be derived; there is not enough memory for the cost that the vault asks for.
    case derivationFailed
    /// The cipher is weak, and was not asked for as such.
    case weakCipher(CipherSuite)
    /// The vault travels: this needs the travel key, which is not on this device.
    case travelling
    /// Text or bytes beyond a bound; the text names what.
    case tooLarge(String)

    // MARK: Records

    /// A name that cannot be one.
    case name(NameFault)
    /// There is already a category or an item of that name.
    case nameTaken(String)
    /// There is no such category, item or attachment.
    case unknownRecord
    /// Another process changed the item or the category since it was read; nothing was written.
    case changedMeanwhile
    /// More than one item has that title.
    case ambiguous(String)
    /// An item needs at least one field that is not empty.
    case emptyItem
    /// A default category can be neither renamed nor removed.
    case protectedCategory
}
