import MarketCompatibility
import Network

/// Calls merchants' programs anywhere but in the own network.
struct OutsideCallbacks: CallbackSender {
    private let client = CallbackClient()

    func send(
        _ body: [UInt8], to address: String, of merchant: String, headers: [(name: String, value: String)]
    ) async -> CallbackOutcome {
        do throws(OutsideFault) {
            return .answered(try await client.post(body, to: address, of: merchant, headers: headers))
        } catch {
            switch error {
            case .address, .ownNetwork: return .refused
            case .noPlace, .unreachable: return .unreachable
            }
        }
    }
}
