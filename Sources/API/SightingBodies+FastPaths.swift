import Basics

extension SightingBody {
    /// Reads the usual form of this body without `Codable`; anything else goes the ordinary way, which names the faults.
    package init(json bytes: [UInt8]) throws(BodyError) {
        if let body = Self(plainJSON: bytes) { self = body } else { try self.init(checkedJSON: bytes) }
    }

    /// The same for a request; the usual form has no member that is not known.
    package init(request bytes: [UInt8]) throws(BodyError) {
        if let body = Self(plainJSON: bytes) {
            self = body
        } else {
            try self.init(checkedJSON: bytes, refusingUnknown: true)
        }
    }

    /// A flat object of exactly these five members, strings without escapes, white space allowed; otherwise nil.
    init?(plainJSON bytes: [UInt8]) {
        var scanner = JSONScanner(bytes)
        var uuid: String?
        var major: UInt16?
        var minor: UInt16?
        var code: String?
        var heardAt: Timestamp?
        guard scanner.skip("{") else { return nil }
        repeat {
            scanner.skipSpace()
            guard let name = scanner.plainString(), scanner.skip(":") else { return nil }
            scanner.skipSpace()
            switch name.count {
            case 4 where uuid == nil && scanner.matches("uuid", at: name.lowerBound):
                guard let text = scanner.plainString().map(scanner.text), text.hasUUIDForm else { return nil }
                uuid = text
            case 4 where code == nil && scanner.matches("code", at: name.lowerBound):
                guard let range = scanner.plainString(), range.count == 28,
                    bytes[range].allSatisfy(\.isHexadecimalDigit)
                else { return nil }
                code = scanner.text(range)
            case 5 where major == nil && scanner.matches("major", at: name.lowerBound):
                guard let value = scanner.plainUInt16() else { return nil }
                major = value
            case 5 where minor == nil && scanner.matches("minor", at: name.lowerBound):
                guard let value = scanner.plainUInt16() else { return nil }
                minor = value
            case 7 where heardAt == nil && scanner.matches("heardAt", at: name.lowerBound):
                guard let instant = scanner.plainString().flatMap({ Timestamp(rfc3339: scanner.text($0)) }) else {
                    return nil
                }
                heardAt = instant
            default: return nil
            }
        } while scanner.skip(",")
        guard scanner.skip("}") else { return nil }
        scanner.skipSpace()
        guard scanner.isAtEnd, let uuid, let major, let minor, let code, let heardAt else { return nil }
        self.init(uuid: uuid, major: Int(major), minor: Int(minor), code: code, heardAt: heardAt)
    }
}

extension SightingReceiptBody {
    /// Writes the same value as `Codable` would, without it: this answer is made thousands of times a second.
    package func json() throws -> [UInt8] {
        var writer = JSONWriter(capacity: 256 + 512 * offers.count)
        writer.raw(#"{"at":""#)
        writer.raw(at.rfc3339)
        writer.raw(disputed ? #"","disputed":true,"offers":["# : #"","disputed":false,"offers":["#)
        for (index, offer) in offers.enumerated() {
            if index > 0 { writer.byte(",") }
            writer.coupon(offer)
        }
        writer.raw(#"],"shop":"#)
        writer.shop(shop)
        writer.raw(#","visit":"#)
        writer.string(visit)
        writer.byte("}")
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func coupon(_ coupon: CouponBody) {
        raw(#"{"id":"#)
        string(coupon.id)
        raw(#","points":"#)
        integer(coupon.points)
        raw(#","pointsPaid":"#)
        string(coupon.pointsPaid.rawValue)
        raw(#","receivedAt":""#)
        raw(coupon.receivedAt.rfc3339)
        byte("\"")
        if let secret = coupon.secret {
            raw(#","secret":"#)
            string(secret)
        }
        raw(#","shop":"#)
        shop(coupon.shop)
        raw(#","state":"#)
        string(coupon.state.rawValue)
        raw(#","text":{"#)
        for (index, entry) in coupon.text.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { byte(",") }
            string(entry.key)
            byte(":")
            string(entry.value)
        }
        byte("}")
        if let usedOn = coupon.usedOn {
            raw(#","usedOn":""#)
            raw(usedOn.rfc3339)
            byte("\"")
        }
        raw(#","validUntil":""#)
        raw(coupon.validUntil.rfc3339)
        raw(#""}"#)
    }

    fileprivate mutating func shop(_ shop: ShopReferenceBody) {
        raw(#"{"major":"#)
        integer(shop.major)
        raw(#","name":"#)
        string(shop.name)
        raw(#","venue":"#)
        string(shop.venue)
        byte("}")
    }
}
