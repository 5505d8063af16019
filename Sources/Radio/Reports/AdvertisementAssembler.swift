import Basics

/// Puts long extended advertisements together from the reports in which a controller hands them over.
///
/// Pieces belong together by the sender's address, its kind and the advertising set (Core 5.4, Vol 4, Part E,
/// 7.7.65.13); scan responses are put together apart from what they answer. A piece is never given out as if it were an
/// advertisement: when a beginning is lost (too long, too old, or one too many at once), so is everything up to its end.
/// Legacy advertisements have no pieces and pass through. It stores at most 64 beginnings of 1650 bytes.
public struct AdvertisementAssembler: Sendable {
    /// How many unfinished advertisements are stored.
    static let setLimit = 64
    /// For how long the next piece is waited for, in milliseconds; a packet refers to the next one at most 2.46 s ahead
    /// (Core 5.4, Vol 6, Part B, 2.3.4.5).
    static let patience: Int64 = 3000
    /// The most bytes that an advertisement can have.
    static let byteLimit = 1650

    private struct Key: Hashable {
        let address: DeviceAddress
        let addressType: UInt8
        let advertisingSet: UInt8
        let isScanResponse: Bool

        init(_ report: AdvertisingReport) {
            // The bits of an anonymous address mean nothing.
            address =
                report.address.kind == .anonymous ? DeviceAddress(value: 0, kind: .anonymous) : report.address
            addressType = report.addressType
            advertisingSet = report.advertisingSet
            isScanResponse = report.isScanResponse
        }
    }

    /// What came of an advertisement so far.
    private struct Beginning {
        /// The bytes, or nil when some of them are lost.
        var data: [UInt8]? = []
        var rssi: Int8?
        var time: Timestamp

        mutating func add(_ report: AdvertisingReport, at now: Timestamp) {
            if isOld(at: now) { data = nil }
            if (data?.count ?? 0) + report.data.count > AdvertisementAssembler.byteLimit { data = nil }
            data?.append(contentsOf: report.data)
            rssi = report.rssi ?? rssi
            time = now
        }

        func isOld(at now: Timestamp) -> Bool {
            now.milliseconds(since: time).magnitude > UInt64(AdvertisementAssembler.patience)
        }
    }

    private var beginnings: [Key: Beginning] = [:]
    /// Until when pieces may come whose beginning found no room.
    private var crowdedUntil: Timestamp?

    /// An assembler that waits for nothing.
    public init() {}

    /// Takes a report, and gives the advertisement that it completes or cuts off.
    ///
    /// Of an advertisement that the controller cut off it gives what there is; the frames in it are whole. The strength is
    /// that of the last report that has one.
    public mutating func take(_ report: AdvertisingReport, at now: Timestamp) -> HeardAdvertisement? {
        let status = report.dataStatus
        if report.isLegacy || (status != .more && beginnings.isEmpty && crowdedUntil == nil) {
            return HeardAdvertisement(
                time: now, address: report.address, rssi: report.rssi, data: [UInt8](report.data))
        }
        if let until = crowdedUntil, now >= until || until.milliseconds(since: now) > Self.patience {
            crowdedUntil = nil
        }
        let key = Key(report)
        if status == .more, beginnings[key] == nil, beginnings.count >= Self.setLimit {
            // Those whose end can no longer come make room.
            beginnings = beginnings.filter { !$0.value.isOld(at: now) }
            guard beginnings.count < Self.setLimit else {
                crowdedUntil = now.advanced(byMilliseconds: Self.patience)
                return nil
            }
        }
        let isBegun = beginnings[key] != nil
        // Where a beginning may have found no room, only what is known from its beginning is whole.
        if !isBegun, status != .more, crowdedUntil != nil { return nil }
        var beginning = beginnings.removeValue(forKey: key) ?? Beginning(time: now)
        beginning.add(report, at: now)
        guard status != .more else {
            beginnings[key] = beginning
            return nil
        }
        return beginning.data.map {
            HeardAdvertisement(time: now, address: report.address, rssi: beginning.rssi, data: $0)
        }
    }

    /// Moves the instants that it remembers along with a clock that was set.
    mutating func shift(byMilliseconds delta: Int64) {
        for key in beginnings.keys { beginnings[key]?.time.shift(byMilliseconds: delta) }
        crowdedUntil?.shift(byMilliseconds: delta)
    }
}
