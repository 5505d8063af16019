import API
import Basics
import Exposure
import ExposureWire
import HTTPKit
import HTTPTypes
import Hummingbird
import NIOCore

extension RouteHandlers {
    /// What phones ask for: DP-3T's native paths, and our own route that says how to check the answers.
    ///
    /// What nobody else answers under `/v1` and `/v2` is refused as these paths refuse.
    package mutating func addExposureRoutes(_ exposure: ExposureService) {
        answer(
            NativeProtocol(owns: { path in
                let bytes = path.utf8
                guard bytes.starts(with: "/v1".utf8) || bytes.starts(with: "/v2".utf8) else { return false }
                return bytes.count == 3 || bytes[bytes.index(bytes.startIndex, offsetBy: 3)] == UInt8(ascii: "/")
            }))
        let paths = NativeExposurePaths(exposure: exposure)
        native(.get, "/v1", "exposureHello") { _ in try paths.hello() }
        native(.post, "/v1/exposed", "exposureUpload") { call in
            try await paths.upload(call) { bytes throws(UploadFault) in
                let upload = try ExposedUpload(json: bytes)
                return ([upload.key], upload.authorization, upload.isFake)
            }
        }
        native(.post, "/v1/exposedlist", "exposureUploadList") { call in
            try await paths.upload(call) { bytes throws(UploadFault) in
                let upload = try ExposedListUpload(json: bytes)
                return (upload.keys, upload.authorization, upload.isFake)
            }
        }
        native(.get, "/v1/exposed/{release}", "exposureBatch") { try await paths.batch($0, as: .protobuf) }
        native(.get, "/v1/exposedjson/{release}", "exposureBatchJSON") { try await paths.batch($0, as: .json) }
        native(.get, "/v1/buckets/{day}", "exposureBuckets") { try paths.buckets($0) }
        on(Routes.exposureParameters) { _ in
            ExposureParametersBody(
                publicKey: exposure.publicKeyPEM, batchSeconds: Int(BatchTime.milliseconds / 1000),
                retentionDays: exposure.policy.retentionDays,
                codesHaveCheckDigit: await exposure.codesHaveCheckDigit())
        }
    }
}

/// DP-3T's paths with the statuses, bodies and header fields of its own server.
private struct NativeExposurePaths: Sendable {
    let exposure: ExposureService

    func hello() throws -> Response {
        let text = "Hello from DP3T WS"
        return try signed(
            Array(text.utf8), mediaType: "text/plain;charset=UTF-8", more: [.xHello: "dp3t"])
    }

    func batch(_ call: RouteCall, as form: BatchForm) async throws -> Response {
        guard let milliseconds = call.parameters["release"].flatMap({ Int64($0) }) else {
            return Response(status: .badRequest)
        }
        let served: ServedBatch
        do throws(BatchRefusal) {
            served = try await exposure.served(Timestamp(milliseconds: milliseconds), as: form)
        } catch {
            switch error {
            case .misaligned: return Response(status: .badRequest)
            case .outOfRange: return Response(status: .notFound)
            case .service(let failure): throw failure
            }
        }
        if let tags = call.request.headers[.ifNoneMatch],
            tags == served.entityTag || WebApp.matches(tags, served.entityTag)
        {
            var response = Response(status: .notModified, headers: served.unchangedFields)
            // RFC 9110 section 15.4.5: a length here would be that of the batch, not 0.
            response.headers[.contentLength] = nil
            return response
        }
        return Response(status: .ok, headers: served.fields, body: ResponseBody(byteBuffer: served.body))
    }

    func buckets(_ call: RouteCall) throws -> Response {
        guard let day = call.parameters["day"].flatMap({ Self.day($0) }) else {
            return Response(status: .badRequest)
        }
        let buckets = exposure.buckets(on: day).map { String($0.milliseconds) }.joined(separator: ",")
        return try signed(Array("{\"buckets\":[\(buckets)]}".utf8), mediaType: "application/json")
    }

    /// Takes an upload; whatever becomes of it, the answer takes the same time.
    func upload(
        _ call: RouteCall,
        _ read: ([UInt8]) throws(UploadFault) -> (keys: [PublishedKey], code: String, isFake: Bool)
    ) async throws -> Response {
        let end = ContinuousClock.now.advanced(by: .milliseconds(exposure.policy.responseMilliseconds))
        let result: Result<Response, any Error>
        do {
            result = .success(try await answer(call, read))
        } catch {
            result = .failure(error)
        }
        // When the server stops, whoever waits here is answered at once.
        try? await Task.sleep(until: end, clock: .continuous)
        return try result.get()
    }

    private func answer(
        _ call: RouteCall,
        _ read: ([UInt8]) throws(UploadFault) -> (keys: [PublishedKey], code: String, isFake: Bool)
    ) async throws -> Response {
        let body = try await call.jsonBytes()
        let retry = call.request.headers[.idempotencyKey]
        guard call.request.headers[.userAgent] != nil, (retry?.utf8.count ?? 0) <= 200 else {
            return Response(status: .badRequest)
        }
        do {
            let upload = try read(body)
            let address = call.address
            if upload.isFake {
                try await exposure.pretendUpload(upload.keys, from: address)
            } else {
                try await exposure.upload(upload.keys, code: upload.code, retry: retry, from: address)
            }
            return try signed([])
        } catch let fault as UploadFault {
            return fault == .key
                ? .text("No valid base64 key", mediaType: "text/plain;charset=UTF-8", status: .badRequest)
                : Response(status: .badRequest)
        } catch let refusal as UploadRefusal {
            switch refusal {
            case .keys: return Response(status: .badRequest)
            case .code: return Response(status: .forbidden)
            case .later(let seconds):
                return Response(status: .tooManyRequests, headers: [.retryAfter: String(seconds)])
            case .service(let failure): throw failure
            }
        }
    }

    /// An answer 200 with its signature.
    private func signed(_ body: [UInt8], mediaType: String? = nil, more: HTTPFields = [:]) throws -> Response {
        var fields = more
        fields[.contentType] = mediaType
        fields[.signature] = try exposure.signature(of: body)
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// The day that `yyyy-MM-dd` names, or nil.
    private static func day(_ text: String) -> UTCDay? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        return UTCDay(date)
    }
}
