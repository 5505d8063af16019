/// Makes ZIP files (APPNOTE 6.3) whose entries are stored as they are.
enum ZIPFile {
    /// A file of these entries.
    static func bytes(_ entries: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var file: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let name = Array(entry.name.utf8)
            let common: [UInt8] =
                [20, 0, 0, 8, 0, 0, 0, 0, 0, 0] + little(Int(checksum(entry.bytes)), 4)
                + little(entry.bytes.count, 4) + little(entry.bytes.count, 4) + little(name.count, 2) + [0, 0]
            directory +=
                [0x50, 0x4B, 1, 2, 20, 0] + common + [UInt8](repeating: 0, count: 10) + little(file.count, 4) + name
            file += [0x50, 0x4B, 3, 4] + common + name + entry.bytes
        }
        let count = little(entries.count, 2)
        let end: [UInt8] =
            [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + count + count + little(directory.count, 4) + little(file.count, 4)
            + [0, 0]
        return file + directory + end
    }

    /// CRC-32 as ZIP has it.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var remainder: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            remainder ^= UInt32(byte)
            for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
        }
        return ~remainder
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
