import Basics

/// The phases from reset to work.
extension HCIHost {
    /// Bit 12 of the low-energy features: extended advertising.
    ///
    /// Source: Bluetooth Core 5.4, Volume 6, Part B, section 4.6.
    private static let extendedAdvertisingFeature: UInt64 = 1 << 12

    /// Begins what comes next when everything that was waiting is done; false when nothing does.
    mutating func finishPhase(at now: Timestamp, _ actions: inout [Action]) -> Bool {
        switch phase {
        case .stopped, .running:
            return false
        case .resetting:
            phase = .probing
            probe()
        case .probing:
            phase = .configuring
            chooseFamily()
            configure(at: now)
        case .configuring:
            phase = .loading
            return load(at: now, &actions)
        case .loading:
            phase = .running
            lastReceived = now
            if let interval = advertiser?.interval { advertiser?.nextSlot = now.advanced(byMilliseconds: interval) }
            actions.append(.ready(capabilities))
        }
        return true
    }

    /// Questions only; a controller that does not know one leaves its answer unknown.
    private mutating func probe() {
        for opcode: HCIOpcode in [
            .readLocalVersion, .readSupportedCommands, .readLocalFeatures, .readLowEnergyFeatures, .readAddress,
            .random,
        ] {
            enqueue(HCICommand(opcode), .optional)
        }
    }

    /// Extended commands where the controller has them.
    ///
    /// The feature bit decides, not the list of commands, since controllers are known that leave them out of the list.
    private mutating func chooseFamily() {
        let features = capabilities.lowEnergyFeatures ?? 0
        let extended = features & Self.extendedAdvertisingFeature != 0 && !extendedFailed
        capabilities.commandFamily = extended ? .extended : .legacy
    }

    /// Masks, addresses, and how to advertise.
    private mutating func configure(at now: Timestamp) {
        let extended = capabilities.commandFamily == .extended
        let features = capabilities.lowEnergyFeatures ?? 0
        enqueue(.setEventMask, .required)
        enqueue(
            .setLowEnergyEventMask(extended: features & Self.extendedAdvertisingFeature != 0),
            .required)
        // A controller that was not really reset may still be at work, and would refuse new parameters.
        if role.advertise != nil {
            enqueue(extended ? .setExtendedAdvertisingEnable(false) : .setAdvertisingEnable(false), .optional)
        }
        if role.scan {
            enqueue(extended ? .setExtendedScanEnable(false) : .setScanEnable(false), .optional)
        }
        // The power is not known before the parameters are answered; the address does not depend on it.
        let moment = role.advertise?.moment(now, nil)
        let address = ownRandomAddress(moment)
        if role.scan || (address.advertises && !extended) {
            capabilities.randomAddress = DeviceAddress(littleEndian: address.bytes, kind: .random)
            enqueue(.setRandomAddress(address.bytes), .required)
        }
        if let plan = role.advertise {
            if address.advertises {
                capabilities.randomAddress = DeviceAddress(littleEndian: address.bytes, kind: .random)
            }
            configureAdvertising(plan, address: address)
        }
    }

    /// The first payload, which may state the power that was selected, then scanning; false when it failed at once.
    private mutating func load(at now: Timestamp, _ actions: inout [Action]) -> Bool {
        let extended = capabilities.commandFamily == .extended
        if let plan = role.advertise {
            // The legacy commands cannot ask for a power: there the owner knows better.
            capabilities.advertisingPower =
                extended ? selectedPower ?? plan.requestedPower : plan.requestedPower ?? selectedPower
            guard loadAdvertising(plan, at: now, &actions) else { return false }
        }
        if role.scan {
            enqueue(
                extended ? .setExtendedScanParameters(role.scanTiming) : .setScanParameters(role.scanTiming), .required)
            enqueue(extended ? .setExtendedScanEnable(true) : .setScanEnable(true), .required)
        }
        return true
    }

