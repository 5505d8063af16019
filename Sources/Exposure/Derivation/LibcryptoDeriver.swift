#if canImport(CLibCrypto)
    import CLibCrypto

    /// Derives keys and identifiers with libcrypto, as fast as it goes.
    ///
    /// HMAC of a 32-byte key and a 13-byte message is four compressions of SHA-256, and the next key is one: they are
    /// called as such, because the set-up of HMAC() alone takes longer than all of them. AES has no call below EVP that
    /// uses the processor's instructions; its context is kept and only the key changes. ECB over counter blocks that
    /// never change is AES-CTR over zeros without the counting.
    package struct LibcryptoDeriver: ~Copyable {
        private let cipher: OpaquePointer
        private let scratch: Scratch

        /// Memory of its own for every intermediate value, so that deriving allocates nothing.
        fileprivate struct Scratch {
            /// The block that HMAC begins with inside, then outside: the key, padded with zeros, under a mask.
            static let innerKey = 0
            static let outerKey = 64
            /// Final blocks: the message, the inner digest and a day key, each with SHA-256's padding.
            static let innerMessage = 128
            static let outerMessage = 192
            static let nextKey = 256
            static let counterBlocks = 320
            static let identifiers = counterBlocks + Derivation.byteCount
            static let byteCount = identifiers + Derivation.byteCount

            let bytes: UnsafeMutableRawBufferPointer
            let context: UnsafeMutablePointer<SHA256_CTX>
        }

        package init() {
            guard let cipher = EVP_CIPHER_CTX_new(),
                EVP_EncryptInit_ex(cipher, EVP_aes_256_ecb(), nil, nil, nil) == 1
            else {
                // Without memory or without AES nothing can be sent or compared; identifiers of zeros would be worse.
                preconditionFailure("AES-256 is not available")
            }
            self.cipher = cipher
            scratch = Scratch()
        }

        deinit {
            EVP_CIPHER_CTX_free(cipher)
            scratch.free()
        }

        /// The key of the day after `key`'s.
        package mutating func next(after key: DayKey) -> DayKey {
            scratch.bytes.storeBytes(of: key.words, toByteOffset: Scratch.nextKey, as: DayKey.Words.self)
            scratch.begin()
            scratch.compress(Scratch.nextKey)
            return DayKey(words: scratch.digest)
        }

        /// Calls `body` with the 96 identifiers of a day, one after the other.
        package mutating func withIdentifiers<Result>(
            of key: DayKey, _ body: (UnsafeRawBufferPointer) -> Result
        ) -> Result {
            var seed = pseudoRandomKey(of: key)
            let identifiers = UnsafeMutableRawBufferPointer(
                rebasing: scratch.bytes[Scratch.identifiers..<Scratch.byteCount])
            let counters = scratch.bytes.baseAddress.map { $0 + Scratch.counterBlocks }
            let done = withUnsafeBytes(of: &seed) { seed in
                EVP_EncryptInit_ex(
                    cipher, nil, nil, seed.baseAddress?.assumingMemoryBound(to: UInt8.self), nil) == 1
                    && EVP_Cipher(
                        cipher, identifiers.baseAddress?.assumingMemoryBound(to: UInt8.self),
                        counters?.assumingMemoryBound(to: UInt8.self), UInt32(Derivation.byteCount)) > 0
            }
            precondition(done, "AES-256 has failed")
            return body(UnsafeRawBufferPointer(identifiers))
        }

        /// HMAC-SHA256(key, "broadcast key").
        private func pseudoRandomKey(of key: DayKey) -> DayKey.Words {
            scratch.bytes.storeBytes(
                of: key.masked(with: 0x3636_3636_3636_3636), toByteOffset: Scratch.innerKey, as: DayKey.Words.self)
            scratch.bytes.storeBytes(
                of: key.masked(with: 0x5C5C_5C5C_5C5C_5C5C), toByteOffset: Scratch.outerKey, as: DayKey.Words.self)
            scratch.begin()
            scratch.compress(Scratch.innerKey)
            scratch.compress(Scratch.innerMessage)
            scratch.bytes.storeBytes(of: scratch.digest, toByteOffset: Scratch.outerMessage, as: DayKey.Words.self)
            scratch.begin()
            scratch.compress(Scratch.outerKey)
            scratch.compress(Scratch.outerMessage)
            return scratch.digest
        }
    }

    extension LibcryptoDeriver.Scratch {
        fileprivate init() {
            let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.byteCount, alignment: 64)
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            // Beyond a key's 32 bytes, HMAC's blocks hold nothing but the masks.
            for index in DayKey.byteCount..<64 {
                bytes[Self.innerKey + index] = 0x36
                bytes[Self.outerKey + index] = 0x5C
            }
            Derivation.message.withUTF8Buffer { message in
                for (index, byte) in message.enumerated() { bytes[Self.innerMessage + index] = byte }
            }
            let messageCount = Derivation.message.utf8CodeUnitCount
            Self.pad(bytes, block: Self.innerMessage, used: messageCount, hashed: 64 + messageCount)
            Self.pad(bytes, block: Self.outerMessage, used: DayKey.byteCount, hashed: 64 + DayKey.byteCount)
            Self.pad(bytes, block: Self.nextKey, used: DayKey.byteCount, hashed: DayKey.byteCount)
            Derivation.writeCounterBlocks(
                to: UnsafeMutableRawBufferPointer(rebasing: bytes[Self.counterBlocks..<Self.identifiers]))
            self.bytes = bytes
            context = .allocate(capacity: 1)
            context.initialize(to: SHA256_CTX())
        }

        /// Ends a last block as FIPS 180-4, 5.1.1 says: a one bit, zeros, and how many bits are hashed in all.
        private static func pad(_ bytes: UnsafeMutableRawBufferPointer, block: Int, used: Int, hashed: Int) {
            bytes[block + used] = 0x80
            bytes.storeBytes(of: UInt16(hashed * 8).bigEndian, toByteOffset: block + 62, as: UInt16.self)
        }

        fileprivate func free() {
            // Keys and identifiers of other people's days, but also of our own.
            OPENSSL_cleanse(bytes.baseAddress, bytes.count)
            bytes.deallocate()
            OPENSSL_cleanse(context, MemoryLayout<SHA256_CTX>.size)
            context.deallocate()
        }

        /// Begins a digest (FIPS 180-4, 5.3.3); the other fields of the context are not read by compressing.
        @inline(__always)
        fileprivate func begin() {
            context.pointee.h = (
                0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19
            )
        }

        /// Takes one block of 64 bytes into the digest.
        @inline(__always)
        fileprivate func compress(_ block: Int) {
            SHA256_Transform(context, bytes.baseAddress?.advanced(by: block).assumingMemoryBound(to: UInt8.self))
        }

        /// The digest so far, as its bytes lie in memory.
        @inline(__always)
        fileprivate var digest: DayKey.Words {
            let words = context.pointee.h
            return (
                joined(words.0, words.1), joined(words.2, words.3), joined(words.4, words.5), joined(words.6, words.7)
            )
        }

        @inline(__always)
        private func joined(_ first: UInt32, _ second: UInt32) -> UInt64 {
            (UInt64(first) << 32 | UInt64(second)).bigEndian
        }
    }

    extension DayKey {
        @inline(__always)
        fileprivate func masked(with mask: UInt64) -> Words {
            (words.0 ^ mask, words.1 ^ mask, words.2 ^ mask, words.3 ^ mask)
        }
    }
#endif
