import Basics
import Storage

/// Tells an account that a device was approved, within the transaction in which it is; what it gives is called after the
/// commit, for whoever is looking.
package typealias DeviceNotice =
    @Sendable (
        _ account: [UInt8], _ label: String, _ day: Timestamp, _ now: Timestamp, _ connection: any Connection
    ) throws -> (@Sendable () -> Void)?
