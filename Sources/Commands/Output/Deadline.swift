/// Runs `body` for at most `seconds`, then cancels it and returns; without a limit, until it ends by itself.
package func within(_ seconds: Double?, _ body: @escaping @Sendable () async throws -> Void) async throws {
    guard let seconds else { return try await body() }
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await body() }
        group.addTask { try await Task.sleep(for: .seconds(seconds)) }
        defer { group.cancelAll() }
        try await group.next()
    }
}
