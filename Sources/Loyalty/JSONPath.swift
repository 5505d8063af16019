/// The paths by which faults are told.
package enum JSONPath {
    /// The path of the member `key` of the object at `path`: `$.shops`, or `$["a b"]` when the key is no plain word.
    ///
    /// A long key is cut, so that a fault is never much larger than what it is about.
    package static func key(_ key: String, of path: String) -> String {
        let isWord =
            (1...64).contains(key.utf8.count)
            && key.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
        if isWord { return "\(path).\(key)" }
        var quoted = ""
        for scalar in key.unicodeScalars.prefix(64) {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.isUnprintable: quoted += "\\u\(scalar.hexadecimal)"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return "\(path)[\"\(quoted)\(key.unicodeScalars.count > 64 ? "…" : "")\"]"
    }

    /// The path of element `index` of the list at `path`.
    package static func index(_ index: Int, of path: String) -> String {
        "\(path)[\(index)]"
    }
}
