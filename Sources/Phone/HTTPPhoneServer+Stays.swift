import API
import Basics
import Beacons
import Loyalty

extension HTTPPhoneServer: StayAccountServer {
    /// The answer to a blinded request for the credential of a shop and slot, 454 bytes.
    package func issuePresence(
        _ request: [UInt8], in shop: ShopKey, _ slot: StaySlot
    ) async throws(PhoneServerError) -> [UInt8] {
        let body = PresenceRequestBody(
            venue: shop.venue.description, major: Int(shop.major), from: slot.beginning, request: request.hexadecimal)
        return try bytes(try await call(Routes.issuePresence, body).response)
    }

    /// Shows a credential for time and gives the points that are paid.
    package func pay(_ presentation: [UInt8], of day: StayDay) async throws(PhoneServerError) -> Int {
        let text = Timestamp(seconds: Int64(day.day) * 86_400).rfc3339.prefix(10)
        let body = StayPaymentBody(
            venue: day.venue.description, day: String(text), presentation: presentation.hexadecimal)
        return try await call(Routes.payStay, body).points
    }
}

extension UnlinkedServer: StayServer {
    /// The public key of all credentials for time; asked by nobody, so that nobody gets one of their own.
    package func stayKey() async throws(PhoneServerError) -> [UInt8] {
        let body = try await alone { server throws(PhoneServerError) in
            try await server.call(Routes.stayIssuer, NoBody())
        }
        return try bytes(body.publicKey)
    }

    /// Shows a stay, whose body was written beforehand.
    package func show(_ body: [UInt8]) async throws(PhoneServerError) -> [UInt8] {
        let answer = try await alone { server throws(PhoneServerError) in
            try await server.call(Routes.showStay, json: body)
        }
        return try bytes(answer.response)
    }
}

private func bytes(_ text: String) throws(PhoneServerError) -> [UInt8] {
    guard let bytes = [UInt8](hexadecimal: text) else {
        throw .unreachable(reason: "the server's answer is no hexadecimal number")
    }
    return bytes
}
