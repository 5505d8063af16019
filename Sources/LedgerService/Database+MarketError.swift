import HTTPKit
import Storage

extension Database {
    /// A write whose failures are values of ours, those of the market among them.
    package func writingMarket<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws(ServiceError) -> Value {
        do {
            return try await write(body)
        } catch let error as MarketError {
            throw .market(error)
        } catch {
            throw .from(error)
        }
    }
}
