import Basics
import Loyalty

/// Reads the values of a tree and gathers a fault for each that is not of the expected type.
struct VenueFileReader {
    /// A value and its path.
    struct Node {
        let tree: JSONTree
        let path: String

        /// The value, or nothing when it is null, where null means absent.
        var unlessNull: Node? { tree.value == .null ? nil : self }
    }

    private(set) var faults: [VenueFault] = []

    private mutating func expected(_ what: String, at node: Node) {
        faults.append(VenueFault(path: node.path, message: "is \(node.tree.kind); it must be \(what)"))
    }

    /// The members of an object by key, with a fault for each that is unknown or repeated.
    mutating func object(_ tree: JSONTree, at path: String, keys: [String]) -> [String: Node]? {
        guard let members = members(Node(tree: tree, path: path)) else { return nil }
        for key in members.keys where !keys.contains(key) {
            faults.append(
                VenueFault(
                    path: JSONPath.key(key, of: path),
                    message: "is not a key here; the keys are \(keys.joined(separator: ", "))"))
        }
        return members.nodes
    }

    /// The members of an object whose keys are data, each read by `read`.
    mutating func dictionary<Value>(
        _ node: Node?, _ read: (inout VenueFileReader, Node) -> Value
    ) -> [String: Value]? {
        guard let node, let members = members(node) else { return nil }
        var values: [String: Value] = [:]
        for key in members.keys {
            if let member = members.nodes[key] { values.updateValue(read(&self, member), forKey: key) }
        }
        return values
    }

    /// Each key once, in the order of the document, and its last value.
    private mutating func members(_ node: Node) -> (keys: [String], nodes: [String: Node])? {
        guard case .object(let members) = node.tree.value else {
            expected("an object", at: node)
            return nil
        }
        var keys: [String] = []
        var nodes: [String: Node] = [:]
        for member in members {
            let path = JSONPath.key(member.key, of: node.path)
            if nodes.updateValue(Node(tree: member.value, path: path), forKey: member.key) == nil {
                keys.append(member.key)
            } else {
                faults.append(VenueFault(path: path, message: "is given more than once"))
            }
        }
        return (keys, nodes)
    }

    /// The elements of a list, each read by `read`.
    mutating func list<Element>(
        _ node: Node?, _ read: (inout VenueFileReader, Node) -> Element
    ) -> [Element]? {
        guard let node else { return nil }
        guard case .array(let elements) = node.tree.value else {
            expected("a list", at: node)
            return nil
        }
        return elements.enumerated().map { index, tree in
            read(&self, Node(tree: tree, path: JSONPath.index(index, of: node.path)))
        }
    }

    mutating func text(_ node: Node?) -> String? {
        guard let node else { return nil }
        if case .string(let text) = node.tree.value { return text }
        expected("a text", at: node)
        return nil
    }

    mutating func number(_ node: Node?) -> Double? {
        guard let node else { return nil }
        if case .number(let number) = node.tree.value { return number }
        expected("a number", at: node)
        return nil
    }

    mutating func whole(_ node: Node?) -> Int? {
        guard let node else { return nil }
        guard case .number(let number) = node.tree.value else {
            expected("a whole number", at: node)
            return nil
        }
        // Beyond 2^53 neighbouring whole numbers are the same double.
        guard abs(number) <= 0x1p53, let whole = Int(exactly: number) else {
            faults.append(VenueFault(path: node.path, message: "is \(number); it must be a whole number"))
            return nil
        }
        return whole
    }

    /// A list of numbers, or nil when one of them could not be read.
    mutating func numbers(_ node: Node) -> [Double]? {
        list(node) { $0.number($1) }.flatMap { Self.unlessAnyIsNil($0) }
    }

    /// A list of whole numbers, or nil when one of them could not be read.
    mutating func wholes(_ node: Node) -> [Int]? {
        list(node) { $0.whole($1) }.flatMap { Self.unlessAnyIsNil($0) }
    }

    private static func unlessAnyIsNil<Value>(_ values: [Value?]) -> [Value]? {
        let known = values.compactMap { $0 }
        return known.count == values.count ? known : nil
    }
}
