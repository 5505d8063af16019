import Basics

/// Payloads that take turns while the controller sends.
extension HCIHost {
    struct Advertiser {
        let plan: AdvertisingPlan
        var nextSlot: Timestamp?
        /// Counts the payloads given so far.
        var turn = 0
        /// What the controller sends now.
        var current: [UInt8]?
        /// The random address that it sends from, low byte first; nil when it is not one or not known.
        var address: [UInt8]?
        var enabled = false
        /// Set once the controller refused new data while sending: from then on it pauses for each change.
        var pausesForData = false

        init(plan: AdvertisingPlan) {
            self.plan = plan
        }

        var interval: Int64 {
            Int64(plan.intervalMilliseconds)
        }

        /// The payload whose turn it is; nil in a silent moment.
        mutating func nextPayload(of moment: AdvertisingMoment) -> [UInt8]? {
            guard !moment.payloads.isEmpty else { return nil }
            defer { turn += 1 }
            return moment.payloads[turn % moment.payloads.count]
        }
    }

    /// At each slot the next payload goes to the controller, if it differs from the one there.
    mutating func advanceAdvertising(at now: Timestamp, _ actions: inout [Action]) {
        guard var advertiser, let slot = advertiser.nextSlot, slot <= now else { return }
        defer { self.advertiser = advertiser }
        // Slots keep their rhythm; after a pause of the owner's, the missed ones are not made up for.
        let next = slot.advanced(byMilliseconds: advertiser.interval)
        advertiser.nextSlot = next > now ? next : now.advanced(byMilliseconds: advertiser.interval)
        // A controller slower than the slots keeps its payload for another one.
        guard outstanding == nil, waiting.isEmpty else { return }
        let moment = advertiser.plan.moment(now, capabilities.advertisingPower)
        guard let payload = advertiser.nextPayload(of: moment) else {
            if advertiser.enabled { enqueue(enableCommand(false), .required) }
            advertiser.enabled = false
            return
        }
        guard payload.count <= HCICommand.longestPayload else {
            fail(.payloadTooLong(payload.count), &actions)
            return
        }
        // Who advertises from the public address has parameters that say so, and no other to change to.
        if let address = moment.address?.littleEndianBytes, let own = advertiser.address, address != own {
            // An address never meets another's payload: nothing is on air while the two change.
            if advertiser.enabled { enqueue(enableCommand(false), .required) }
            advertiser.enabled = false
            changeAddress(to: address)
            advertiser.address = address
        }
        if payload != advertiser.current {
            advertiser.current = payload
            if advertiser.enabled, advertiser.pausesForData {
                enqueue(enableCommand(false), .required)
                advertiser.enabled = false
            }
            enqueue(dataCommand(payload), .required)
        }
        if !advertiser.enabled {
            enqueue(enableCommand(true), .required)
            advertiser.enabled = true
        }
    }

    /// Whether a refusal is only that of new data while sending; then the change is made in a pause.
    mutating func refusedWhileAdvertising(_ command: HCICommand, status: UInt8) -> Bool {
        guard status == HCIStatus.commandDisallowed, let payload = advertiser?.current,
            command == dataCommand(payload), advertiser?.pausesForData == false
        else { return false }
        advertiser?.pausesForData = true
        enqueue(enableCommand(false), .required)
        enqueue(dataCommand(payload), .required)
        enqueue(enableCommand(true), .required)
        return true
    }

    /// Orders a new random address while nothing is advertised.
    ///
    /// The legacy command for it is refused while scanning is enabled as well (Core 5.4, Volume 4, Part E, 7.8.4), so
    /// scanning pauses for the length of the command. An extended advertising set has an address of its own.
    private mutating func changeAddress(to address: [UInt8]) {
        capabilities.randomAddress = DeviceAddress(littleEndian: address, kind: .random)
        guard capabilities.commandFamily == .legacy else {
            enqueue(.setAdvertisingSetRandomAddress(address), .required)
            return
        }
        if role.scan { enqueue(.setScanEnable(false), .required) }
        enqueue(.setRandomAddress(address), .required)
        if role.scan { enqueue(.setScanEnable(true), .required) }
    }

    private func dataCommand(_ payload: [UInt8]) -> HCICommand {
        capabilities.commandFamily == .extended
            ? .setExtendedAdvertisingData(payload) : .setAdvertisingData(payload)
    }

    func enableCommand(_ on: Bool) -> HCICommand {
        capabilities.commandFamily == .extended
            ? .setExtendedAdvertisingEnable(on) : .setAdvertisingEnable(on)
    }
}
