import Basics

/// Paths that a program means for an API, whether or not there is one: `/api`, and `/v` with a number, in any letters.
///
/// A program that is answered with a page takes it for an answer.
enum APIPath {
    /// The path with its first segment in small letters; nil for one that is not like an API's.
    static func likely(_ path: String) -> String? {
        let first = path.dropFirst().prefix { $0 != "/" }
        let name = (PercentEncoding.decoded(first) ?? String(first)).lowercased()
        guard name == "api" || isVersion(name) else { return nil }
        return "/" + name + path.dropFirst(1 + first.count)
    }

    private static func isVersion(_ name: String) -> Bool {
        let digits = name.utf8.dropFirst()
        return name.utf8.first == UInt8(ascii: "v") && !digits.isEmpty
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
