/// What deriving a file's key costs.
public enum ImportKeyCost: Equatable, Sendable {
    /// A function that is repeated so many times.
    case rounds(function: String, Int)
    /// A form of Argon2 with so many passes over so much memory.
    case argon2(String, passes: Int, memoryMiB: Int, lanes: Int)
}

extension ImportKeyCost: CustomStringConvertible {
    /// The cost in one line.
    public var description: String {
        switch self {
        case .rounds(let function, let count): "\(function) with \(Grouped(count)) rounds"
        case .argon2(let function, let passes, let memory, let lanes):
            "\(function) with \(Grouped(passes)) passes over \(Grouped(memory)) MiB in \(Grouped(lanes)) lanes"
        }
    }
}
