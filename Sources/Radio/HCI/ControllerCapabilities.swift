/// What a controller can do, and what was chosen for it.
public struct ControllerCapabilities: Equatable, Sendable {
    /// The two families of advertising and scanning commands, which a controller refuses to have mixed.
    public enum CommandFamily: String, Equatable, Sendable {
        /// The commands of Bluetooth 4.
        case legacy
        /// The commands that Bluetooth 5 added; the advertisements sent with them here are still legacy ones.
        case extended
    }

    /// The family in use.
    public var commandFamily: CommandFamily

    /// The low-energy features as the controller lists them, one a bit; nil when it did not say.
    ///
    /// Source: Bluetooth Core 5.4, Volume 6, Part B, section 4.6.
    public var lowEnergyFeatures: UInt64?

    /// The 64 bytes that list the commands the controller has; nil when it did not say.
    ///
    /// Some controllers forget commands that they do have, so the choice of a family does not rest on it alone.
    public var supportedCommands: [UInt8]?

    /// The version of HCI that the controller speaks (11 = Bluetooth 5.2); nil when it did not say.
    public var version: UInt8?

    /// The maker's number; nil when the controller did not say.
    public var manufacturer: UInt16?

    /// The controller's public address; nil when it has none.
    public var publicAddress: DeviceAddress?

    /// The random static address that was set for this run; nil when the plan asked for the public one alone.
    public var randomAddress: DeviceAddress?

    /// The power in dBm with which it advertises, as far as it or its owner told; nil when neither did, or was asked.
    public var advertisingPower: Int8?

    /// Capabilities of which nothing more is known than the family.
    public init(commandFamily: CommandFamily) {
        self.commandFamily = commandFamily
    }
}
