/// The sign between whole and parts of a number, by language and region, as the Unicode CLDR has it.
///
/// The page asks the browser's `Intl` the same; both are tested with `Tests/TypedTextTests/Fixtures/number-signs.json`.
package enum NumberSigns {
    private static let languages = Set(commaLanguages.split { $0 == " " || $0 == "\n" }.map(String.init))
    private static let regions = Set(otherRegions.split { $0 == " " || $0 == "\n" }.map(String.init))

    /// Whether numbers have a comma where others have a point, in a language or one of its regions (RFC 5646).
    package static func hasDecimalComma(_ tag: String) -> Bool {
        let parts = tag.split(separator: "-")
        guard let language = parts.first?.lowercased() else { return false }
        // Behind a part of one letter nothing is a region.
        let region = parts.dropFirst().prefix { $0.utf8.count > 1 }.first { part in
            part.utf8.count == 2 || (part.utf8.count == 3 && part.utf8.allSatisfy { (0x30...0x39).contains($0) })
        }
        let usual = languages.contains(language)
        guard let region else { return usual }
        return regions.contains("\(language)-\(region.uppercased())") != usual
    }
}
