/// Comparisons whose time tells nothing of what is compared.
public enum ConstantTime {
    /// Whether two lists of bytes are equal, in a time that depends on their lengths alone.
    ///
    /// Repeated tries learn from an ordinary comparison how many bytes at the beginning were right.
    /// Lengths are not secret: lists of different lengths are told apart at once.
    public static func areEqual(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
