import Storage

/// The column of deliveries in which a secret is sealed.
package enum DeliverySecrets {
    /// The key by which push services know this deployment.
    static let pushKey = SealedColumn(table: "push_keys", column: "sealed", key: ["name"])

    /// All of them.
    package static let all = [pushKey]
}
