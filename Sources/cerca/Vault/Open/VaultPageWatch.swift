import ServiceLifecycle

/// Locks the page's vault when nobody has used it for a while, and when the process ends.
struct VaultPageWatch: Service {
    let page: VaultPage

    /// Runs until the process shall end.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .seconds(1))) != nil { await page.lockIfIdle() }
        }
        await page.lock()
    }
}

/// Locks the page's vault when the device leaves the place, for an owner who wants that.
struct VaultPagePlaceWatch: Service {
    let page: VaultPage

    /// Runs until the process shall end.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .seconds(15))) != nil { await page.lockIfElsewhere() }
        }
    }
}
