import API
import HTTPTypes
import Hummingbird
import NIOCore

extension RouteHandlers {
    /// Answers a route with a file that is written while it is sent: a piece is asked for when the one before has gone, so
    /// that the memory for it does not depend on its length.
    ///
    /// A download counts as a stream of its address. One that fails on its way ends without its last chunk, so that
    /// nobody takes it for whole; a reader who takes nothing for long is cut off.
    package mutating func download<Pieces: AsyncSequence & Sendable>(
        _ route: Route,
        _ perform: @escaping @Sendable (RouteCall) async throws -> (headers: HTTPFields, pieces: Pieces)
    ) where Pieces.Element == [UInt8] {
        let streaming = streaming
        respond(route) { call in
            try streaming.requireRoom(for: call.address)
            let (headers, pieces) = try await perform(call)
            return streaming.response(headers, pieces, to: call)
        }
    }
}

extension Streaming {
    /// An answer that sends `pieces` one after another.
    func response<Pieces: AsyncSequence & Sendable>(
        _ headers: HTTPFields, _ pieces: Pieces, to call: RouteCall
    ) -> Response where Pieces.Element == [UInt8] {
        var headers = headers
        headers[.cacheControl] = "no-store"
        let channel = call.connection.channel
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                guard counter.enter(call.address) else { throw Refusal(.requestOverloaded) }
                defer { counter.leave(call.address) }
                for try await piece in pieces {
                    let patience = channel.eventLoop.scheduleTask(in: .seconds(limits.slowReaderSeconds)) {
                        channel.close(promise: nil)
                    }
                    defer { patience.cancel() }
                    try await writer.write(ByteBuffer(bytes: piece))
                }
                try await writer.finish(nil)
            })
    }
}
