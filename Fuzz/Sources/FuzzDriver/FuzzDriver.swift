/// What libFuzzer calls with each input, its bytes and how many there are; it answers 0.
public typealias FuzzTarget = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

@_extern(c, "LLVMFuzzerRunDriver")
func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>, _ target: FuzzTarget
) -> CInt

/// Lets libFuzzer run `target` with the arguments of the process, and gives the process's exit code.
///
/// SwiftPM links an executable with `--defsym main=<module>_main`; each target therefore has a function of that name,
/// which does nothing but call this.
public func drive(
    _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ target: FuzzTarget
) -> CInt {
    var (count, arguments) = (count, arguments)
    return runDriver(&count, &arguments, target)
}
