import HTTPKit
import ServiceLifecycle

/// Locks the page's vault when nobody has used it for a while, and when the process ends.
package struct VaultPageWatch: NamedService {
    let page: VaultPage

    package init(page: VaultPage) {
        self.page = page
    }

    /// Runs until the process shall end.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .seconds(1))) != nil { await page.lockIfIdle() }
        }
        await page.lock()
    }
}

/// Locks the page's vault when the device leaves the place, for an owner who wants that.
package struct VaultPagePlaceWatch: NamedService {
    let page: VaultPage

    package init(page: VaultPage) {
        self.page = page
    }

    /// Runs until the process shall end.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .seconds(15))) != nil { await page.lockIfElsewhere() }
        }
    }
}
