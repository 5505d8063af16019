import Crypto

extension Root {
    private enum Tag {
        static let headerDigest: UInt8 = 1
        static let user: UInt8 = 2
        static let category: UInt8 = 3
        static let settings: UInt8 = 4
        static let travelKey: UInt8 = 5
        static let isTravelling: UInt8 = 6
        static let pageRevision: UInt8 = 7
        static let syncRevision: UInt8 = 8
        // Programs that do not know what is from here on keep it.
        static let journey: UInt8 = 0x80
        static let titleIndex: UInt8 = 0x81
        static let removedCategory: UInt8 = 0x82
    }

    /// The most bytes that a root has when it is written, which bounds what reading one can cost.
    static let byteLimit = 4 * 1024 * 1024

    /// The root as the bytes that are sealed; they hold the travel key, and the caller overwrites them when it is done
    /// (`ObjectSealer.seal(_:sequence:using:)` does both).
    func encoded() throws(VaultFault) -> [UInt8] {
        guard headerDigest.count == Self.digestByteCount else { throw .damaged("root") }
        // All of it, lest a growing array leave the travel key behind in the room that was too small.
        var writer = TaggedWriter(
            capacity: 2048 + extensions.count + pageRevisions.count * 11
                + (journey?.encodedSize ?? 0) + (titleIndex?.encodedSize ?? 0)
                + (categories + removedCategories).reduce(0) { $0 + $1.encodedSize + 8 })
        writer.put(Tag.headerDigest, headerDigest)
        writer.put(Tag.user, user.text)
        for category in categories {
            writer.put(Tag.category, count: category.encodedSize) { category.append(to: &$0) }
        }
        writer.put(Tag.settings, count: settings.encodedSize) { settings.append(to: &$0) }
        travelKey?.secret.withUnsafeBytes { writer.put(Tag.travelKey, $0) }
        writer.put(Tag.isTravelling, isTravelling ? 1 : 0 as UInt8)
        for (page, revision) in pageRevisions.sorted(by: { $0.key < $1.key }) {
            writer.put(Tag.pageRevision, count: 9) { writer in
                writer.append(page)
                writer.append(revision)
            }
        }
        if let syncRevision { writer.put(Tag.syncRevision, syncRevision) }
        if let journey { writer.put(Tag.journey, count: journey.encodedSize) { journey.append(to: &$0) } }
        if let titleIndex { writer.put(Tag.titleIndex, count: titleIndex.encodedSize) { titleIndex.append(to: &$0) } }
        for category in removedCategories {
            writer.put(Tag.removedCategory, count: category.encodedSize) { category.append(to: &$0) }
        }
        writer.append(extensions)
        let bytes = writer.finish()
        guard bytes.count <= Self.byteLimit else { throw .tooLarge("root") }
        return bytes
    }

    /// The root that was written as `bytes`, which are read where they lie.
    init(bytes: UnsafeRawBufferPointer) throws(VaultFault) {
        guard bytes.count <= Self.byteLimit else { throw .tooLarge("root") }
        var reader = try TaggedReader(bytes, part: "root")
        var digest: [UInt8]?
        var name: String?
        var settings: VaultSettings?
        self.init(
            headerDigest: [], user: VaultName(checked: ""), categories: [], settings: VaultSettings(), travelKey: nil)
        while var value = try reader.next() {
            switch value.tag {
            case Tag.headerDigest: digest = Array(value.rest())
            case Tag.user: name = try value.restAsText()
            case Tag.category:
                guard append(try Category(from: &value)) else { throw value.damaged }
            case Tag.settings: settings = try VaultSettings(from: &value)
            case Tag.travelKey:
                guard let key = TravelKey(bytes: value.rest()) else { throw value.damaged }
                travelKey = key
            case Tag.isTravelling: isTravelling = try value.number(UInt8.self) != 0
            case Tag.pageRevision:
                let page = try value.number(UInt8.self)
                guard pageRevisions.updateValue(try value.number(), forKey: page) == nil else { throw value.damaged }
            case Tag.syncRevision: syncRevision = try value.number(UInt64.self)
            case Tag.journey: journey = try Journey(from: &value)
            case Tag.titleIndex: titleIndex = try TitleIndex(from: &value)
            case Tag.removedCategory:
                guard appendRemoved(try Category(from: &value)) else { throw value.damaged }
            default:
                try reader.passOver(value, into: &extensions)
                continue
            }
            try value.end()
        }
        guard let digest, digest.count == Self.digestByteCount, let name, !name.isEmpty, let settings else {
            throw .damaged("root")
        }
        headerDigest = digest
        user = VaultName(checked: name)
        self.settings = settings
    }
}

extension Category {
    private static let protectedFlag: UInt8 = 1
    private static let removableFlag: UInt8 = 2

    /// How many bytes `append` appends.
    fileprivate var encodedSize: Int {
        RecordID.byteCount + 1 + TaggedWriter.countedSize(name.text) + TaggedWriter.countedSize(icon)
            + template.reduce(0) { $0 + $1.encodedSize }
    }

    fileprivate func append(to writer: inout TaggedWriter) {
        writer.append(id.bytes)
        writer.append((isProtected ? Self.protectedFlag : 0) | (isRemovable ? Self.removableFlag : 0))
        writer.appendCounted(name.text)
        writer.appendCounted(icon)
        for kind in template { kind.append(to: &writer) }
    }

    fileprivate init(from value: inout TaggedValue) throws(VaultFault) {
        let id = try value.recordID()
        let flags = try value.number(UInt8.self)
        let name = try value.countedText()
        let icon = try value.countedText()
        guard !name.isEmpty else { throw value.damaged }
        var template: [FieldKind] = []
        while !value.isAtEnd {
            guard template.count < Self.templateLimit else { throw value.damaged }
            template.append(try FieldKind(from: &value))
        }
        self.init(
            id: id, name: VaultName(checked: name), isProtected: flags & Self.protectedFlag != 0,
            isRemovable: flags & Self.removableFlag != 0, template: template, icon: icon)
    }
}

extension VaultSettings {
    /// How many bytes `append` appends.
    fileprivate var encodedSize: Int { 13 + TaggedWriter.countedSize(language) }

    fileprivate func append(to writer: inout TaggedWriter) {
        writer.append(UInt32(autoLockSeconds))
        writer.append(lockWhenLeaving ? 1 : 0 as UInt8)
        writer.append(UInt32(clipboardSeconds))
        writer.append(UInt16(trashDays))
        writer.append(UInt16(historyLimit))
        writer.appendCounted(language)
    }

    fileprivate init(from value: inout TaggedValue) throws(VaultFault) {
        let autoLock = Int(try value.number(UInt32.self))
        let leaving = try value.number(UInt8.self)
        let clipboard = Int(try value.number(UInt32.self))
        let trash = Int(try value.number(UInt16.self))
        let history = Int(try value.number(UInt16.self))
        // Set from outside, so that each is brought within its bounds.
        var settings = VaultSettings(language: try value.countedText())
        settings.autoLockSeconds = autoLock
        settings.lockWhenLeaving = leaving != 0
        settings.clipboardSeconds = clipboard
        settings.trashDays = trash
        settings.historyLimit = history
        self = settings
    }
}
