import Basics

extension RiskRule {
    /// One reception of an identifier: how strong it was sent and heard, and when.
    public struct Reading: Hashable, Sendable {
        /// The transmit power that the advertisement states, in dBm; nil when it states none.
        public let transmitPower: Int8?
        /// The received signal strength in dBm; 127 means that the controller did not know it.
        public let rssi: Int8
        /// When it was heard.
        public let time: Timestamp

        /// A reception at `time`.
        public init(transmitPower: Int8?, rssi: Int8, time: Timestamp) {
            self.transmitPower = transmitPower
            self.rssi = rssi
            self.time = time
        }

        /// Transmit power − RSSI in decibels, or nil when one of them is not known.
        ///
        /// 127 stands for "not known" in both (Bluetooth Core 5.4, volume 4, part E, 7.7.65.13).
        public var attenuation: Int? {
            guard let transmitPower, transmitPower != 127, rssi != 127 else { return nil }
            return Int(transmitPower) - Int(rssi)
        }
    }
}
