/// Events with advertising reports, made by hand as a controller makes them, for tests.
enum ReportEvents {
    /// One report of a legacy event.
    static func legacy(
        type: UInt8 = 3, addressType: UInt8 = 1, address: [UInt8] = [1, 2, 3, 4, 5, 6], data: [UInt8], rssi: Int8
    ) -> [UInt8] {
        [type, addressType] + address + [UInt8(data.count)] + data + [UInt8(bitPattern: rssi)]
    }

    /// One report of an extended event; `type` 0x10 is a legacy ADV_NONCONN_IND.
    static func extended(
        type: UInt16 = 0x10, addressType: UInt8 = 1, address: [UInt8] = [1, 2, 3, 4, 5, 6], set: UInt8 = 0xFF,
        data: [UInt8], rssi: Int8
    ) -> [UInt8] {
        [UInt8(type & 0xFF), UInt8(type >> 8), addressType] + address
            + [0x01, 0x00, set, 0x7F, UInt8(bitPattern: rssi)] + [UInt8](repeating: 0, count: 9)
            + [UInt8(data.count)] + data
    }

    /// An H4 packet with the reports given, of subevent 0x02 or 0x0D.
    static func packet(subevent: UInt8, reports: [[UInt8]]) -> [UInt8] {
        let parameters = [subevent, UInt8(reports.count)] + reports.joined()
        return [0x04, 0x3E, UInt8(parameters.count)] + parameters
    }
}
