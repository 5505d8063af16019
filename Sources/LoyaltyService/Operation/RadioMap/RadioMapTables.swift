import ServiceKit
import Storage

/// The tables of radio maps.
package enum RadioMapTables {
    /// What is kept here about accounts: a map outlives whoever put it in force, without their name.
    package static let kept = [
        PersonalDataTable(
            "radio_maps", of: .account("account_id"), showing: ["at": .instant, "venue": .bytes, "number": .plain],
            end: .changed("account_id = NULL"))
    ]
}
