import Basics
import Exposure
import Foundation

/// Why a body is not an upload.
public enum UploadFault: Error, Equatable, Sendable {
    /// No JSON, or not of this form.
    case malformed
    /// A key is not base64 of 32 bytes.
    case key
    /// A date is not midnight in UTC.
    case notMidnight
    /// A list without keys, or with more than `ExposedListUpload.mostKeys`.
    case count

    /// The body of an answer 400, as DP-3T's server words it.
    public var reason: String {
        switch self {
        case .malformed: "Malformed request"
        case .key: "No valid base64 key"
        case .notMidnight: "Invalid key date"
        case .count: "Invalid number of keys"
        }
    }
}

/// The body of `POST /v1/exposed`: one day key of a person who has tested positive, or a fake that looks like one.
public struct ExposedUpload: Equatable, Sendable {
    /// The key and its day.
    public let key: PublishedKey
    /// What authorises it: the one-time code.
    public let authorization: String
    /// Whether it exists only so that a real one is not told apart by its being sent.
    public let isFake: Bool

    /// An upload of one key.
    public init(key: PublishedKey, authorization: String, isFake: Bool = false) {
        self.key = key
        self.authorization = authorization
        self.isFake = isFake
    }

    /// Reads `{"key": base64, "keyDate": ms, "authData": {"value": code}, "fake": 0}`.
    ///
    /// `isFake` says the same as `fake`; an upload is fake when either says so. A number that is not 0 and `true` do.
    public init(json bytes: [UInt8]) throws(UploadFault) {
        let body = try UploadBody(json: bytes)
        self.init(
            key: try body.entry.publishedKey(), authorization: body.authorization, isFake: body.isFake)
    }

    /// The body as JSON.
    public func json() -> [UInt8] {
        UploadBody.json(UploadBody.text(of: key), authorization, isFake: isFake)
    }
}

/// The body of `POST /v1/exposedlist`: several keys, each with its own day, under one authorisation.
public struct ExposedListUpload: Equatable, Sendable {
    /// The most keys of one list.
    public static let mostKeys = 30

    /// The keys and their days, 1 to 30, each key once.
    public let keys: [PublishedKey]
    /// What authorises them: the one-time code.
    public let authorization: String
    /// Whether it exists only so that a real one is not told apart by its being sent.
    public let isFake: Bool

    /// An upload of several keys.
    public init(keys: [PublishedKey], authorization: String, isFake: Bool = false) {
        self.keys = keys
        self.authorization = authorization
        self.isFake = isFake
    }

    /// Reads `{"exposedKeys": [{"key": base64, "keyDate": ms}], "authData": {"value": code}, "fake": 0}`.
    ///
    /// A key that occurs again is left out, whatever its second date.
    public init(json bytes: [UInt8]) throws(UploadFault) {
        let body = try UploadBody(json: bytes)
        guard let entries = body.exposedKeys else { throw .malformed }
        guard (1...Self.mostKeys).contains(entries.count) else { throw .count }
        var keys: [PublishedKey] = []
        for entry in entries {
            let published = try entry.publishedKey()
            if !keys.contains(where: { $0.key == published.key }) { keys.append(published) }
        }
        self.init(keys: keys, authorization: body.authorization, isFake: body.isFake)
    }

    /// The body as JSON.
    public func json() -> [UInt8] {
        let entries = keys.map { "{\(UploadBody.text(of: $0))}" }.joined(separator: ",")
        return UploadBody.json("\"exposedKeys\":[\(entries)]", authorization, isFake: isFake)
    }
}

/// What the two bodies have in common.
private struct UploadBody: Decodable {
    let entry: Entry
    let exposedKeys: [Entry]?
    let authorization: String
    let isFake: Bool

    struct Entry: Decodable {
        let key: String?
        let keyDate: Int64?

        func publishedKey() throws(UploadFault) -> PublishedKey {
            guard let key, let keyDate else { throw .malformed }
            guard let bytes = KeyText.bytes(of: key), let dayKey = DayKey(bytes: bytes) else { throw .key }
            guard let day = UTCDay(midnight: Timestamp(milliseconds: keyDate)) else { throw .notMidnight }
            return PublishedKey(key: dayKey, day: day)
        }
    }

    private struct AuthData: Decodable {
        let value: String?
    }

    private enum Name: String, CodingKey {
        case exposedKeys, authData, fake, isFake
    }

    init(from decoder: any Decoder) throws {
        entry = try Entry(from: decoder)
        let body = try decoder.container(keyedBy: Name.self)
        exposedKeys = try body.decodeIfPresent([Entry].self, forKey: .exposedKeys)
        authorization = try body.decodeIfPresent(AuthData.self, forKey: .authData)?.value ?? ""
        isFake = try Self.flag(.fake, in: body) || Self.flag(.isFake, in: body)
    }

    init(json bytes: [UInt8]) throws(UploadFault) {
        do {
            self = try JSONDecoder().decode(UploadBody.self, from: Data(bytes))
        } catch {
            throw .malformed
        }
    }

    private static func flag(_ name: Name, in body: KeyedDecodingContainer<Name>) throws -> Bool {
        if let number = try? body.decodeIfPresent(Int64.self, forKey: name) { return number != 0 }
        return try body.decodeIfPresent(Bool.self, forKey: name) ?? false
    }

    static func text(of published: PublishedKey) -> String {
        "\"key\":\"\(KeyText.text(of: published.key))\",\"keyDate\":\(published.day.begin.milliseconds)"
    }

    static func json(_ content: String, _ authorization: String, isFake: Bool) -> [UInt8] {
        // Nothing that a code or a signature consists of needs an escape; whatever does is no code and is left out.
        let isPlain = authorization.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
        return Array(
            "{\(content),\"authData\":{\"value\":\"\(isPlain ? authorization : "")\"},\"fake\":\(isFake ? 1 : 0)}".utf8)
    }
}
