import Time

/// Payloads that take turns while the controller sends.
extension HCIHost {
    struct Advertiser {
        let plan: AdvertisingPlan
        var nextSlot: Timestamp?
        /// Counts the payloads given so far.
        var turn = 0
        /// What the controller sends now.
        var current: [UInt8]?
        var enabled = false
        /// Set once the controller refused new data while sending: from then on it pauses for each change.
        var pausesForData = false

        init(plan: AdvertisingPlan) {
            self.plan = plan
        }

        var interval: Int64 {
            Int64(plan.intervalMilliseconds)
        }

        mutating func nextPayload(at now: Timestamp) -> [UInt8]? {
            let payloads = plan.payloads(now)
            guard !payloads.isEmpty else { return nil }
            defer { turn += 1 }
            return payloads[turn % payloads.count]
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
        guard let payload = advertiser.nextPayload(at: now) else {
            if advertiser.enabled { enqueue(enableCommand(false), .required) }
            advertiser.enabled = false
            return
        }
        guard payload.count <= HCICommand.longestPayload else {
            fail(.payloadTooLong(payload.count), &actions)
            return
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

    private func dataCommand(_ payload: [UInt8]) -> HCICommand {
        capabilities.commandFamily == .extended
            ? .setExtendedAdvertisingData(payload) : .setAdvertisingData(payload)
    }

    func enableCommand(_ on: Bool) -> HCICommand {
        capabilities.commandFamily == .extended
            ? .setExtendedAdvertisingEnable(on) : .setAdvertisingEnable(on)
    }
}
