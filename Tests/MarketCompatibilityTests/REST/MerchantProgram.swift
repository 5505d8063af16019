import Synchronization

@testable import MarketCompatibility

/// A program that answers what it is told to, and keeps what it was sent.
final class MerchantProgram: CallbackSender {
    struct Call: Sendable {
        let body: String
        let address: String
        let headers: [String: String]
    }

    let calls = Mutex<[Call]>([])
    let answers: Mutex<[Int?]>

    init(_ answers: [Int?]) { self.answers = Mutex(answers) }

    func send(
        _ body: [UInt8], to address: String, of merchant: String, headers: [(name: String, value: String)]
    ) async -> CallbackOutcome {
        let call = Call(
            body: String(decoding: body, as: UTF8.self), address: address,
            headers: Dictionary(uniqueKeysWithValues: headers.map { ($0.name, $0.value) }))
        calls.withLock { $0.append(call) }
        let status = answers.withLock { $0.isEmpty ? 200 : $0.removeFirst() }
        return status.map(CallbackOutcome.answered) ?? .unreachable
    }
}
