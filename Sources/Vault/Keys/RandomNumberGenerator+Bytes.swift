extension RandomNumberGenerator {
    /// As many random bytes as asked for; for salts and nonces, since they are not overwritten.
    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
    }
}
