import Foundation

/// The names of time zones: those of the IANA database that this machine has, both zones and links.
///
/// Every place that takes a time zone asks here, so that one name is good everywhere or nowhere. Foundation alone also takes
/// abbreviations and offsets (`PST`, `GMT+2`), and its own list lacks names in use (`Asia/Kolkata`).
package enum TimeZoneName {
    /// The most bytes of a name; the longest in the database has 30.
    package static let longest = 64

    /// Whether `name` is a zone or a link of the database, in its spelling, that this machine can calculate with.
    package static func isTimeZone(_ name: String) -> Bool {
        name.utf8.count <= longest && names.contains(name) && TimeZone(identifier: name) != nil
    }

    /// The names in `tzdata.zi`, the database in one file as Debian and others install it.
    ///
    /// Lines `Z NAME …` begin a zone and lines `L TARGET NAME` a link. `Factory` is the database's mark for a machine on which
    /// no zone was chosen; it is not a place's zone.
    static func names(inDatabase text: String) -> Set<String> {
        var names: Set<String> = []
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ")
            if fields.count > 1, fields[0] == "Z" { names.insert(String(fields[1])) }
            if fields.count == 3, fields[0] == "L" { names.insert(String(fields[2])) }
        }
        names.remove("Factory")
        return names
    }

    /// The names that this machine has; where the database in one file is missing, those that Foundation lists.
    private static let names: Set<String> = {
        if let text = try? String(contentsOfFile: "/usr/share/zoneinfo/tzdata.zi", encoding: .utf8) {
            let names = names(inDatabase: text)
            if !names.isEmpty { return names }
        }
        return Set(TimeZone.knownTimeZoneIdentifiers).union(["UTC", "Etc/UTC"])
    }()
}
