/// The arguments of a statement in the form in which libpq sends them.
///
/// Bytes go in binary format; everything else goes as text, which PostgreSQL reads as whatever type it has worked out
/// for the placeholder, so that the whole number 5 is welcome in a `DOUBLE PRECISION` column as it is in SQLite.
struct PostgresParameters {
    private var bytes: [UInt8] = []
    private var offsets: [Int?] = []
    private var lengths: [CInt] = []
    private var formats: [CInt] = []

    /// Throws ``StorageError/unrepresentable`` for what not every engine can keep.
    init(_ arguments: [SQLValue]) throws(StorageError) {
        for argument in arguments {
            guard argument.isRepresentable else { throw .unrepresentable }
            switch argument {
            case .integer(let number): add("\(number)".utf8, isBinary: false)
            case .real(let number): add("\(number)".utf8, isBinary: false)
            case .text(let text): add(text.utf8, isBinary: false)
            case .blob(let blob): add(blob, isBinary: true)
            case .null:
                offsets.append(nil)
                lengths.append(0)
                formats.append(0)
            }
            guard bytes.count < Int(CInt.max) else { throw .unrepresentable }
        }
    }

    private mutating func add(_ value: some Collection<UInt8>, isBinary: Bool) {
        offsets.append(bytes.count)
        lengths.append(CInt(truncatingIfNeeded: value.count))
        formats.append(isBinary ? 1 : 0)
        bytes += value
        bytes.append(0)  // libpq finds the end of text by it; after bytes it does no harm
    }

    /// Calls `body` with the number of parameters and libpq's three arrays, which are valid only inside.
    func withPointers<Result>(
        _ body: (CInt, [UnsafePointer<CChar>?], UnsafePointer<CInt>?, UnsafePointer<CInt>?) -> Result
    ) -> Result {
        bytes.withUnsafeBytes { buffer in
            let start = buffer.bindMemory(to: CChar.self).baseAddress
            let values = offsets.map { offset in offset.flatMap { start?.advanced(by: $0) } }
            return lengths.withUnsafeBufferPointer { lengths in
                formats.withUnsafeBufferPointer { formats in
                    body(CInt(values.count), values, lengths.baseAddress, formats.baseAddress)
                }
            }
        }
    }
}
