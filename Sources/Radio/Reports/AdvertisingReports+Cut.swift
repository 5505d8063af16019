extension AdvertisingReports {
    /// Calls `body` with each report of an H4 packet that may end too early, the last one with as much of its data as is
    /// there.
    ///
    /// A host throws such an event away, as `visit` does; this is for looking at a capture that was cut. Nothing is
    /// called for a report whose header is cut, nor for anything but advertising reports. A legacy report ends with its
    /// strength, which is then unknown.
    public static func visitCut(packet: UnsafeRawBufferPointer, _ body: (AdvertisingReport) -> Void) {
        guard let base = packet.baseAddress, packet.count >= 5, packet[0] == eventIndicator, packet[1] == metaEvent,
            packet[3] == legacySubevent || packet[3] == extendedSubevent
        else { return }
        let isExtended = packet[3] == extendedSubevent
        let end = min(packet.count, 3 + Int(packet[2]))
        let header = isExtended ? 24 : 9
        var offset = 5
        for _ in 0..<packet[4] {
            guard end - offset >= header else { return }
            let start = base + offset
            let length = Int(packet[offset + header - 1])
            let type = packet[offset + (isExtended ? 2 : 1)]
            let whole = header + length + (isExtended ? 0 : 1)
            defer { offset += whole }
            guard let address = try? address(start + (isExtended ? 3 : 2), type: type) else { continue }
            let strength =
                if isExtended {
                    start.load(fromByteOffset: 13, as: Int8.self)
                } else {
                    end - offset >= whole ? start.load(fromByteOffset: whole - 1, as: Int8.self) : 127
                }
            body(
                AdvertisingReport(
                    eventType: isExtended
                        ? UInt16(littleEndian: start.loadUnaligned(as: UInt16.self)) : UInt16(packet[offset]),
                    isExtended: isExtended, addressType: type, address: address,
                    advertisingSet: isExtended ? packet[offset + 11] : noAdvertisingSet, rssiOrUnknown: strength,
                    data: UnsafeRawBufferPointer(start: start + header, count: min(length, end - offset - header))))
        }
    }
}
