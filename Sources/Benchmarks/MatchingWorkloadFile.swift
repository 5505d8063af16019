import Commands
import Foundation
import Market

/// An order flow as a file: `seq,op,id,side,price,qty` a line, without a heading.
///
/// `op` is L (limit, good till cancelled), I (limit, immediate or cancel), M (market, price 0) or C (cancel `id`); `side`
/// is B or S. A cancellation's side, price and quantity are not used.
struct MatchingWorkloadFile {
    enum Kind: Int, CaseIterable {
        case limit
        case immediateOrCancel
        case market
        case cancel

        /// The kind's name in results.
        var name: String {
            switch self {
            case .limit: "limit"
            case .immediateOrCancel: "immediateOrCancel"
            case .market: "market"
            case .cancel: "cancel"
            }
        }
    }

    struct Operation {
        let id: Int64
        let ticks: Int64
        let lots: Int64
        let kind: Kind
        let side: Side
    }

    let operations: [Operation]

    /// Reads a file whole.
    init(path: String) throws(CommandFailure) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure("\(path) cannot be read")
        }
        var lines = Lines(bytes: [UInt8](data))
        var operations: [Operation] = []
        operations.reserveCapacity(data.count / 20)
        while !lines.isAtEnd {
            guard let operation = lines.next() else {
                throw CommandFailure("\(path), line \(operations.count + 1): no operation of an order flow")
            }
            operations.append(operation)
        }
        guard !operations.isEmpty else { throw CommandFailure("\(path) is empty") }
        self.operations = operations
    }

    private struct Lines {
        let bytes: [UInt8]
        var index = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { index == bytes.count }

        mutating func next() -> Operation? {
            guard number(before: ",") != nil, let kind = letter(), let id = number(before: ","), let side = letter(),
                let ticks = number(before: ","), let lots = number(before: "\n")
            else { return nil }
            let kinds: [UInt8: Kind] = [0x4C: .limit, 0x49: .immediateOrCancel, 0x4D: .market, 0x43: .cancel]
            guard let kind = kinds[kind], side == UInt8(ascii: "B") || side == UInt8(ascii: "S") else { return nil }
            return Operation(
                id: id, ticks: ticks, lots: lots, kind: kind, side: side == UInt8(ascii: "B") ? .buy : .sell)
        }

        /// A letter and the comma after it.
        private mutating func letter() -> UInt8? {
            guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: ",") else { return nil }
            defer { index += 2 }
            return bytes[index]
        }

        /// Decimal digits and what ends them; the end of the file ends a line too.
        private mutating func number(before end: Unicode.Scalar) -> Int64? {
            var value: Int64 = 0
            let start = index
            while index < bytes.count, (48...57).contains(bytes[index]), index - start < 18 {
                value = value * 10 + Int64(bytes[index] - 48)
                index += 1
            }
            guard index > start else { return nil }
            if index == bytes.count { return end == "\n" ? value : nil }
            if end == "\n", bytes[index] == 13 { index += 1 }
            guard index < bytes.count, bytes[index] == UInt8(ascii: end) else { return nil }
            index += 1
            return value
        }
    }
}
