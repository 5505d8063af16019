/// Reads values in PostgreSQL's binary format, by the type that the server says they have.
enum PostgresValue {
    /// The value of these bytes, or nil for a type that the subset of SQL does not have, or bytes that do not fit it.
    ///
    /// Beyond the four column types these are what expressions give: `EXISTS` a boolean (here 1 or 0, as in SQLite),
    /// `SUM` over `BIGINT` a numeric.
    static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> SQLValue? {
        switch type {
        case 20: whole(bytes, 8).map { .integer($0) }
        case 23: whole(bytes, 4).map { .integer(Int64(Int32(truncatingIfNeeded: $0))) }
        case 21: whole(bytes, 2).map { .integer(Int64(Int16(truncatingIfNeeded: $0))) }
        case 16: whole(bytes, 1).map { .integer($0) }
        case 701: whole(bytes, 8).map { .real(Double(bitPattern: UInt64(bitPattern: $0))) }
        case 700: whole(bytes, 4).map { .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0)))) }
        case 1700: numeric(bytes)
        case 17: .blob(Array(bytes))
        case 25, 1043, 1042, 19, 705: .text(String(decoding: bytes, as: UTF8.self))
        default: nil
        }
    }

    /// A big-endian number of exactly `count` bytes, not sign-extended.
    private static func whole(_ bytes: UnsafeRawBufferPointer, _ count: Int) -> Int64? {
        guard bytes.count == count else { return nil }
        return Int64(bitPattern: bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }

    /// A `numeric`: whole when it has no fraction and fits 64 bits, else the nearest floating-point number.
    ///
    /// The format is that of `numeric_send` in PostgreSQL's source: the number of digits to base 10,000, the weight of
    /// the first, the sign, the number of decimal places, and the digits, 16 bits each.
    private static func numeric(_ bytes: UnsafeRawBufferPointer) -> SQLValue? {
        guard bytes.count >= 8, bytes.count % 2 == 0 else { return nil }
        let words = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        let digits = words[4...]
        guard digits.count == Int(words[0]), digits.allSatisfy({ $0 < 10_000 }) else { return nil }
        let weight = Int(Int16(bitPattern: words[1]))
        let isNegative = words[2] == 0x4000
        guard isNegative || words[2] == 0 else { return nil }  // not-a-number or infinite
        if let whole = wholeNumeric(digits, weight: weight, isNegative: isNegative) { return .integer(whole) }
        var text = isNegative ? "-0." : "0."
        for digit in digits { text += String(String(Int(digit) + 10_000).dropFirst()) }
        return Double("\(text)e\((weight + 1) * 4)").map { .real($0) }
    }

    private static func wholeNumeric(_ digits: ArraySlice<UInt16>, weight: Int, isNegative: Bool) -> Int64? {
        guard weight <= 4, digits.count <= weight + 1 else { return digits.isEmpty ? 0 : nil }
        var value: Int64 = 0
        for index in 0..<weight + 1 {
            let digit = index < digits.count ? Int64(digits[digits.startIndex + index]) : 0
            let (product, overflow) = value.multipliedReportingOverflow(by: 10_000)
            let (sum, carry) = product.addingReportingOverflow(isNegative ? -digit : digit)
            guard !overflow, !carry else { return nil }
            value = sum
        }
        return value
    }
}
