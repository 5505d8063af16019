/// What `body` gives, or nil when it fails or takes longer than `patience`.
///
/// It must end when its task is cancelled: it is waited for.
package func withPatience<Value: Sendable>(
    _ patience: Duration, _ body: @escaping @Sendable () async throws -> Value
) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
        group.addTask { try? await body() }
        group.addTask {
            try? await Task.sleep(for: patience)
            return nil
        }
        defer { group.cancelAll() }
        return await group.next() ?? nil
    }
}
