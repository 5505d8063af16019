/// Advertising and scanning commands of the simulated controller, with the orders and ranges of the specification.
extension SimulatedController {
    /// The set of the legacy commands; extended handles end at 0xEF, so this is none of theirs.
    private static let legacyHandle: UInt8 = 0xFF

    /// Microseconds in a unit of 0.625 ms.
    private static let unit: Int64 = 625

    // MARK: Legacy advertising (7.8.5 to 7.8.9)

    mutating func setAdvertisingParameters(_ parameters: [UInt8]) -> UInt8 {
        let shortest = number(parameters, 0, 2)
        let longest = number(parameters, 2, 2)
        let type = parameters[4]
        guard (0x20...0x4000).contains(shortest), (0x20...0x4000).contains(longest), shortest <= longest,
            type <= 4, parameters[5] <= 3, parameters[13] & 0x07 != 0
        else { return HCIStatus.invalidParameters }
        // Directed advertising would need a peer to connect to.
        guard [0, 2, 3].contains(type), parameters[5] <= 1 else { return HCIStatus.unsupportedValue }
        let index = index(of: Self.legacyHandle)
        guard !sets[index].enabled else { return HCIStatus.commandDisallowed }
        sets[index].interval = Int64(shortest) * Self.unit
        sets[index].type = type
        sets[index].usesRandomAddress = parameters[5] == 1
        sets[index].channels = parameters[13] & 0x07
        return HCIStatus.success
    }

    mutating func setAdvertisingData(_ parameters: [UInt8]) -> UInt8 {
        guard parameters[0] <= 31 else { return HCIStatus.invalidParameters }
        sets[index(of: Self.legacyHandle)].data = Array(parameters[1..<1 + Int(parameters[0])])
        return HCIStatus.success
    }

    mutating func setAdvertisingEnable(_ parameters: [UInt8]) -> UInt8 {
        guard parameters[0] <= 1 else { return HCIStatus.invalidParameters }
        let index = index(of: Self.legacyHandle)
        let on = parameters[0] == 1
        if on, sets[index].usesRandomAddress {
            guard let randomAddress else { return HCIStatus.invalidParameters }
            sets[index].randomAddress = randomAddress
        }
        set(index, enabled: on)
        return HCIStatus.success
    }

    // MARK: Extended advertising (7.8.52 to 7.8.56)

    mutating func setExtendedAdvertisingParameters(_ parameters: [UInt8]) -> UInt8 {
        let shortest = number(parameters, 3, 3)
        let longest = number(parameters, 6, 3)
        guard parameters[0] <= 0xEF, shortest >= 0x20, longest >= shortest, parameters[9] & 0x07 != 0,
            parameters[10] <= 3
        else { return HCIStatus.invalidParameters }
        // Legacy advertisements only, undirected: connectable and scannable, scannable, or neither.
        let types: [UInt64: UInt8] = [0x13: 0, 0x12: 2, 0x10: 3]
        guard let type = types[number(parameters, 1, 2)], parameters[10] <= 1 else {
            return HCIStatus.unsupportedValue
        }
        guard configured.contains(parameters[0]) || configured.count < Self.mostSets else {
            return HCIStatus.memoryExceeded
        }
        let index = index(of: parameters[0])
        guard !sets[index].enabled else { return HCIStatus.commandDisallowed }
        configured.insert(parameters[0])
        sets[index].interval = Int64(shortest) * Self.unit
        sets[index].type = type
        sets[index].usesRandomAddress = parameters[10] == 1
        sets[index].channels = parameters[9] & 0x07
        return HCIStatus.success
    }

    mutating func setAdvertisingSetRandomAddress(_ parameters: [UInt8]) -> UInt8 {
        guard configured.contains(parameters[0]) else { return HCIStatus.unknownAdvertisingIdentifier }
        sets[index(of: parameters[0])].randomAddress = Array(parameters[1..<7])
        return HCIStatus.success
    }

