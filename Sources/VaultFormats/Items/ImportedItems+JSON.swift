import Basics

extension ImportedItems {
    /// Reads the elements of a list as items, one after the other.
    ///
    /// `body` gets an element's object, its number, and whether fields that can't be taken are skipped. An element that is
    /// not an object is an item that can't be taken.
    mutating func read(
        _ elements: [JSONValue],
        as body: (_ item: JSONObject, _ number: Int, _ skips: Bool) throws(ImportFault) -> ItemBuilder
    ) throws(ImportFault) {
        let skips = skips
        for element in elements {
            try read { number throws(ImportFault) in
                guard let item = element.members else {
                    throw .item(.init(number: number, title: "", field: "items"), .expected(.object))
                }
                return try body(item, number, skips)
            }
        }
    }
}
