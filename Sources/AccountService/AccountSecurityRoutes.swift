import API
import Accounts
import Basics
import HTTPKit
import HTTPTypes
import Hummingbird
import QRCode

extension RouteHandlers {
    /// How people sign in, where they are signed in, and the keys of their programs.
    ///
    /// - Parameter isSecure: Whether the server speaks TLS, so that cookies go no other way.
    package mutating func addAccountSecurityRoutes(
        _ accounts: AccountService, keys: APIKeyService, isSecure: Bool
    ) {
        on(Routes.confirmOwner) { call, body in
            try await accounts.confirm(password: body.password, code: body.code, of: try call.session)
        }
        addFactorRoutes(accounts)
        addDeviceRoutes(accounts, isSecure: isSecure)
        addSessionRoutes(accounts, isSecure: isSecure)
        addAPIKeyRoutes(keys, accounts)
        addTrailRoutes(accounts, isSecure: isSecure)
    }

    private mutating func addFactorRoutes(_ accounts: AccountService) {
        on(Routes.security) { call in
            let security = try await accounts.security(of: try call.session)
            return SecurityBody(
                needsCode: security.needsCode, recoveryCodesLeft: security.recoveryCodesLeft,
                approvesDevices: security.approvesDevices, canApproveDevices: security.canApproveDevices)
        }
        on(Routes.beginFactor) { call, body in
            let address = try await accounts.beginFactor(password: body.password, of: try call.session)
            return AuthenticatorBody(otpauth: address, qr: address.flatMap { try? QRCode($0).rows })
        }
        on(Routes.confirmFactor) { call, body in
            RecoveryCodesBody(codes: try await accounts.confirmFactor(code: body.code, of: try call.session))
        }
        on(Routes.removeFactor) { call, body in
            try await accounts.removeFactor(password: body.password, code: body.code, of: try call.session)
        }
        on(Routes.renewRecoveryCodes) { call, body in
            RecoveryCodesBody(
                codes: try await accounts.renewRecoveryCodes(
                    password: body.password, code: body.code, of: try call.session))
        }
    }

    private mutating func addDeviceRoutes(_ accounts: AccountService, isSecure: Bool) {
        respond(Routes.setDeviceApproval) { call, body in
            let device = PresentedDevice(call.request.headers, token: body.device, label: body.deviceLabel)
            let token = try await accounts.setDeviceApproval(
                body.isOn, password: body.password, device: device, of: try call.session)
            return try .json(
                DeviceTokenBody(device: token), headers: token.map { DeviceCookie.set($0, isSecure: isSecure) } ?? [:])
        }
        on(Routes.devices) { call in
            DevicesBody(
                devices: try await accounts.devices(of: try call.session).map { device in
                    DeviceBody(
                        id: device.id, label: device.label, approvedOn: device.approvedOn, seenOn: device.seenOn,
                        isCurrent: device.isCurrent)
                })
        }
        on(Routes.removeDevice) { call in
            try await accounts.removeDevice(try call.value(RouteParameters.id), of: try call.session)
        }
    }

    private mutating func addSessionRoutes(_ accounts: AccountService, isSecure: Bool) {
        on(Routes.sessions) { call in
            SessionsBody(
                sessions: try await accounts.sessions(of: try call.session).map { session in
                    ListedSessionBody(
                        id: session.id, label: session.label, begunOn: session.begunOn,
                        role: session.role.map(AccountRole.init),
                        isCurrent: session.isCurrent)
                })
        }
        on(Routes.endSession) { call in
            try await accounts.endSession(try call.value(RouteParameters.id), of: try call.session)
        }
        on(Routes.endOtherSessions) { call in
            try await accounts.endOtherSessions(of: try call.session)
        }
    }

    private mutating func addAPIKeyRoutes(_ keys: APIKeyService, _ accounts: AccountService) {
        on(Routes.apiKeys) { call in
            APIKeysBody(keys: try await keys.list(of: try call.session.accountID).map(APIKeyBody.init))
        }
        on(Routes.makeAPIKey) { call, body in
            let session = try call.session
            let scopes = Set(body.scopes.map(APIScope.init))
            let addresses = (body.addresses ?? []).compactMap(AddressRange.init)
            guard addresses.count == (body.addresses ?? []).count, scopes.count == body.scopes.count else {
                throw ServiceError.account(.invalidKey)
            }
            try await accounts.requireOwner(password: body.password, code: body.code, of: session)
            // A key that signs orders is worth what a session is that places them.
            if scopes != [.read] {
                try await accounts.requireProof(.trading, of: session)
                try await accounts.requireUnrecovered(session)
            }
            let key = try await keys.make(
                for: session.accountID, scopes: scopes, label: body.label, expiresAt: body.expiresAt,
                addresses: addresses)
            return NewAPIKeyBody(public: key.public, secret: key.secret)
        }
        on(Routes.revokeAPIKey) { call in
            try await keys.revoke(try call.value(RouteParameters.key), of: try call.session.accountID)
        }
    }
}

extension AccountProof {
    /// As it travels.
    init(_ proof: AddressProof) {
        switch proof {
        case .none: self = .none
        case .trading: self = .trading
        case .mailbox: self = .mailbox
        }
    }
}

extension AccountRole {
    /// As it travels.
    init(_ role: Role) {
        switch role {
        case .health: self = .health
        case .market: self = .market
        case .merchant: self = .merchant
        case .operator: self = .operator
        }
    }
}

extension APIScope {
    /// As it travels.
    fileprivate var apiValue: APIKeyScope {
        switch self {
        case .read: .read
        case .trade: .trade
        case .withdraw: .withdraw
        }
    }

    fileprivate init(_ wire: APIKeyScope) {
        switch wire {
        case .read: self = .read
        case .trade: self = .trade
        case .withdraw: self = .withdraw
        }
    }
}

extension APIKeyBody {
    fileprivate init(_ key: APIKeySummary) {
        self.init(
            public: key.public, label: key.label,
            scopes: APIScope.allCases.filter(key.scopes.contains).map(\.apiValue), madeOn: key.madeOn,
            expiresAt: key.expiresAt, addresses: key.addresses.map(\.description))
    }
}
