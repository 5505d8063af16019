import Basics
import Beacons
import Exposure
import Radio

/// What a phone sends for tracing at one moment.
public struct TracingAdvertisement: Equatable, Sendable {
    /// The number of the epoch within its day, 0 to 95.
    public let epoch: Int
    /// The identifier that is sent.
    public let identifier: Identifier128
    /// The whole advertisement.
    public let payload: [UInt8]
    /// The address to send it from: as short-lived as the identifier, or one would join what the other parts.
    public let address: DeviceAddress

    /// As a radio is told.
    public var moment: AdvertisingMoment {
        AdvertisingMoment(payloads: [payload], address: address)
    }
}

/// What a phone sends on one day: 96 identifiers in the day's secret order, each with its address.
public struct TracingSignal: Equatable, Sendable {
    /// The day on which it is sent.
    public let day: UTCDay
    private let schedule: DaySchedule
    private let seed: DaySeed
    private let transmitPower: Int8
    /// The identifiers, to know an echo of them by.
    let own: Set<Identifier128>

    init(day: UTCDay, key: DayKey, seed: DaySeed, transmitPower: Int8) {
        self.day = day
        self.seed = seed
        self.transmitPower = transmitPower
        var generator = seed.generator
        schedule = DaySchedule(key: key, day: day, using: &generator)
        own = Set(schedule.identifiers)
    }

    /// What to send at an instant, stating the policy's power; nil on any other day.
    public func advertisement(at now: Timestamp) -> TracingAdvertisement? {
        advertisement(at: now, transmitPower: transmitPower)
    }

    /// What to send at an instant, stating `transmitPower` in dBm, or no power; nil on any other day.
    public func advertisement(at now: Timestamp, transmitPower: Int8?) -> TracingAdvertisement? {
        guard let identifier = schedule.identifier(at: now) else { return nil }
        let epoch = Epoch.index(at: now)
        let frame = Frame.exposure(ExposureFrame(identifier: identifier, transmitPower: transmitPower))
        return TracingAdvertisement(
            epoch: epoch, identifier: identifier, payload: frame.advertisement, address: seed.address(epoch: epoch))
    }

    /// Whether an identifier is one of the day's own.
    func sends(_ identifier: Identifier128) -> Bool {
        own.contains(identifier)
    }
}
