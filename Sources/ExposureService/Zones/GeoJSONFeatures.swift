/// Where the features of a large file are, so that each is read alone: the tree of a whole country takes gigabytes.
struct GeoJSONFeatures {
    /// The file with a zero in the place of each feature.
    let skeleton: [UInt8]
    /// The bytes of each feature.
    let ranges: [Range<Int>]

    /// The features in the list `features` of the outermost object; nil when there is no such list that ends.
    init?(_ bytes: [UInt8]) {
        var scan = Scan()
        bytes.withUnsafeBufferPointer { scan.run($0) }
        guard scan.isWhole else { return nil }
        var skeleton: [UInt8] = []
        var end = 0
        for range in scan.features {
            skeleton += bytes[end..<range.lowerBound]
            skeleton.append(UInt8(ascii: "0"))
            end = range.upperBound
        }
        self.skeleton = skeleton + bytes[end...]
        ranges = scan.features
    }

    /// Follows brackets and strings, and nothing else of JSON.
    private struct Scan {
        var features: [Range<Int>] = []
        var isWhole: Bool { hasList && depth == 0 }
        private var depth = 0
        private var hasList = false
        private var isInList = false
        private var isListNext = false
        private var start: Int?

        mutating func run(_ bytes: UnsafeBufferPointer<UInt8>) {
            var position = 0
            var text = 0..<0
            while position < bytes.count {
                switch bytes[position] {
                case UInt8(ascii: "\""):
                    let first = position + 1
                    position = first
                    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
                        position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
                    }
                    text = first..<max(first, min(position, bytes.count))
                case UInt8(ascii: ":") where depth == 1:
                    isListNext = bytes[text].elementsEqual("features".utf8)
                case UInt8(ascii: ",") where depth == 1: isListNext = false
                case UInt8(ascii: "{"), UInt8(ascii: "["): open(bytes[position], at: position)
                case UInt8(ascii: "}"), UInt8(ascii: "]"): close(at: position)
                default: break
                }
                position += 1
            }
        }

        private mutating func open(_ bracket: UInt8, at position: Int) {
            depth += 1
            if depth == 2, isListNext, !hasList, bracket == UInt8(ascii: "[") {
                isInList = true
            } else if depth == 3, isInList {
                start = position
            }
        }

        private mutating func close(at position: Int) {
            if depth == 3, isInList, let start { features.append(start..<position + 1) }
            if depth == 2, isInList { (isInList, hasList) = (false, true) }
            depth -= 1
        }
    }
}
