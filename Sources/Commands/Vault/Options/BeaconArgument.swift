import ArgumentParser
import Basics
import Vault

/// A beacon as an argument: `UUID,MAJOR,MINOR`.
struct BeaconArgument: ExpressibleByArgument {
    let beacon: PresenceFactor.Beacon

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 3, let uuid = UUID128(String(parts[0])), let major = UInt16(parts[1]),
            let minor = UInt16(parts[2]),
            let beacon = PresenceFactor.Beacon(uuid: uuid.bytes, major: major, minor: minor)
        else { return nil }
        self.beacon = beacon
    }
}
