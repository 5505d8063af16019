import Basics

/// Reads the advertising reports in a controller's events.
///
/// Several reports may stand in one event. Their fields are interleaved, one whole report after another: the
/// description of the event (Core 5.4, Vol 4, Part E, 7.7.65.2) lists each field as an array, but section 5.2 of the
/// same part says that arrayed parameters are ordered A[0], B[0], A[1], B[1] unless noted otherwise, and nothing is
/// noted there. Linux reads them in this way (`hci_le_adv_report_evt`).
public enum AdvertisingReports {
    /// The packet indicator of an event in the UART transport H4 (Core 5.4, Vol 4, Part A, section 2).
    @usableFromInline
    static let eventIndicator: UInt8 = 0x04
    /// The code of LE meta events.
    @usableFromInline
    static let metaEvent: UInt8 = 0x3E
    /// The subevent of legacy advertising reports.
    @usableFromInline
    static let legacySubevent: UInt8 = 0x02
    /// The subevent of extended advertising reports.
    @usableFromInline
    static let extendedSubevent: UInt8 = 0x0D
    /// The number in the place of an advertising set's where there is none.
    @usableFromInline
    static let noAdvertisingSet: UInt8 = 0xFF
    /// The most data that a legacy advertisement carries.
    @usableFromInline
    static let legacyDataLimit = 31

    /// Calls `body` with each report of an event, given as an H4 packet (`04 3e …`), without copying anything.
    ///
    /// It does what `visit(event:includingScanResponses:_:)` does, and throws the same.
    @inlinable
    public static func visit(
        packet: UnsafeRawBufferPointer, includingScanResponses: Bool = false, _ body: (AdvertisingReport) -> Void
    ) throws(ReportError) {
        guard let base = packet.baseAddress, packet.count >= 1 else { throw .truncated }
        guard base.load(as: UInt8.self) == eventIndicator else { throw .notAnAdvertisingReport }
        let event = UnsafeRawBufferPointer(start: base + 1, count: packet.count - 1)
        try visit(event: event, includingScanResponses: includingScanResponses, body)
    }

    /// Calls `body` with each report of an event, given without a packet indicator (`3e …`), copying nothing.
    ///
    /// Scan responses are left out unless they are asked for: who scans passively never caused one, yet some virtual
    /// controllers repeat each advertisement as one. Reports before a fault have been visited when it is thrown, and
    /// `undefinedAddressType` is thrown when all others have been.
    @inlinable
    public static func visit(
        event: UnsafeRawBufferPointer, includingScanResponses: Bool = false, _ body: (AdvertisingReport) -> Void
    ) throws(ReportError) {
        guard let base = event.baseAddress, event.count >= 2 else { throw .truncated }
        guard base.load(as: UInt8.self) == metaEvent else { throw .notAnAdvertisingReport }
        let end = 2 + Int(base.load(fromByteOffset: 1, as: UInt8.self))
        guard end <= event.count else { throw .truncated }
        guard end == event.count else { throw .overlong }
        guard end >= 4 else { throw .notAnAdvertisingReport }
        let subevent = base.load(fromByteOffset: 2, as: UInt8.self)
        guard subevent == legacySubevent || subevent == extendedSubevent else { throw .notAnAdvertisingReport }
        let isExtended = subevent == extendedSubevent

        var remaining = base.load(fromByteOffset: 3, as: UInt8.self)
        var offset = 4
        var undefined: ReportError?
        while remaining > 0 {
            remaining -= 1
            do throws(ReportError) {
                let report =
                    isExtended
                    ? try extended(base, &offset, end: end)
                    : try legacy(base, &offset, end: end)
                if includingScanResponses || !report.isScanResponse { body(report) }
            } catch {
                // Only the address is not understood: where the next report begins is known.
                guard case .undefinedAddressType = error else { throw error }
                if undefined == nil { undefined = error }
            }
        }
        guard offset == end else { throw .overlong }
        if let undefined { throw undefined }
    }

