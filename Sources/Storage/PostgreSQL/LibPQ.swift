import CLibPQ

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The functions of libpq, from a library that is loaded when the first connection is made.
///
/// Were it linked, every command of the program would load it, and some twenty libraries behind it, only to start; and
/// nobody who is content with SQLite could do without it.
struct LibPQ: Sendable {
    typealias Connection = OpaquePointer
    typealias Result = OpaquePointer
    typealias Texts = UnsafePointer<UnsafePointer<CChar>?>
    typealias NoticeProcessor = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void

    let connect: @convention(c) (Texts, Texts, CInt) -> Connection?
    let finish: @convention(c) (Connection) -> Void
    let status: @convention(c) (Connection) -> ConnStatusType
    let transactionStatus: @convention(c) (Connection) -> PGTransactionStatusType
    let setNoticeProcessor: @convention(c) (Connection, NoticeProcessor?, UnsafeMutableRawPointer?) -> UnsafeRawPointer?
    let execute: @convention(c) (Connection, UnsafePointer<CChar>) -> Result?
    let prepare:
        @convention(c) (Connection, UnsafePointer<CChar>, UnsafePointer<CChar>, CInt, UnsafePointer<Oid>?) -> Result?
    let executePrepared:
        @convention(c) (
            Connection, UnsafePointer<CChar>, CInt, Texts?, UnsafePointer<CInt>?, UnsafePointer<CInt>?, CInt
        ) -> Result?
    let resultStatus: @convention(c) (Result) -> ExecStatusType
    let resultErrorField: @convention(c) (Result, CInt) -> UnsafePointer<CChar>?
    let commandStatus: @convention(c) (Result) -> UnsafePointer<CChar>?
    let commandTuples: @convention(c) (Result) -> UnsafePointer<CChar>?
    let fieldCount: @convention(c) (Result) -> CInt
    let rowCount: @convention(c) (Result) -> CInt
    let fieldName: @convention(c) (Result, CInt) -> UnsafePointer<CChar>?
    let fieldType: @convention(c) (Result, CInt) -> Oid
    let isNull: @convention(c) (Result, CInt, CInt) -> CInt
    let length: @convention(c) (Result, CInt, CInt) -> CInt
    let value: @convention(c) (Result, CInt, CInt) -> UnsafePointer<CChar>?
    let clear: @convention(c) (Result) -> Void

    /// The library, loaded at most once; nil when this machine does not have it, or has one without these functions.
    static let shared = LibPQ()

    private init?() {
        #if canImport(Darwin)
            let name = "libpq.5.dylib"
        #else
            let name = "libpq.so.5"
        #endif
        guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
        /// A function by its name; its type is the one that libpq-fe.h declares.
        func function<Function>(_ name: String) throws(Missing) -> Function {
            guard let symbol = dlsym(library, name) else { throw Missing() }
            return unsafeBitCast(symbol, to: Function.self)
        }
        do {
            connect = try function("PQconnectdbParams")
            finish = try function("PQfinish")
            status = try function("PQstatus")
            transactionStatus = try function("PQtransactionStatus")
            setNoticeProcessor = try function("PQsetNoticeProcessor")
            execute = try function("PQexec")
            prepare = try function("PQprepare")
            executePrepared = try function("PQexecPrepared")
            resultStatus = try function("PQresultStatus")
            resultErrorField = try function("PQresultErrorField")
            commandStatus = try function("PQcmdStatus")
            commandTuples = try function("PQcmdTuples")
            fieldCount = try function("PQnfields")
            rowCount = try function("PQntuples")
            fieldName = try function("PQfname")
            fieldType = try function("PQftype")
            isNull = try function("PQgetisnull")
            length = try function("PQgetlength")
            value = try function("PQgetvalue")
            clear = try function("PQclear")
        } catch {
            return nil
        }
    }

    private struct Missing: Error {}
}
