import Basics
import Loyalty
import Proximity

/// A value of a radio map's document with its path; reading it throws what is wrong.
struct RadioMapNode {
    let tree: JSONTree
    let path: String

    /// The members of an object that has each of its keys once.
    struct Object {
        fileprivate let members: [String: RadioMapNode]
        fileprivate let node: RadioMapNode

        func member(_ key: String) throws(RadioMapFault) -> RadioMapNode {
            guard let member = members[key] else {
                throw RadioMapFault(path: JSONPath.key(key, of: node.path), message: "is missing")
            }
            return member
        }

        /// The member where there is one.
        func optional(_ key: String) -> RadioMapNode? { members[key] }

        /// A point on a plan from `x` and `y` in metres.
        func point() throws(RadioMapFault) -> PlanPoint {
            let side = 0...VenueLimits.side
            return PlanPoint(x: try member("x").number(in: side), y: try member("y").number(in: side))
        }
    }

    func fault(_ message: String) -> RadioMapFault { RadioMapFault(path: path, message: message) }

    private func expected(_ what: String) -> RadioMapFault { fault("is \(tree.kind); it must be \(what)") }

    func object(_ keys: [String]) throws(RadioMapFault) -> Object {
        guard case .object(let found) = tree.value else { throw expected("an object") }
        var members: [String: RadioMapNode] = [:]
        for member in found {
            let node = RadioMapNode(tree: member.value, path: JSONPath.key(member.key, of: path))
            guard keys.contains(member.key) else {
                throw node.fault("is not a key here; the keys are \(keys.joined(separator: ", "))")
            }
            guard members.updateValue(node, forKey: member.key) == nil else {
                throw node.fault("is given more than once")
            }
        }
        return Object(members: members, node: self)
    }

    func list(upTo most: Int) throws(RadioMapFault) -> [RadioMapNode] {
        guard case .array(let elements) = tree.value else { throw expected("a list") }
        guard elements.count <= most else { throw fault("has \(elements.count) elements; at most \(most) are read") }
        return elements.enumerated().map { index, tree in
            RadioMapNode(tree: tree, path: JSONPath.index(index, of: path))
        }
    }

    func text() throws(RadioMapFault) -> String {
        guard case .string(let text) = tree.value else { throw expected("a text") }
        return text
    }

    func equals(_ wanted: String) throws(RadioMapFault) {
        guard try text() == wanted else { throw fault("must be \(wanted)") }
    }

    func number(in range: ClosedRange<Double> = -1e15...1e15) throws(RadioMapFault) -> Double {
        guard case .number(let number) = tree.value else { throw expected("a number") }
        guard number.isFinite, range.contains(number) else {
            throw fault("must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func whole(in range: ClosedRange<Int>) throws(RadioMapFault) -> Int {
        guard case .number(let number) = tree.value else { throw expected("a whole number") }
        guard let whole = Int(exactly: number), range.contains(whole) else {
            throw fault(
                range.lowerBound == range.upperBound
                    ? "must be \(range.lowerBound)"
                    : "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return whole
    }
}
