import Vault

/// A name of another program in the form that a vault takes.
struct ForeignName {
    /// The name as ``VaultName`` stores it.
    let text: String
    /// Whether control characters became spaces, or marks of writing direction were dropped.
    let isCleaned: Bool
    /// Whether the end was cut because the name is too long.
    let isCut: Bool

    /// Fits `name` into `limit` characters; nil when nothing in it can be seen.
    ///
    /// A name is cut between two characters that a person sees, never within one, unless one alone is too long.
    init?(_ name: String, limit: Int = VaultName.limit) {
        if let kept = try? VaultName(name), kept.text.unicodeScalars.count <= limit {
            (text, isCleaned, isCut) = (kept.text, false, false)
            return
        }
        let (clean, isCleaned) = Self.cleaned(name)
        var characters = Self.prefix(clean, limit: limit)
        var isCut = characters.utf8.count < clean.utf8.count
        while true {
            do throws(NameFault) {
                let kept = try VaultName(characters)
                guard kept.text.unicodeScalars.count > limit else {
                    (text, self.isCleaned, self.isCut) = (kept.text, isCleaned, isCut)
                    return
                }
            } catch {
                guard case .tooLong = error else { return nil }
            }
            // Some characters become longer when they are composed.
            characters = String(characters.dropLast())
            isCut = true
        }
    }

    /// `text` with one space for each run of control characters and line breaks, without marks of writing direction.
    private static func cleaned(_ text: String) -> (text: String, isCleaned: Bool) {
        var clean = String.UnicodeScalarView()
        var isCleaned = false
        // Only so much can be part of a name; the rest need not be looked at.
        for scalar in text.unicodeScalars.prefix(VaultName.limit * 16) {
            switch scalar.value {
            case 0x202A...0x202E, 0x2066...0x2069: isCleaned = true
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029:
                isCleaned = true
                if clean.last != " ", !clean.isEmpty { clean.append(" ") }
            default: clean.append(scalar)
            }
        }
        let isLonger = text.unicodeScalars.count > VaultName.limit * 16
        return (String(clean) + (isLonger ? "…" : ""), isCleaned)
    }

    private static func prefix(_ text: String, limit: Int) -> String {
        var prefix = ""
        var count = 0
        for character in text.drop(while: \.isWhitespace) {
            count += character.unicodeScalars.count
            guard count <= limit else { break }
            prefix.append(character)
        }
        guard prefix.isEmpty else { return prefix }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
    }
}
