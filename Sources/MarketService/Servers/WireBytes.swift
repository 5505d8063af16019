/// Writes values one after another as bytes, for a reader that expects just these: ``WireReader``.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func byte(_ value: UInt8) {
        bytes.append(value)
    }

    mutating func integer(_ value: Int64) {
        withUnsafeBytes(of: value.bigEndian) { bytes += $0 }
    }

    mutating func amount(_ value: Int128) {
        withUnsafeBytes(of: value.bigEndian) { bytes += $0 }
    }

    mutating func blob(_ value: some Collection<UInt8>) {
        integer(Int64(value.count))
        bytes += value
    }

    mutating func text(_ value: String) {
        blob(value.utf8)
    }

    mutating func optional<Value>(_ value: Value?, _ write: (inout WireWriter, Value) -> Void) {
        byte(value == nil ? 0 : 1)
        if let value { write(&self, value) }
    }

    mutating func list<Value>(_ values: [Value], _ write: (inout WireWriter, Value) throws -> Void) rethrows {
        integer(Int64(values.count))
        for value in values { try write(&self, value) }
    }
}

/// Bytes that are not what was expected.
struct WireFault: Error, Equatable {}

/// Reads what ``WireWriter`` wrote; everything else is a ``WireFault``.
struct WireReader {
    private var left: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        left = bytes[...]
    }

    mutating func byte() throws(WireFault) -> UInt8 {
        guard let byte = left.popFirst() else { throw WireFault() }
        return byte
    }

    mutating func integer() throws(WireFault) -> Int64 {
        Int64(bitPattern: try take(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }

    mutating func amount() throws(WireFault) -> Int128 {
        Int128(truncatingIfNeeded: try take(16).reduce(0 as UInt128) { $0 << 8 | UInt128($1) })
    }

    mutating func blob() throws(WireFault) -> [UInt8] {
        Array(try take(try integer()))
    }

    mutating func text() throws(WireFault) -> String {
        guard let text = String(validating: try blob(), as: UTF8.self) else { throw WireFault() }
        return text
    }

    mutating func optional<Value>(
        _ read: (inout WireReader) throws(WireFault) -> Value
    ) throws(WireFault) -> Value? {
        switch try byte() {
        case 0: return nil
        case 1: return try read(&self)
        default: throw WireFault()
        }
    }

    mutating func list<Value>(
        _ read: (inout WireReader) throws(WireFault) -> Value
    ) throws(WireFault) -> [Value] {
        let count = try integer()
        // Every value has a byte at least.
        guard (0...Int64(left.count)).contains(count) else { throw WireFault() }
        var values: [Value] = []
        for _ in 0..<count { values.append(try read(&self)) }
        return values
    }

    /// A case of a closed set, by its number.
    mutating func value<Value: RawRepresentable>(_: Value.Type) throws(WireFault) -> Value
    where Value.RawValue == Int64 {
        guard let value = Value(rawValue: try integer()) else { throw WireFault() }
        return value
    }

    /// Makes sure that nothing is left.
    func end() throws(WireFault) {
        guard left.isEmpty else { throw WireFault() }
    }

    private mutating func take(_ count: Int64) throws(WireFault) -> ArraySlice<UInt8> {
        guard (0...Int64(left.count)).contains(count) else { throw WireFault() }
        defer { left = left.dropFirst(Int(count)) }
        return left.prefix(Int(count))
    }
}
