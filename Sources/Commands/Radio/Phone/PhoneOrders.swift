import Foundation
import Phone
import Strings

/// What the owner asks of a running phone, one order a line of standard input.
enum PhoneOrders {
    /// The longest line that is looked at, in bytes; no order is as long.
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

    /// Reads orders until standard input ends.
    ///
    /// A phone in the background of a terminal has no orders: it is not stopped for wanting to read, its input just ends.
    static func read(_ take: @escaping @Sendable (PhoneInput) -> Void) {
        signal(SIGTTIN, SIG_IGN)
        StandardInput.read(upTo: longest) { line in
            if let input = input(line) { take(input) } else { DeviceStrings.phoneNoOrder.say() }
        }
    }
}
