import API
import Basics
import HTTPKit
import Network
import ServiceKit
import Strings

extension RouteHandlers {
    /// Where people are told things, and what of.
    package mutating func addPushRoutes(_ push: PushService) {
        on(Routes.push) { call in
            let session = try call.session
            let (devices, rules) = try await push.standing(of: session)
            return PushBody(
                publicKey: push.publicKey, devices: devices.map { PushDeviceBody($0, of: session) },
                rules: PushRulesBody(rules))
        }
        on(Routes.registerPushDevice) { call, body in
            let session = try call.session
            guard let address = PushDevice.Address(body),
                let keys = DeviceKeys(p256dh: body.p256dh, auth: body.auth)
            else { throw ServiceError.push(.invalidDevice) }
            let device = try await push.register(
                address, keys: keys, language: (Language(tag: body.language) ?? .english).rawValue, of: session)
            return PushDeviceBody(device, of: session)
        }
        on(Routes.mutePushDevice) { call, body in
            try await push.mute(
                Set(body.muted.map(PushKind.init)), on: try call.value(RouteParameters.id), of: try call.session)
        }
        on(Routes.removePushDevice) { call in
            try await push.remove(try call.value(RouteParameters.id), of: try call.session)
        }
        on(Routes.setPushRules) { call, body in
            try await push.set(try PushRules(body), of: try call.session)
        }
    }
}

extension PushDevice.Address {
    /// The address that a body tells; nil when it tells none.
    fileprivate init?(_ body: PushRegistrationBody) {
        switch (body.carrier, body.endpoint, body.token) {
        case (.web, let endpoint?, nil): self = .web(endpoint: endpoint)
        case (.apple, nil, let token?): self = .apple(token: token.lowercased(), isSandbox: body.isSandbox ?? false)
        case (.google, nil, let token?): self = .google(token: token)
        default: return nil
        }
    }
}

extension PushDeviceBody {
    fileprivate init(_ device: PushDevice, of session: Session) {
        let carrier: PushCarrierName =
            switch device.address {
            case .web: .web
            case .apple: .apple
            case .google: .google
            }
        self.init(
            id: device.id, carrier: carrier, label: device.label,
            muted: PushKind.allCases.filter(device.muted.contains).map(PushKindName.init),
            registeredOn: Timestamp(day: device.registeredAt.day), isCurrent: device.session == session.tokenDigest)
    }
}

extension PushRulesBody {
    fileprivate init(_ rules: PushRules) {
        self.init(
            isSilent: rules.isSilent, quietFrom: rules.quiet?.from, quietUntil: rules.quiet?.until,
            timeZone: rules.timeZone,
            mutedShops: rules.mutedShops.map { ShopChoiceBody(venue: $0.venue.description, major: Int($0.major)) }
                .sorted { ($0.venue, $0.major) < ($1.venue, $1.major) })
    }
}

extension PushRules {
    fileprivate init(_ body: PushRulesBody) throws(ServiceError) {
        self.init()
        isSilent = body.isSilent
        timeZone = body.timeZone
        switch (body.quietFrom, body.quietUntil) {
        case (let from?, let until?): quiet = (from, until)
        case (nil, nil): quiet = nil
        default: throw .push(.invalidRules)
        }
        for shop in body.mutedShops {
            guard let venue = UUID128(shop.venue), let major = UInt16(exactly: shop.major) else {
                throw .push(.invalidRules)
            }
            mutedShops.insert(Shop(venue: venue, major: major))
        }
    }
}

extension PushKind {
    fileprivate init(_ name: PushKindName) {
        switch name {
        case .offers: self = .offers
        case .orders: self = .orders
        case .devices: self = .devices
        case .prices: self = .prices
        case .payments: self = .payments
        case .reminders: self = .reminders
        }
    }
}

extension PushKindName {
    fileprivate init(_ kind: PushKind) {
        switch kind {
        case .offers: self = .offers
        case .orders: self = .orders
        case .devices: self = .devices
        case .prices: self = .prices
        case .payments: self = .payments
        case .reminders: self = .reminders
        }
    }
}
