import Basics
import HTTPKit
import Network
import ServiceKit
import Storage

/// The carriers of messages that a server has.
package struct PushCarriers: Sendable {
    /// To browsers; nil without.
    package var web: WebPushCarrier?
    /// To apps on Apple's devices; nil without.
    package var apple: ApplePushCarrier?
    /// To apps on Android; nil without.
    package var google: GooglePushCarrier?
    /// Where the page is, as `https://cerca.example.org`; empty when that is not known.
    package var site = ""
    /// The connections of these carriers.
    package var exchanges: [HTTPExchange] = []

    /// No carriers.
    package init() {}

    /// Ends all connections.
    package func close() async {
        for exchange in exchanges { await exchange.close() }
    }

    /// Each carrier as a way of the queue, which finds devices in `database`.
    package func ways(_ database: any Database) -> [DeliveryLane: any DeliveryCarrier] {
        var ways: [DeliveryLane: any DeliveryCarrier] = [:]
        for lane in DeliveryLane.allCases where has(lane) { ways[lane] = PushWay(database: database, carriers: self) }
        return ways
    }

    /// Whether messages go by this way.
    func has(_ lane: DeliveryLane) -> Bool {
        switch lane {
        case .mail, .callback: false
        case .web: web != nil
        case .apple: apple != nil
        case .google: google != nil
        }
    }

    /// An address to which a carrier would send, in the one form in which it is stored; nil for any other.
    func checked(_ address: PushDevice.Address, keys: DeviceKeys) -> PushDevice.Address? {
        let isTaken: Bool
        switch address {
        case .web(let text):
            return web.flatMap { PushEndpoint(text, $0.rule) }.map { .web(endpoint: $0.url) }
        case .apple(let token, let isSandbox):
            isTaken =
                apple != nil
                && AppleDevice(
                    token: token, isSandbox: isSandbox, keys: keys, registeredAt: Timestamp(milliseconds: 0)) != nil
        case .google(let token): isTaken = google != nil && GoogleDevice(token: token, keys: keys) != nil
        }
        return isTaken ? address : nil
    }

    /// Hands one message over to whoever carries to this device.
    fileprivate func send(_ message: PushMessage, to device: PushDevice) async throws(PushFault) {
        switch device.address {
        case .web(let text):
            guard let web, let endpoint = PushEndpoint(text, web.rule) else { throw .gone }
            try await web.send(
                message, to: BrowserAddress(endpoint: endpoint, keys: device.keys, owner: device.account.hexadecimal))
        case .apple(let token, let isSandbox):
            guard let apple,
                let address = AppleDevice(
                    token: token, isSandbox: isSandbox, keys: device.keys, registeredAt: device.registeredAt)
            else { throw .gone }
            try await apple.send(message, to: address)
        case .google(let token):
            guard let google, let address = GoogleDevice(token: token, keys: device.keys) else { throw .gone }
            try await google.send(message, to: address)
        }
    }
}

/// Carries what waits to the device that it names.
private struct PushWay: DeliveryCarrier {
    let database: any Database
    let carriers: PushCarriers

    var isAvailable: Bool { true }

    func deliver(_ delivery: Delivery, at now: Timestamp) async throws(DeliveryFault) {
        let device: PushDevice?
        do {
            device = try await database.reading { try PushDeviceStore($0).find(delivery.recipient) }
        } catch {
            throw .later(after: nil, cause: error.code)
        }
        // Whoever signed out is told nothing more.
        guard let device else { throw .gone(cause: "no device") }
        // Every message looks alike to its carrier: neither topic nor urgency tells one kind from another.
        let message = PushMessage(
            id: delivery.id, text: Array(delivery.text.utf8), urgency: .normal, topic: nil,
            expiresAt: delivery.expiresAt)
        let fault: PushFault
        do throws(PushFault) {
            return try await carriers.send(message, to: device)
        } catch {
            fault = error
        }
        switch fault {
        case .gone: break
        case .ours(let alarm): throw .ours(cause: alarm.description)
        case .later(let seconds): throw .later(after: seconds, cause: "busy")
        case .unreachable: throw .later(after: nil, cause: "unreachable")
        }
        do {
            try await database.writing { try PushDeviceStore($0).deleteGone(device) }
        } catch {
            throw .later(after: nil, cause: error.code)
        }
        throw .gone(cause: "device gone")
    }
}