    mutating func setExtendedAdvertisingData(_ parameters: [UInt8]) -> UInt8 {
        guard parameters.count >= 4, parameters.count == 4 + Int(parameters[3]) else {
            return HCIStatus.invalidParameters
        }
        guard configured.contains(parameters[0]) else { return HCIStatus.unknownAdvertisingIdentifier }
        // Whole payloads only, which is also all that is allowed while the set is on air.
        guard parameters[1] == 3, parameters[3] <= 31 else { return HCIStatus.invalidParameters }
        sets[index(of: parameters[0])].data = Array(parameters[4...])
        return HCIStatus.success
    }

    mutating func setExtendedAdvertisingEnable(_ parameters: [UInt8]) -> UInt8 {
        guard parameters.count >= 2, parameters[0] <= 1, parameters.count == 2 + 4 * Int(parameters[1]) else {
            return HCIStatus.invalidParameters
        }
        let on = parameters[0] == 1
        if parameters[1] == 0 {
            guard !on else { return HCIStatus.invalidParameters }
            for index in sets.indices { set(index, enabled: false) }
            return HCIStatus.success
        }
        let handles = stride(from: 2, to: parameters.count, by: 4).map { parameters[$0] }
        for handle in handles {
            guard configured.contains(handle) else { return HCIStatus.unknownAdvertisingIdentifier }
            let set = sets[index(of: handle)]
            if on, set.usesRandomAddress, set.randomAddress == nil { return HCIStatus.invalidParameters }
        }
        for handle in handles { set(index(of: handle), enabled: on) }
        return HCIStatus.success
    }

    // MARK: Scanning (7.8.10, 7.8.11, 7.8.64, 7.8.65)

    mutating func setScanParameters(_ parameters: [UInt8]) -> UInt8 {
        scanParameters(
            type: parameters[0], interval: number(parameters, 1, 2), window: number(parameters, 3, 2),
            ownAddress: parameters[5], extended: false)
    }

    mutating func setExtendedScanParameters(_ parameters: [UInt8]) -> UInt8 {
        // On the one PHY that carries legacy advertisements.
        guard parameters[2] == 1 else { return HCIStatus.unsupportedValue }
        return scanParameters(
            type: parameters[3], interval: number(parameters, 4, 2), window: number(parameters, 6, 2),
            ownAddress: parameters[0], extended: true)
    }

    private mutating func scanParameters(
        type: UInt8, interval: UInt64, window: UInt64, ownAddress: UInt8, extended: Bool
    ) -> UInt8 {
        guard type <= 1, (4...0x4000).contains(interval), (4...interval).contains(window), ownAddress <= 3 else {
            return HCIStatus.invalidParameters
        }
        guard !scanning.enabled else { return HCIStatus.commandDisallowed }
        scanning.extended = extended
        scanning.interval = Int64(interval) * Self.unit
        scanning.window = Int64(window) * Self.unit
        scanning.usesRandomAddress = ownAddress & 1 == 1
        return HCIStatus.success
    }

    mutating func setScanEnable(_ parameters: [UInt8], extended: Bool) -> UInt8 {
        guard parameters[0] <= 1, parameters[1] <= (extended ? 2 : 1) else { return HCIStatus.invalidParameters }
        let on = parameters[0] == 1
        if on, scanning.usesRandomAddress, randomAddress == nil { return HCIStatus.invalidParameters }
        scanning.extended = extended
        scanning.filtersDuplicates = parameters[1] != 0
        scanning.enabled = on
        reported = []
        return HCIStatus.success
    }

    // MARK: Sets

    private mutating func set(_ index: Int, enabled: Bool) {
        guard sets[index].enabled != enabled else { return }
        sets[index].enabled = enabled
        sets[index].generation &+= 1
    }

    /// Where the set with this handle stands; it is made when there is none.
    private mutating func index(of handle: UInt8) -> Int {
        if let index = sets.firstIndex(where: { $0.handle == handle }) { return index }
        sets.append(AdvertisingSet(handle: handle))
        return sets.count - 1
    }
}
