import Basics
import Loyalty

extension VenueDraft {
    /// What a document says, with a fault for each thing that could not be read.
    init(_ tree: JSONTree) {
        var reader = VenueFileReader()
        self.init()
        let root = reader.object(
            tree, at: "$",
            keys: ["name", "uuid", "timeZone", "location", "plan", "shops", "beacons", "offers", "pointsForTime"])
        name = reader.text(root?["name"])
        uuid = reader.text(root?["uuid"])
        timeZone = reader.text(root?["timeZone"])
        location = root?["location"].map { Location(&reader, $0) }
        plan = root?["plan"].map { Plan(&reader, $0) }
        shops = reader.list(root?["shops"]) { Shop(&$0, $1) }
        beacons = reader.list(root?["beacons"]) { Beacon(&$0, $1) }
        offers = reader.list(root?["offers"]?.unlessNull) { Offer(&$0, $1) }
        pointsForTime = reader.whole(root?["pointsForTime"]?.unlessNull)
        readingFaults = reader.faults
    }
}

extension VenueDraft.Location {
    fileprivate init(_ reader: inout VenueFileReader, _ node: VenueFileReader.Node) {
        self.init()
        let object = reader.object(node.tree, at: node.path, keys: ["latitude", "longitude"])
        latitude = reader.number(object?["latitude"])
        longitude = reader.number(object?["longitude"])
    }
}

extension VenueDraft.Plan {
    fileprivate init(_ reader: inout VenueFileReader, _ node: VenueFileReader.Node) {
        self.init()
        let object = reader.object(
            node.tree, at: node.path, keys: ["width", "height", "walls", "doors", "image", "imageArea"])
        width = reader.number(object?["width"])
        height = reader.number(object?["height"])
        walls = reader.list(object?["walls"]?.unlessNull) { $0.numbers($1) }
        doors = reader.list(object?["doors"]?.unlessNull) { $0.numbers($1) }
        image = reader.text(object?["image"]?.unlessNull)
        imageArea = (object?["imageArea"]?.unlessNull).flatMap { reader.numbers($0) }
    }
}

extension VenueDraft.Shop {
    fileprivate init(_ reader: inout VenueFileReader, _ node: VenueFileReader.Node) {
        self.init()
        let object = reader.object(node.tree, at: node.path, keys: ["major", "name", "category", "area"])
        major = reader.whole(object?["major"])
        name = reader.text(object?["name"])
        category = reader.text(object?["category"])
        area = reader.list(object?["area"]) { $0.numbers($1) }
    }
}

extension VenueDraft.Beacon {
    fileprivate init(_ reader: inout VenueFileReader, _ node: VenueFileReader.Node) {
        self.init()
        let object = reader.object(
            node.tree, at: node.path,
            keys: ["major", "minor", "x", "y", "zone", "measuredPower", "period", "accountsPerWindow", "neighbours"])
        major = reader.whole(object?["major"])
        minor = reader.whole(object?["minor"])
        x = reader.number(object?["x"])
        y = reader.number(object?["y"])
        zone = reader.text(object?["zone"])
        measuredPower = reader.whole(object?["measuredPower"])
        period = reader.whole(object?["period"]?.unlessNull)
        accountsPerWindow = reader.whole(object?["accountsPerWindow"]?.unlessNull)
        neighbours = reader.list(object?["neighbours"]?.unlessNull) { $0.wholes($1) }
    }
}

extension VenueDraft.Offer {
    fileprivate init(_ reader: inout VenueFileReader, _ node: VenueFileReader.Node) {
        self.init()
        let object = reader.object(
            node.tree, at: node.path,
            keys: ["id", "major", "text", "validFrom", "validUntil", "hours", "points", "limit"])
        id = reader.text(object?["id"]?.unlessNull)
        major = reader.whole(object?["major"])
        text = reader.dictionary(object?["text"]) { $0.text($1) }
        validFrom = reader.text(object?["validFrom"])
        validUntil = reader.text(object?["validUntil"])
        hours = reader.dictionary(object?["hours"]?.unlessNull) { reader, node in
            reader.list(node) { $0.text($1) }
        }
        points = reader.whole(object?["points"]?.unlessNull)
        limit = reader.whole(object?["limit"]?.unlessNull)
    }
}
