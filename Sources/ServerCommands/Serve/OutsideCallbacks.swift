import MarketCompatibility
import OutsideClient

/// Tells merchants' programs anywhere but in the own network.
struct OutsideCallbacks: CallbackSender {
    private let client = CallbackClient()

    func send(_ body: [UInt8], to address: String, headers: [(name: String, value: String)]) async -> Int? {
        try? await client.post(body, to: address, headers: headers)
    }
}
