import Loyalty

/// What a phone asks of a server in its owner's name about points for time.
package protocol StayAccountServer: Sendable {
    /// The answer to a blinded request for the credential of a shop and slot, 454 bytes.
    func issuePresence(
        _ request: [UInt8], in shop: ShopKey, _ slot: StaySlot
    ) async throws(PhoneServerError) -> [UInt8]
    /// Shows a credential for time and gives the points that are paid.
    func pay(_ presentation: [UInt8], of day: StayDay) async throws(PhoneServerError) -> Int
}

/// What a phone asks of a server about stays without saying whose they are.
package protocol StayServer: Sendable {
    /// The public key of all credentials for time, 99 bytes.
    func stayKey() async throws(PhoneServerError) -> [UInt8]
    /// Shows a stay, whose body was written beforehand, and gives the answer to the request in it, 454 bytes.
    func show(_ body: [UInt8]) async throws(PhoneServerError) -> [UInt8]
}
