extension Factor {
    /// Appends kind and parameters, with the length before the parameters.
    func append(to writer: inout HeaderWriter) {
        var part = HeaderWriter()
        switch self {
        case .place(let factor):
            part.append(factor.side.metres)
            part.append(factor.cost)
            part.append(fixed: factor.salt)
            part.append(fixed: factor.sealedHelper)
        case .presence(let factor):
            part.append(part: factor.server.utf8)
            part.append(fixed: factor.slotOnServer.bytes)
            part.append(fixed: factor.serverKey)
            part.append(fixed: factor.beacon.uuid)
            part.append(factor.beacon.major)
            part.append(factor.beacon.minor)
            part.append(fixed: factor.receiptSalt)
        case .password(let factor):
            part.append(factor.cost)
            part.append(fixed: factor.salt)
        case .recovery(let factor):
            part.append(fixed: factor.salt)
        case .tang(let factor):
            part.append(part: factor.url.utf8)
            part.append(part: factor.thumbprint.utf8)
            for point in [factor.clientPoint, factor.serverKey] {
                part.append(fixed: point.x)
                part.append(fixed: point.y)
            }
        case .passkey(let factor):
            part.append(part: factor.credential)
            part.append(fixed: factor.salt)
        }
        writer.append(kind.code)
        writer.append(part: part.bytes)
    }

    /// The most bytes that the parameters of one factor take.
    private static let byteLimit = 2048

    /// Reads what ``append(to:)`` wrote.
    init(from outer: inout HeaderReader) throws(VaultFault) {
        guard let kind = FactorKind(code: try outer.uint8()) else { throw .damaged("factor") }
        var reader = HeaderReader(try outer.part(upTo: Self.byteLimit, of: "factor"))
        switch kind {
        case .place:
            self = .place(try PlaceFactor(from: &reader))
        case .presence:
            self = .presence(try PresenceFactor(from: &reader))
        case .password:
            self = .password(PasswordFactor(cost: try reader.cost(), salt: try reader.fixed(KeyDerivation.saltCount)))
        case .recovery:
            self = .recovery(RecoveryFactor(salt: try reader.fixed(KeyDerivation.saltCount)))
        case .tang:
            self = .tang(try TangFactor(from: &reader))
        case .passkey:
            self = .passkey(try PasskeyFactor(from: &reader))
        }
        guard reader.isAtEnd else { throw .damaged("factor") }
    }
}

extension PlaceFactor {
    fileprivate init(from reader: inout HeaderReader) throws(VaultFault) {
        self.init(
            side: try reader.side(), cost: try reader.cost(), salt: try reader.fixed(KeyDerivation.saltCount),
            sealedHelper: try reader.fixed(Self.sealedHelperCount))
    }
}

extension PresenceFactor {
    fileprivate init(from reader: inout HeaderReader) throws(VaultFault) {
        let server = try reader.text(upTo: Self.serverLimit, of: "server address")
        guard let slotOnServer = RecordID(bytes: try reader.fixed(RecordID.byteCount)) else {
            throw .damaged("presence slot")
        }
        let serverKey = try reader.fixed(Self.serverKeyCount)
        guard
            let beacon = Beacon(
                uuid: try reader.fixed(Beacon.uuidCount), major: try reader.uint16(), minor: try reader.uint16())
        else { throw .damaged("beacon") }
        try self.init(
            server: server, slotOnServer: slotOnServer, serverKey: serverKey, beacon: beacon,
            receiptSalt: try reader.fixed(KeyDerivation.saltCount))
    }
}

extension TangFactor {
    fileprivate init(from reader: inout HeaderReader) throws(VaultFault) {
        try self.init(
            url: try reader.text(upTo: Self.urlLimit, of: "server address"),
            thumbprint: try reader.text(upTo: Self.thumbprintLimit, of: "thumbprint"),
            clientPoint: try reader.point(), serverKey: try reader.point())
    }
}

extension PasskeyFactor {
    fileprivate init(from reader: inout HeaderReader) throws(VaultFault) {
        try self.init(
            credential: try reader.part(upTo: Self.credentialLimit, of: "passkey"),
            salt: try reader.fixed(Self.saltCount))
    }
}

extension HeaderWriter {
    mutating func append(_ cost: KeyDerivationCost) {
        append(UInt32(cost.memoryKiB))
        append(UInt32(cost.passes))
    }
}

extension HeaderReader {
    mutating func cost() throws(VaultFault) -> KeyDerivationCost {
        guard let cost = KeyDerivationCost(memoryKiB: Int(try uint32()), passes: Int(try uint32())) else {
            throw .invalidCost
        }
        return cost
    }

    mutating func side() throws(VaultFault) -> CellSide {
        guard let side = CellSide(metres: try uint16()) else { throw .damaged("cell side") }
        return side
    }

    fileprivate mutating func point() throws(VaultFault) -> ECPoint521 {
        try ECPoint521(x: try fixed(ECPoint521.coordinateCount), y: try fixed(ECPoint521.coordinateCount))
    }
}
