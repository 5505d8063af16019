import ServiceLifecycle

/// Locks the desk's vault when nobody has used it for a while, and when the process ends.
struct VaultDeskWatch: Service {
    let desk: VaultDesk

    /// Runs until the process shall end.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .seconds(1))) != nil { await desk.lockIfIdle() }
        }
        await desk.lock()
    }
}

/// Locks the desk's vault when the device leaves the place, for an owner who wants that.
struct VaultDeskPlaceWatch: Service {
    let desk: VaultDesk

    /// Runs until the process shall end.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .seconds(15))) != nil { await desk.lockIfElsewhere() }
        }
    }
}
