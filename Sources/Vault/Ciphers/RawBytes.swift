import CSodium

extension [UInt8] {
    /// Calls `body` with the bytes where they lie, and throws what it throws.
    func withRawBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBytes { bytes in
            Swift.Result { () throws(Failure) in try body(bytes) }
        }.get()
    }
}

extension [UInt8] {
    /// Overwrites the bytes, in a way that the optimizer keeps.
    mutating func erase() {
        withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { sodium_memzero(start, bytes.count) }
        }
    }
}
