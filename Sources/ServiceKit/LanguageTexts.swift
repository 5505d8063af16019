import Foundation
import Storage

/// Words by language, as one JSON object in a column.
package enum LanguageTexts {
    /// The object, with its keys in order.
    package static func encode(_ texts: [String: String]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(texts), as: UTF8.self)
    }

    /// The words that an object says.
    package static func decode(_ text: String) throws -> [String: String] {
        guard let texts = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8)) else {
            throw StorageError.corrupt
        }
        return texts
    }
}
