import CommandOutput
import Foundation
import Phone
import Strings

/// What the owner asks of a running phone, one order a line of standard input.
enum PhoneOrders {
    /// The longest line that can be an order, in bytes; what is longer is none.
    private static let longest = 80

    /// What a line orders; nil when it is no order.
    static func input(_ line: String) -> PhoneInput? {
        switch line.trimmingCharacters(in: .whitespaces) {
        case "", "where": .updatePosition
        case "screen on": .screen(isOn: true)
        case "screen off": .screen(isOn: false)
        default: nil
        }
    }

    /// Reads orders until standard input ends, on a thread of its own, because reading waits.
    ///
    /// A phone in the background of a terminal has no orders: it is not stopped for wanting to read, its input just ends.
    static func read(_ take: @escaping @Sendable (PhoneInput) -> Void) {
        signal(SIGTTIN, SIG_IGN)
        Thread.detachNewThread {
            var line: [UInt8] = []
            var byte: UInt8 = 0
            while Foundation.read(STDIN_FILENO, &byte, 1) == 1 {
                guard byte == UInt8(ascii: "\n") else {
                    if line.count <= longest { line.append(byte) }
                    continue
                }
                if line.count <= longest, let input = input(String(decoding: line, as: UTF8.self)) {
                    take(input)
                } else {
                    DeviceStrings.phoneNoOrder.say()
                }
                line.removeAll(keepingCapacity: true)
            }
        }
    }
}
