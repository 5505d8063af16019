import API
import Basics
import Beacons

/// The JSON names of what a frame says; the same wherever `cerca` prints a frame.
enum FrameFields {
    /// The members for `frame`, `type` first.
    static func fields(of frame: Frame) -> [JSONValue.Member] {
        var fields = [JSONValue.Member("type", .string(frame.kind.name))]
        switch frame {
        case .iBeacon(let frame):
            fields += [
                JSONValue.Member("uuid", .string(frame.identity.uuid.description)),
                JSONValue.Member("major", .count(frame.identity.major)),
                JSONValue.Member("minor", .count(frame.identity.minor)),
                JSONValue.Member("measured_power", .count(frame.measuredPower)),
            ]
        case .eddystoneUID(let frame):
            fields += [
                JSONValue.Member("tx_power_0m", .count(frame.powerAtZeroMetres)),
                JSONValue.Member("namespace", .string(frame.namespace.hexadecimal)),
                JSONValue.Member("instance", .string(frame.instance.hexadecimal)),
            ]
        case .eddystoneURL(let frame):
            fields += [
                JSONValue.Member("tx_power_0m", .count(frame.powerAtZeroMetres)),
                JSONValue.Member("url", .string(frame.text)),
            ]
        case .eddystoneTLM(let frame):
            fields += [
                JSONValue.Member("voltage_mv", frame.millivolts == 0 ? .null : .count(frame.millivolts)),
                JSONValue.Member("temperature_c", frame.celsius.map { .number($0) } ?? .null),
                JSONValue.Member("adv_count", .count(frame.advertisements)),
                JSONValue.Member("uptime_s", .number(frame.uptime)),
            ]
        case .eddystoneEncryptedTLM(let frame):
            fields += [
                JSONValue.Member("encrypted", .string(frame.ciphertext.hexadecimal)),
                JSONValue.Member("salt", .count(frame.salt)),
                JSONValue.Member("mic", .count(frame.integrityCheck)),
            ]
        case .eddystoneEID(let frame):
            fields += [
                JSONValue.Member("tx_power_0m", .count(frame.powerAtZeroMetres)),
                JSONValue.Member("eid", .string(frame.identifier.bytes.hexadecimal)),
            ]
        case .altBeacon(let frame):
            fields += [
                JSONValue.Member("company", .count(frame.company)),
                JSONValue.Member("beacon_id", .string(frame.beaconID.hexadecimal)),
                JSONValue.Member("reference_rssi", .count(frame.referenceRSSI)),
                JSONValue.Member("mfg_reserved", frame.manufacturerReserved.map { .count($0) } ?? .null),
            ]
        case .security(let frame):
            fields += [
                JSONValue.Member("major", .count(frame.major)),
                JSONValue.Member("minor", .count(frame.minor)),
                JSONValue.Member("code", .string(frame.code.hexadecimal)),
            ]
        case .exposure(let frame):
            fields.append(JSONValue.Member("identifier", .string(frame.identifier.bytes.hexadecimal)))
            if let power = frame.transmitPower { fields.append(JSONValue.Member("tx_power", .count(power))) }
        case .exposureNotification(let frame):
            fields += [
                JSONValue.Member("rpi", .string(frame.rollingProximityIdentifier.bytes.hexadecimal)),
                JSONValue.Member("aem", .string(frame.metadataBytes.hexadecimal)),
            ]
        }
        return fields
    }
}
