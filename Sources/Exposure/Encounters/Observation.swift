import Basics

/// One reception of another phone's identifier (in the published system, a handshake).
public struct Observation: Hashable, Sendable {
    /// When it was heard.
    public let time: Timestamp
    /// What was heard.
    public let identifier: Identifier128
    /// The transmit power that the advertisement states, in dBm; nil when it states none.
    public let transmitPower: Int8?
    /// The received signal strength in dBm; 127 means that the controller did not know it.
    public let rssi: Int8
    /// The primary advertising PHY, as the controller reports it: 1 is LE 1M, 3 LE Coded.
    public let primaryPHY: UInt8
    /// The secondary advertising PHY; 0 when there was none.
    public let secondaryPHY: UInt8

    /// A reception; without a word on the PHYs, a legacy advertisement on LE 1M.
    public init(
        time: Timestamp, identifier: Identifier128, transmitPower: Int8?, rssi: Int8, primaryPHY: UInt8 = 1,
        secondaryPHY: UInt8 = 0
    ) {
        self.time = time
        self.identifier = identifier
        self.transmitPower = transmitPower
        self.rssi = rssi
        self.primaryPHY = primaryPHY
        self.secondaryPHY = secondaryPHY
    }

    /// Transmit power − RSSI in decibels, or nil when one of them is not known.
    public var attenuation: Int? { reading.attenuation }

    /// What a rule sees of it: how strong and when, not who.
    public var reading: RiskRule.Reading {
        RiskRule.Reading(transmitPower: transmitPower, rssi: rssi, time: time)
    }
}
