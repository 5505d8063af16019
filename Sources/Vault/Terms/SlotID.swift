/// Which slot of a vault; numbers are given upwards from 1.
public struct SlotID: RawRepresentable, Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral,
    CustomStringConvertible
{
    /// The number that people see and type.
    public let rawValue: UInt32

    /// The slot of that number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The slot of that number.
    public init(_ number: UInt32) {
        rawValue = number
    }

    /// The slot that a person names by its decimal number, or nil when that is none.
    public init?(_ text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt32(text) else {
            return nil
        }
        rawValue = number
    }

    /// The slot of that number.
    public init(integerLiteral value: UInt32) {
        rawValue = value
    }

    /// The decimal number.
    public var description: String { String(rawValue) }

    /// Whether `left` was made before `right`.
    public static func < (left: SlotID, right: SlotID) -> Bool {
        left.rawValue < right.rawValue
    }
}
