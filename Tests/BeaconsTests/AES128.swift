/// AES-128 of one block, plain and slow, to test what takes a cipher as an argument (FIPS 197).
enum AES128 {
    static func encrypt(key: [UInt8], block: [UInt8]) -> [UInt8] {
        var schedule = key
        var roundConstant: UInt8 = 1
        for word in 4..<44 {
            var last = Array(schedule[(4 * word - 4)..<(4 * word)])
            if word % 4 == 0 {
                last = [last[1], last[2], last[3], last[0]].map { substitutions[Int($0)] }
                last[0] ^= roundConstant
                roundConstant = doubled(roundConstant)
            }
            for index in 0..<4 { schedule.append(schedule[4 * word - 16 + index] ^ last[index]) }
        }

        var state = zip(block, schedule).map { $0 ^ $1 }
        for round in 1...10 {
            // Substitute, and shift row r by r columns; the state is held column by column.
            state = (0..<16).map { substitutions[Int(state[($0 + 4 * ($0 % 4)) % 16])] }
            if round < 10 { state = (0..<4).flatMap { mixed(Array(state[(4 * $0)..<(4 * $0 + 4)])) } }
            state = state.indices.map { state[$0] ^ schedule[16 * round + $0] }
        }
        return state
    }

    private static func mixed(_ column: [UInt8]) -> [UInt8] {
        let all = column.reduce(0, ^)
        return (0..<4).map { column[$0] ^ all ^ doubled(column[$0] ^ column[($0 + 1) % 4]) }
    }

    private static func doubled(_ value: UInt8) -> UInt8 {
        value << 1 ^ (value & 0x80 == 0 ? 0 : 0x1B)
    }

    /// The S-box, computed: the inverse in GF(2^8), then the affine map (FIPS 197, section 5.1.1).
    private static let substitutions: [UInt8] = {
        var box = [UInt8](repeating: 0x63, count: 256)
        var power: UInt8 = 1
        var inverse: UInt8 = 1
        repeat {
            power ^= doubled(power)
            // Divide by 3, the same generator.
            inverse ^= inverse << 1
            inverse ^= inverse << 2
            inverse ^= inverse << 4
            if inverse & 0x80 != 0 { inverse ^= 0x09 }
            let rotations = (1...4).reduce(inverse) { $0 ^ (inverse << $1 | inverse >> (8 - $1)) }
            box[Int(power)] = rotations ^ 0x63
        } while power != 1
        return box
    }()
}