    /// The advertisements in an event, given as an H4 packet; those of which pieces are in other events are left out, for
    /// which an `AdvertisementAssembler` is.
    ///
    /// It throws what `visit` throws, and then gives none of the event's reports; `undefinedAddressType` only when there is
    /// no other report.
    public static func heard(
        packet: [UInt8], at time: Timestamp, includingScanResponses: Bool = false
    ) throws(ReportError) -> [HeardAdvertisement] {
        try packet.withUnsafeBufferPointer { (buffer) throws(ReportError) -> [HeardAdvertisement] in
            var heard: [HeardAdvertisement] = []
            var assembler = AdvertisementAssembler()
            do throws(ReportError) {
                try visit(packet: UnsafeRawBufferPointer(buffer), includingScanResponses: includingScanResponses) {
                    if let advertisement = assembler.take($0, at: time) { heard.append(advertisement) }
                }
            } catch {
                guard case .undefinedAddressType = error, !heard.isEmpty else { throw error }
            }
            return heard
        }
    }

    /// Event type (1), address type (1), address (6), length (1), data, RSSI (1).
    @inlinable
    @inline(__always)
    static func legacy(
        _ base: UnsafeRawPointer, _ offset: inout Int, end: Int
    ) throws(ReportError) -> AdvertisingReport {
        guard end - offset >= 10 else { throw .truncated }
        let start = base + offset
        let length = Int(start.load(fromByteOffset: 8, as: UInt8.self))
        guard length <= legacyDataLimit else { throw .overlong }
        guard end - offset >= 10 + length else { throw .truncated }
        offset += 10 + length
        let addressType = start.load(fromByteOffset: 1, as: UInt8.self)
        return AdvertisingReport(
            eventType: UInt16(start.load(as: UInt8.self)), isExtended: false, addressType: addressType,
            address: try address(start + 2, type: addressType), advertisingSet: noAdvertisingSet,
            rssiOrUnknown: start.load(fromByteOffset: 9 + length, as: Int8.self),
            data: UnsafeRawBufferPointer(start: start + 9, count: length))
    }

    /// Event type (2), address type (1), address (6), primary and secondary PHY (2), set (1), transmit power (1),
    /// RSSI (1), periodic interval (2), direct address type (1), direct address (6), length (1), data.
    @inlinable
    @inline(__always)
    static func extended(
        _ base: UnsafeRawPointer, _ offset: inout Int, end: Int
    ) throws(ReportError) -> AdvertisingReport {
        guard end - offset >= 24 else { throw .truncated }
        let start = base + offset
        let length = Int(start.load(fromByteOffset: 23, as: UInt8.self))
        guard end - offset >= 24 + length else { throw .truncated }
        offset += 24 + length
        let addressType = start.load(fromByteOffset: 2, as: UInt8.self)
        return AdvertisingReport(
            eventType: UInt16(littleEndian: start.loadUnaligned(as: UInt16.self)), isExtended: true,
            addressType: addressType, address: try address(start + 3, type: addressType),
            advertisingSet: start.load(fromByteOffset: 11, as: UInt8.self),
            rssiOrUnknown: start.load(fromByteOffset: 13, as: Int8.self),
            data: UnsafeRawBufferPointer(start: start + 24, count: length))
    }

    @inlinable
    @inline(__always)
    static func address(_ start: UnsafeRawPointer, type: UInt8) throws(ReportError) -> DeviceAddress {
        let kind: DeviceAddress.Kind
        switch type {
        case 0, 2: kind = .public
        case 1, 3: kind = .random
        case 0xFF: kind = .anonymous
        default: throw .undefinedAddressType(type)
        }
        let low = UInt32(littleEndian: start.loadUnaligned(as: UInt32.self))
        let high = UInt16(littleEndian: start.loadUnaligned(fromByteOffset: 4, as: UInt16.self))
        return DeviceAddress(value: UInt64(high) << 32 | UInt64(low), kind: kind)
    }
}
