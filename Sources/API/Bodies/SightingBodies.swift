import Encodings
import Time

/// A beacon that was heard, with the code that proves it.
public struct SightingBody: APIBody {
    /// The UUID of the venue.
    public var uuid: String
    /// The major number of the beacon.
    public var major: Int
    /// The minor number of the beacon.
    public var minor: Int
    /// The security code that was heard, 14 bytes in hexadecimal.
    public var code: String
    /// When it was heard.
    public var heardAt: Timestamp

    /// A beacon that was heard, with the code that proves it.
    public init(uuid: String, major: Int, minor: Int, code: String, heardAt: Timestamp) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.code = code
        self.heardAt = heardAt
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Sighting", "A beacon that was heard, with the code that proves it.",
        [
            .required("uuid", .uuid, "The UUID of the venue."),
            .required("major", .uint16, "The major number of the beacon."),
            .required("minor", .uint16, "The minor number of the beacon."),
            .required("code", .hexadecimal(bytes: 14), "The security code that was heard."),
            .required("heardAt", .dateTime, "When it was heard, by the phone's clock."),
        ])
    /// An example with every optional property present.
    public static let example = SightingBody(
        uuid: Example.venue, major: 100, minor: 1, code: "9f3c1a7be05d42886b1f0c93d7ae", heardAt: Example.now)

    /// Reads the usual form of this body without `Codable`; anything else goes the ordinary way, which names the faults.
    public init(json bytes: [UInt8]) throws(BodyError) {
        if let body = Self(plainJSON: bytes) { self = body } else { try self.init(checkedJSON: bytes) }
    }

    /// The same for a request; the usual form has no member that is not known.
    public init(request bytes: [UInt8]) throws(BodyError) {
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

/// A sighting that proved a visit.
public struct SightingReceiptBody: APIBody {
    /// The shop that was visited.
    public var shop: ShopReferenceBody
    /// The visit's identifier.
    public var visit: String
    /// When the server took it.
    public var at: Timestamp
    /// Whether too many accounts used the code for the visit to count; offers wait for the next one.
    public var disputed: Bool
    /// The coupons that it brought.
    public var offers: [CouponBody]

    /// A sighting that proved a visit.
    public init(
        shop: ShopReferenceBody, visit: String, at: Timestamp, disputed: Bool = false, offers: [CouponBody]
    ) {
        self.shop = shop
        self.visit = visit
        self.at = at
        self.disputed = disputed
        self.offers = offers
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "SightingReceipt", "A sighting that proved a visit.",
        [
            .required("shop", ShopReferenceBody.schema, "The shop that was visited."),
            .required("visit", .text(100), "The visit's identifier."),
            .required("at", .dateTime, "When the server took it."),
            .required(
                "disputed", .boolean,
                "Whether so many accounts used the beacon's code that the visit counts for nobody; offers wait."),
            .required("offers", .list(of: CouponBody.schema), "The coupons that it brought; mostly none."),
        ])
    /// An example with every optional property present.
    public static let example = SightingReceiptBody(
        shop: .example, visit: "v7Jd0sQm2LkE", at: Example.now, offers: [.example])

    /// Writes the same value as `Codable` would, without it: this answer is made thousands of times a second.
    public func json() throws -> [UInt8] {
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
        raw(#","receivedAt":""#)
        raw(coupon.receivedAt.rfc3339)
        raw(#"","shop":"#)
        shop(coupon.shop)
        raw(#","text":{"#)
        for (index, entry) in coupon.text.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { byte(",") }
            string(entry.key)
            byte(":")
            string(entry.value)
        }
        raw(#"},"validUntil":""#)
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
