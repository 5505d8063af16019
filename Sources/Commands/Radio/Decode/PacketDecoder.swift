import API
import Basics
import Beacons
import Foundation
import Radio

/// Turns captured packets into JSON, for `cerca scan --decode`; bad input gives an `error` member, never a failure.
///
/// Packets are given in the order in which they were captured, because a long advertisement comes in several.
struct PacketDecoder {
    private var assembler = AdvertisementAssembler()

    /// A layer at which packets are captured.
    enum Layer: String {
        /// The AD structures alone.
        case advertisement = "ad"
        /// An HCI event with its H4 indicator.
        case event = "hci_h4"
        /// A link-layer advertising packet from access address to check sum.
        case linkLayer = "le_ll"
    }

    private struct Line: Decodable {
        let id: String?
        let layer: String
        let hex: String

        private enum Key: CodingKey { case id, layer, hex }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            layer = try container.decode(String.self, forKey: .layer)
            hex = try container.decode(String.self, forKey: .hex)
            // Other people's files may number their packets instead; that is no reason to refuse one.
            id = try? container.decode(String.self, forKey: .id)
        }
    }

    /// What one line of JSON with `layer` and `hex` says; an `id` in it is repeated.
    mutating func decode(line: String) -> JSONValue {
        guard let line = try? JSONDecoder().decode(Line.self, from: Data(line.utf8)) else {
            return .object(Self.failure("decode.not_a_packet_line"))
        }
        let decoded = decode(layer: line.layer, hexadecimal: line.hex)
        guard let id = line.id, case .object(let members) = decoded else { return decoded }
        return .object([JSONValue.Member("id", .string(id))] + members)
    }

    /// What the packet `hexadecimal` of the layer named `ad`, `hci_h4` or `le_ll` says.
    mutating func decode(layer: String, hexadecimal: String) -> JSONValue {
        guard let layer = Layer(rawValue: layer) else { return .object(Self.failure("decode.unknown_layer")) }
        // No text at all is an empty packet, not a wrong one.
        guard let bytes = hexadecimal.isEmpty ? [] : PacketText.bytes(hexadecimal) else {
            return .object(Self.failure("decode.not_hexadecimal"))
        }
        return decode(layer, bytes)
    }

    /// What a packet of a layer says.
    mutating func decode(_ layer: Layer, _ bytes: [UInt8]) -> JSONValue {
        switch layer {
        case .advertisement: .object(Self.fields(ofAdvertisement: bytes))
        case .event: .object(fields(ofPacket: bytes))
        case .linkLayer: .object(Self.fields(ofLinkLayer: bytes))
        }
    }

    /// What an event says, or nil when it is not about advertisements.
    mutating func decode(event bytes: [UInt8]) -> JSONValue? {
        let decoded = decode(.event, bytes)
        return decoded["error"] == .string(ReportError.notAnAdvertisingReport.code) ? nil : decoded
    }

    /// What a packet of a capture says, with its instant, or nil when it is not about advertisements.
    mutating func decode(_ packet: CapturedPacket) -> JSONValue? {
        let decoded: JSONValue?
        switch packet.layer {
        case .hci: decoded = decode(event: packet.bytes)
        case .linkLayer:
            // A sniffer notes connections as well.
            let isAdvertising = (try? LinkLayerAdvertisement(packet: packet.bytes)) != nil
            decoded = isAdvertising ? decode(.linkLayer, packet.bytes) : nil
        }
        guard case .object(let members)? = decoded else { return nil }
        let time = packet.time.map { [JSONValue.Member("time", .string($0.rfc3339))] } ?? []
        let rssi = packet.rssi.map { [JSONValue.Member("rssi", .count($0))] } ?? []
        return .object(time + rssi + members)
    }

    /// The first frame's fields, `type` null without one, and what else the AD structures say.
    ///
    /// Where there are several frames, `frames` has the fields of each, in order. `more` are further fields of a frame.
    static func fields(
        ofAdvertisement bytes: [UInt8], more: (Frame) -> [JSONValue.Member] = { _ in [] }
    ) -> [JSONValue.Member] {
        func all(of frame: Frame) -> [JSONValue.Member] { FrameFields.fields(of: frame) + more(frame) }
        var fields: [JSONValue.Member]
        var isIBeacon = false
        do throws(FrameError) {
            fields = all(of: try Frame(advertisement: bytes))
            let frames = Array(Frames(advertisement: bytes))
            isIBeacon = frames.contains { $0.kind == .iBeacon }
            if frames.count > 1 {
                fields.append(
                    JSONValue.Member("frames", .array(frames.map { .object(all(of: $0)) })))
            }
        } catch .notABeacon {
            // Most of what is in the air is nobody's beacon, and nothing is wrong with it.
            fields = [JSONValue.Member("type", .null)]
        } catch {
            fields = failure(error.code)
        }
        let advertisement = Advertisement(bytes)
        func add(_ name: String, _ value: JSONValue?) {
            guard let value, !fields.contains(where: { $0.name == name }) else { return }
            fields.append(JSONValue.Member(name, value))
        }
        add("flags", advertisement.flags.map { .count($0) })
        add("local_name", advertisement.localName.map { .string($0) })
        add("tx_power_level", advertisement.powerLevel.map { .count($0) })
        add("company", advertisement.company.map { .count($0) })
        if !isIBeacon, !advertisement.appleMessages.isEmpty {
            add(
                "apple",
                .array(advertisement.appleMessages.map { .array([.count($0.type), .string($0.data.hexadecimal)]) }))
        }
        return fields
    }

    private mutating func fields(ofPacket bytes: [UInt8]) -> [JSONValue.Member] {
        var reports: [JSONValue] = []
        var failure: ReportError?
        bytes.withUnsafeBytes { packet in
            do throws(ReportError) {
                try AdvertisingReports.visit(packet: packet, includingScanResponses: true) { report in
                    // Nobody waits here: what is captured comes in order, whatever time it took.
                    let whole = assembler.take(report, at: Timestamp(milliseconds: 0))
                    reports.append(.object(Self.fields(of: report, data: whole?.data)))
                }
            } catch {
                failure = error
                guard error == .truncated else { return }
                // A header that is whole says who sent it and how strongly it came, whatever became of the rest.
                reports = []
                AdvertisingReports.visitCut(packet: packet) {
                    reports.append(.object(Self.fields(of: $0, data: [UInt8]($0.data))))
                }
            }
        }
        var fields = [JSONValue.Member("reports", .array(reports))]
        if let failure { fields.append(JSONValue.Member("error", .string(failure.code))) }
        return fields
    }

    /// The header of a report, and what `data` say: the advertisement that ends with it, or nil for another piece.
    private static func fields(of report: AdvertisingReport, data: [UInt8]?) -> [JSONValue.Member] {
        var fields = [
            JSONValue.Member("ext", .boolean(report.isExtended)),
            JSONValue.Member("event_type", .count(report.eventType)),
            JSONValue.Member("addr_type", .count(report.addressType)),
            JSONValue.Member("addr", .string(report.address.description)),
            JSONValue.Member("rssi", report.rssi.map { .count($0) } ?? .null),
        ]
        switch report.dataStatus {
        case .complete: break
        case .more: fields.append(JSONValue.Member("data_status", "more"))
        case .truncated: fields.append(JSONValue.Member("data_status", "truncated"))
        }
        return fields + (data.map { self.fields(ofAdvertisement: $0) } ?? [JSONValue.Member("type", .null)])
    }

    private static func fields(ofLinkLayer bytes: [UInt8]) -> [JSONValue.Member] {
        do throws(ReportError) {
            let packet = try LinkLayerAdvertisement(packet: bytes)
            let access = String(LinkLayerAdvertisement.accessAddress, radix: 16)
            return [
                JSONValue.Member("access_address", .string(access)),
                JSONValue.Member("pdu_type", .count(packet.type)),
                JSONValue.Member("length", .count(packet.length)),
                JSONValue.Member("addr", packet.address.map { .string($0.description) } ?? .null),
                JSONValue.Member("crc", .string(packet.checksum.hexadecimal)),
                JSONValue.Member("crc_valid", .boolean(packet.isIntact)),
            ] + fields(ofAdvertisement: packet.data)
        } catch {
            return failure(error.code)
        }
    }

    /// What a packet that can't be read says.
    static func failure(_ code: String) -> [JSONValue.Member] {
        [JSONValue.Member("type", .null), JSONValue.Member("error", .string(code))]
    }
}