    private mutating func configureAdvertising(_ plan: AdvertisingPlan, address: OwnAddress) {
        let interval = plan.intervalMilliseconds
        if capabilities.commandFamily == .extended {
            enqueue(
                .setExtendedAdvertisingParameters(
                    intervalMilliseconds: interval, random: address.advertises, power: plan.requestedPower),
                .required)
            if address.advertises { enqueue(.setAdvertisingSetRandomAddress(address.bytes), .required) }
        } else {
            enqueue(.setAdvertisingParameters(intervalMilliseconds: interval, random: address.advertises), .required)
            if plan.statesPower { enqueue(HCICommand(.readAdvertisingPower), .optional) }
        }
        selectedPower = nil
        var first = Advertiser(plan: plan)
        first.address = address.advertises ? address.bytes : nil
        advertiser = first
    }

    private mutating func loadAdvertising(
        _ plan: AdvertisingPlan, at now: Timestamp, _ actions: inout [Action]
    ) -> Bool {
        guard var first = advertiser else { return true }
        let extended = capabilities.commandFamily == .extended
        var moment = plan.moment(now, capabilities.advertisingPower)
        // What came to be while the controller took its time waits for the first slot, which changes the address too.
        if let address = moment.address?.littleEndianBytes, let own = first.address, address != own {
            moment = .silence
        }
        if let payload = first.nextPayload(of: moment) {
            guard payload.count <= HCICommand.longestPayload else {
                fail(.payloadTooLong(payload.count), &actions)
                return false
            }
            first.current = payload
            first.enabled = true
            enqueue(extended ? .setExtendedAdvertisingData(payload) : .setAdvertisingData(payload), .required)
            enqueue(extended ? .setExtendedAdvertisingEnable(true) : .setAdvertisingEnable(true), .required)
        }
        advertiser = first
        return true
    }

    struct OwnAddress {
        /// Six bytes, low byte first.
        var bytes: [UInt8]
        /// Whether advertisements carry it, too; otherwise they carry the public address.
        var advertises: Bool
    }

    /// The random address of this run; a scanner has to have one even though it never sends it.
    private func ownRandomAddress(_ moment: AdvertisingMoment?) -> OwnAddress {
        // The last resort is a valid static address like any other; two radios that share it still work.
        let own = randomAddress ?? [0x01, 0x00, 0x00, 0xEE, 0xFF, 0xC0]
        guard let address = moment?.address ?? role.advertise?.address else {
            return OwnAddress(bytes: own, advertises: role.advertise != nil)
        }
        return address.kind == .random
            ? OwnAddress(bytes: address.littleEndianBytes, advertises: true) : OwnAddress(bytes: own, advertises: false)
    }

    /// Keeps what an answer tells; the status that stands first is success.
    mutating func succeeded(_ command: HCICommand, result: [UInt8]) {
        switch command.opcode {
        case .readLocalVersion where result.count >= 6:
            capabilities.version = result[1]
            capabilities.manufacturer = UInt16(result[5]) | (result.count >= 7 ? UInt16(result[6]) << 8 : 0)
        case .readSupportedCommands where result.count >= 65:
            capabilities.supportedCommands = Array(result[1..<65])
        case .readLowEnergyFeatures where result.count >= 9:
            capabilities.lowEnergyFeatures = (0..<8).reduce(0) { $0 | UInt64(result[1 + $1]) << (8 * UInt64($1)) }
        case .readAddress where result.count >= 7 && result[1..<7].contains { $0 != 0 }:
            capabilities.publicAddress = DeviceAddress(littleEndian: Array(result[1..<7]), kind: .public)
        case .setExtendedAdvertisingParameters where result.count >= 2, .readAdvertisingPower where result.count >= 2:
            let power = Int8(bitPattern: result[1])
            selectedPower = (-127...20).contains(power) ? power : nil
        case .random where result.count >= 9:
            // A static address has its two highest bits set, and neither all ones nor all zeros below (Core 5.4,
            // Volume 6, Part B, section 1.3.2.1); the second cannot fail in practice but costs nothing to keep.
            var bytes = Array(result[1..<7])
            bytes[5] |= 0xC0
            let rest = bytes[0..<5] + [bytes[5] & 0x3F]
            if rest.contains(where: { $0 != 0 }), !rest.elementsEqual([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x3F]) {
                randomAddress = bytes
            }
        default:
            break
        }
    }
}
