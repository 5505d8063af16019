import Basics
import MarketService
import Testing

@testable import MarketCompatibility

@Suite("The end of an order in API v2")
struct OrderExpiryTests {
    private func expiry(_ text: String) throws(ExchangeFault) -> Timestamp? {
        let fields = [
            "market": "ETHCLP", "side": "buy", "type": "limit", "amount": "1", "price": "2", "expires_at": text,
        ]
        return try OrderCodingV2.draft { fields[$0] }.expiresAt
    }

    private func fault(_ text: String) -> ExchangeFault? {
        do throws(ExchangeFault) {
            _ = try expiry(text)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "milliseconds are read, also of an instant that has passed",
        arguments: ["1", "99999999", "1795253653658", "17952536536581"])
    func milliseconds(text: String) throws {
        #expect(try expiry(text)?.milliseconds == Int64(text))
    }

    @Test(
        "another unit is named",
        arguments: [
            ("1795253653", "seconds"), ("1795253653.658", "seconds"), ("999999999", "seconds"),
            ("1795253653658123", "microseconds"), ("1795253653658123456", "nanoseconds"),
        ])
    func units(text: String, unit: String) {
        let fault = fault(text)
        #expect(fault?.status == 422 && fault?.message == "expires_at_not_in_milliseconds")
        #expect(fault?.detail?.hasPrefix("expires_at is in \(unit); send milliseconds") == true)
    }

    @Test(
        "what is not a number is refused as before",
        arguments: ["", "soon", "-1", "1e12", "1795253653658.5", "99999999999999999", "1795253653.x"])
    func noNumber(text: String) {
        #expect(fault(text)?.message == "invalid_expires_at")
    }
}
