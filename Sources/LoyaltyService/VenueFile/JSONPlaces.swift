import Basics
import Loyalty

/// Finds the places in a document that paths name.
struct JSONPlaces {
    private let root: JSONTree
    /// The members of each object that a path led through, by their step in a path and by where the object begins: a
    /// hostile document has as many members as faults.
    private var members: [Int: [String: JSONTree]] = [:]

    init(_ root: JSONTree) {
        self.root = root
    }

    /// The faults by the place of what they are about; those about one place stay in their order.
    mutating func inDocumentOrder(_ faults: [VenueFault]) -> [VenueFault] {
        var placed: [(offset: Int, number: Int, fault: VenueFault)] = []
        for (number, fault) in faults.enumerated() { placed.append((offset(of: fault.path), number, fault)) }
        return placed.sorted { ($0.offset, $0.number) < ($1.offset, $1.number) }.map(\.fault)
    }

    /// Where the value at `path` begins, or the nearest value around it that exists.
    mutating func offset(of path: String) -> Int {
        var tree = root
        var rest = path.dropFirst()
        while let step = Self.takeStep(&rest), let next = value(at: step, in: tree) { tree = next }
        return tree.offset
    }

    private mutating func value(at step: String, in tree: JSONTree) -> JSONTree? {
        switch tree.value {
        case .object(let object):
            if let known = members[tree.offset] { return known[step] }
            // Of a repeated key the last one counts.
            let index = Dictionary(
                object.map { (JSONPath.key($0.key, of: ""), $0.value) }, uniquingKeysWith: { _, last in last })
            members[tree.offset] = index
            return index[step]
        case .array(let elements):
            guard let index = Int(step.dropFirst().dropLast()), elements.indices.contains(index) else { return nil }
            return elements[index]
        default: return nil
        }
    }

    /// The first step of what is left of a path, as `.name`, `[3]` or `["a b"]`.
    private static func takeStep(_ rest: inout Substring) -> String? {
        guard let opening = rest.first else { return nil }
        var step = String(rest.removeFirst())
        var isQuoted = false
        while let character = rest.first {
            if opening == ".", character == "." || character == "[" { break }
            step.append(rest.removeFirst())
            guard opening == "[" else { continue }
            switch character {
            case "\"": isQuoted.toggle()
            case "\\" where isQuoted: step.append(contentsOf: rest.popFirst().map(String.init) ?? "")
            case "]" where !isQuoted: return step
            default: break
            }
        }
        return step
    }
}
