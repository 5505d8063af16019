extension Frame {
    /// The advertisement that says this frame: AD structures, flags first, at most 31 bytes.
    ///
    /// Parsing it gives an equal frame.
    public var advertisement: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(31)
        bytes.append(contentsOf: [2, Assigned.flags, flags])
        switch self {
        case .iBeacon(let frame): frame.append(to: &bytes)
        case .altBeacon(let frame): frame.append(to: &bytes)
        case .eddystoneUID, .eddystoneURL, .eddystoneTLM, .eddystoneEncryptedTLM, .eddystoneEID, .security:
            appendServiceData(of: Assigned.eddystone, to: &bytes)
        case .exposure(let frame):
            appendServiceData(of: Assigned.exposure, to: &bytes)
            frame.appendPower(to: &bytes)
        case .exposureNotification:
            appendServiceData(of: Assigned.exposureNotification, to: &bytes)
        }
        return bytes
    }

    /// The flags to send: general discoverable, and either no classic Bluetooth or what Exposure Notification demands.
    private var flags: UInt8 {
        if case .exposureNotification = self { 0x1A } else { 0x06 }
    }

    private func appendServiceData(of service: UInt16, to bytes: inout [UInt8]) {
        let uuid = [UInt8(truncatingIfNeeded: service), UInt8(service >> 8)]
        bytes.append(contentsOf: [3, Assigned.completeServices16])
        bytes.append(contentsOf: uuid)
        let start = bytes.count
        bytes.append(contentsOf: [0, Assigned.serviceData16])
        bytes.append(contentsOf: uuid)
        switch self {
        case .eddystoneUID(let frame): frame.append(to: &bytes)
        case .eddystoneURL(let frame): frame.append(to: &bytes)
        case .eddystoneTLM(let frame): frame.append(to: &bytes)
        case .eddystoneEncryptedTLM(let frame): frame.append(to: &bytes)
        case .eddystoneEID(let frame): frame.append(to: &bytes)
        case .security(let frame): frame.append(to: &bytes)
        case .exposure(let frame): frame.append(to: &bytes)
        case .exposureNotification(let frame): frame.append(to: &bytes)
        // Manufacturer data, which `advertisement` writes itself.
        case .iBeacon, .altBeacon: break
        }
        bytes[start] = UInt8(bytes.count - start - 1)
    }
}
