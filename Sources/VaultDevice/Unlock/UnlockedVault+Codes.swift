import Basics
import Vault

extension UnlockedVault {
    /// The next code of a one-time password field that counts.
    ///
    /// The counter is stored before the code is returned: a code that was shown is never shown again. What the field
    /// held before does not go into the history, which would hold nothing else soon.
    ///
    /// - Throws: `unknownRecord` when the item has no field that counts at this place.
    package func nextCode(of id: RecordID, field place: Int, now: Timestamp) throws(VaultFault) -> String {
        try transaction { edit throws(VaultFault) in
            var item = try edit.item(id)
            guard item.fields.indices.contains(place), item.fields[place].kind == .oneTimePassword,
                let codes = try? OneTimePassword(item.fields[place].value),
                let advanced = OneTimePassword.advanced(item.fields[place].value)
            else { throw .unknownRecord }
            item.fields[place].value = advanced
            item.modified = now
            try edit.put(item)
            return codes.code(at: now).code
        }
    }
}
