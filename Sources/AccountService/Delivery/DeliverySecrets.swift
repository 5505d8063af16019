import Storage

/// The columns of deliveries in which something is sealed.
package enum DeliverySecrets {
    /// The key by which push services know this deployment.
    static let pushKey = SealedColumn(table: "push_keys", column: "sealed", key: ["name"])

    /// What waits to be handed over says.
    static let content = SealedColumn(table: "deliveries", column: "content", key: ["id"])

    /// All of them.
    package static let all = [pushKey, content]
}
