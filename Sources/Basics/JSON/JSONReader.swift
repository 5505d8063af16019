/// Reads JSON (RFC 8259) strictly: no comments, no trailing commas, nothing behind the value.
package struct JSONReader<Form: JSONForm> {
    private var scanner: JSONScanner

    /// The one value that the whole of `bytes` is.
    package static func value(_ bytes: [UInt8]) throws(JSONError) -> Form.Value {
        var reader = JSONReader(scanner: JSONScanner(bytes))
        if Form.skipsByteOrderMark { reader.scanner.skipByteOrderMark() }
        let value = try reader.value(level: 0)
        reader.scanner.skipSpace()
        guard reader.scanner.isAtEnd else { throw .unexpected(.endOfText, at: reader.scanner.position) }
        return value
    }

    /// - Parameter level: How many arrays and objects lie around the value.
    private mutating func value(level: Int) throws(JSONError) -> Form.Value {
        scanner.skipSpace()
        let start = scanner.position
        guard let first = scanner.next else { throw .ended(.value) }
        switch first {
        case UInt8(ascii: "{"): return Form.value(.object(try members(level: level + 1)), at: start)
        case UInt8(ascii: "["): return Form.value(.array(try elements(level: level + 1)), at: start)
        case UInt8(ascii: "\""): return Form.value(.string(try scanner.string()), at: start)
        case UInt8(ascii: "t"):
            try scanner.expect("true")
            return Form.value(.boolean(true), at: start)
        case UInt8(ascii: "f"):
            try scanner.expect("false")
            return Form.value(.boolean(false), at: start)
        case UInt8(ascii: "n"):
            try scanner.expect("null")
            return Form.value(.null, at: start)
        default: return try number()
        }
    }

    private mutating func number() throws(JSONError) -> Form.Value {
        let (range, isWhole) = try scanner.number()
        let start = range.lowerBound
        if let longest = Form.longestNumber, range.count > longest { throw .numberOutOfRange(at: start) }
        guard let value = Form.number(JSONNumber(scanner, range, isWhole: isWhole), at: start) else {
            throw .numberOutOfRange(at: start)
        }
        return value
    }

    private mutating func elements(level: Int) throws(JSONError) -> [Form.Value] {
        guard level <= Form.levels else { throw .tooDeep(at: scanner.position) }
        _ = scanner.skip("[")
        var elements: [Form.Value] = []
        if scanner.skip("]") { return elements }
        repeat { elements.append(try value(level: level)) } while scanner.skip(",")
        try scanner.expect("]", .endOfArray)
        return elements
    }

    private mutating func members(level: Int) throws(JSONError) -> [Form.Member] {
        guard level <= Form.levels else { throw .tooDeep(at: scanner.position) }
        _ = scanner.skip("{")
        var members: [Form.Member] = []
        var names = JSONNames<Form>()
        if scanner.skip("}") { return members }
        repeat {
            scanner.skipSpace()
            let start = scanner.position
            guard scanner.next == UInt8(ascii: "\"") else { throw scanner.unexpected(.name) }
            let name = try scanner.string()
            let earlier = Form.repeatedNames == .kept ? nil : names.add(name, to: members)
            guard earlier == nil || Form.repeatedNames == .lastCounts else { throw .duplicateName(at: start) }
            try scanner.expect(":", .colon)
            let member = Form.member(name, at: start, try value(level: level))
            if let earlier { members[earlier] = member } else { members.append(member) }
        } while scanner.skip(",")
        try scanner.expect("}", .endOfObject)
        return members
    }
}

/// The names of an object so far: most have few, which are compared; of many an index is made.
private struct JSONNames<Form: JSONForm> {
    private static var few: Int { 8 }
    private var places: [String: Int] = [:]

    /// Takes note of a name that comes behind `members`; where it stands already, or nil.
    mutating func add(_ name: String, to members: [Form.Member]) -> Int? {
        guard members.count >= Self.few else { return members.firstIndex { Form.name(of: $0) == name } }
        if places.isEmpty {
            for (place, member) in members.enumerated() { places[Form.name(of: member)] = place }
        }
        if let place = places[name] { return place }
        places[name] = members.count
        return nil
    }
}
