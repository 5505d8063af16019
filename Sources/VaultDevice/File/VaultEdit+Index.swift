import Vault

extension VaultReading {
    /// The pages in which a title may be, in ascending order; nil when every page has to be looked through.
    func pages(titled title: FoldedName) throws -> [UInt8]? {
        guard let titleIndex else { return nil }
        let code = sealer.titleKey.code(of: title)
        guard let bucket = try bucket(TitleBucket.number(of: code), titleIndex) else { return nil }
        // Pages that a program without an index wrote are looked through besides.
        let newer = pageRevisions.filter { $0.value > titleIndex.sequence }.keys
        return Set(bucket.pages(of: code)).union(newer).sorted()
    }

    /// A bucket of the index; nil when it is not there although the root says so: a program that knows no index drops
    /// it when it changes the cipher.
    func bucket(_ number: UInt8, _ index: TitleIndex) throws -> TitleBucket? {
        guard let revision = index.revisions[number] else { return TitleBucket() }
        return try objects.withObject(.index, TitleBucket.id(of: number)) { stored, sealed in
            guard stored == revision else { throw VaultFault.damaged("index") }
            let address = ObjectAddress(kind: .index, id: TitleBucket.id(of: number), revision: revision)
            return try sealer.withOpened(sealed, as: address) { bytes throws(VaultFault) in
                try TitleBucket(bytes: bytes)
            }
        }
    }
}

/// What changes in the index of titles with the pages that change.
struct TitleIndexChange {
    private let former: VaultReading
    private let key: TitleKey
    /// The buckets that are to be written.
    private(set) var buckets: [UInt8: TitleBucket] = [:]

    /// The change from what `former` sees to `pages`; everything is indexed anew when there is no index of all that.
    ///
    /// - Parameter page: A page as it will be.
    init(
        _ former: VaultReading, changed numbers: Set<UInt8>, _ page: (UInt8) throws -> Page
    ) throws {
        self.former = former
        key = former.sealer.titleKey
        if let index = former.titleIndex, try Self.isWhole(index, former), try update(index, numbers, page) { return }
        buckets = Dictionary(uniqueKeysWithValues: (0..<UInt8(TitleBucket.count)).map { ($0, TitleBucket()) })
        for number in UInt8.min...UInt8.max {
            for entry in entries(of: try page(number)) { insert(entry) }
        }
    }

    /// Whether the index knows every page as it is, and every bucket that it names is there.
    private static func isWhole(_ index: TitleIndex, _ former: VaultReading) throws -> Bool {
        guard former.pageRevisions.values.allSatisfy({ $0 <= index.sequence }) else { return false }
        for (number, revision) in index.revisions {
            guard try former.objects.revision(.index, TitleBucket.id(of: number)) == revision else { return false }
        }
        return true
    }

    /// False when a bucket is missing.
    private mutating func update(
        _ index: TitleIndex, _ numbers: Set<UInt8>, _ page: (UInt8) throws -> Page
    ) throws -> Bool {
        for number in numbers {
            let before = entries(of: try former.page(number))
            let after = entries(of: try page(number))
            for entry in before.symmetricDifference(after) {
                let place = TitleBucket.number(of: entry.code)
                if buckets[place] == nil {
                    guard let bucket = try former.bucket(place, index) else { return false }
                    buckets[place] = bucket
                }
                if after.contains(entry) { insert(entry) } else { buckets[place]?.entries.remove(entry) }
            }
        }
        return true
    }

    private mutating func insert(_ entry: TitleBucket.Entry) {
        buckets[TitleBucket.number(of: entry.code), default: TitleBucket()].entries.insert(entry)
    }

    private func entries(of page: Page) -> Set<TitleBucket.Entry> {
        Set(page.summaries.map { TitleBucket.Entry(code: key.code(of: $0.title.folded), page: page.number) })
    }
}
