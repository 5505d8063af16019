import API
import HTTPKit
import HTTPTypes

extension RouteHandlers {
    /// The page's routes; what may ask them is the porter's to say.
    package mutating func addDeskRoutes(_ page: VaultPage, _ porter: RequestGuard) {
        onFields(Routes.vaultPageEnter) { _, body in try porter.enter(with: body.token) }
        addDoorRoutes(page)
        addRecordRoutes(page)
        addSecretRoutes(page)
        addSettingsRoutes(page)
    }

    private mutating func addDoorRoutes(_ page: VaultPage) {
        on(Routes.vaultPageState) { _ in await page.state() }
        on(Routes.vaultPageStay) { _ in await page.stay() }
        on(Routes.vaultPageCiphers) { _ in page.ciphers() }
        on(Routes.vaultPagePlace) { _, body in try await page.place(body) }
        on(Routes.vaultPageCreate) { _, body in try await page.create(body) }
        on(Routes.vaultPageUnlock) { _, body in try await page.unlock(body) }
        on(Routes.vaultPageConfirm) { _, body in try await page.confirm(body) }
        on(Routes.vaultPageLock) { _ in
            await page.lock()
            return await page.state()
        }
    }

    private mutating func addRecordRoutes(_ page: VaultPage) {
        on(Routes.vaultPageCategories) { _ in try await page.categories() }
        on(Routes.vaultPageAddCategory) { _, body in try await page.addCategory(body) }
        on(Routes.vaultPageSetCategory) { call, body in try await page.setCategory(call.record, body) }
        on(Routes.vaultPageRemoveCategory) { call in try await page.removeCategory(call.record) }
        on(Routes.vaultPageItems) { _, body in try await page.items(body) }
        on(Routes.vaultPageItem) { call in try await page.item(call.record) }
        on(Routes.vaultPageDraft) { call in try await page.draft(call.record) }
        on(Routes.vaultPageAddItem) { _, body in try await page.add(body) }
        on(Routes.vaultPageSetItem) { call, body in try await page.set(call.record, body) }
        on(Routes.vaultPageSetFavourite) { call, body in try await page.setFavourite(call.record, body.on) }
        on(Routes.vaultPageTrashItem) { call in try await page.moveToTrash(call.record) }
        on(Routes.vaultPageRestoreItem) { call in try await page.restore(call.record) }
        on(Routes.vaultPageEraseItem) { call in try await page.erase(call.record) }
        on(Routes.vaultPageEmptyTrash) { _ in try await page.emptyTrash() }
    }

    private mutating func addSecretRoutes(_ page: VaultPage) {
        on(Routes.vaultPageReveal) { call, body in try await page.reveal(call.record, body) }
        on(Routes.vaultPageRestoreValue) { call, body in try await page.restoreValue(call.record, body) }
        on(Routes.vaultPageCodes) { call in try await page.codes(call.record) }
        on(Routes.vaultPageNextCode) { call, body in try await page.nextCode(call.record, body) }
        on(Routes.vaultPageAttach) { call, body in try await page.attach(call.record, body) }
        on(Routes.vaultPageAttachment) { call in try await page.attachment(call.record, call.attachment) }
        on(Routes.vaultPageDetach) { call in try await page.detach(call.record, call.attachment) }
        on(Routes.vaultPageGenerate) { _, body in try await page.generate(body) }
        on(Routes.vaultPageEstimate) { _, body in page.estimate(body) }
        on(Routes.vaultPageFindings) { _ in try await page.findings() }
    }

    private mutating func addSettingsRoutes(_ page: VaultPage) {
        on(Routes.vaultPageConfiguration) { _ in try await page.configuration() }
        on(Routes.vaultPageSetPreferences) { _, body in try await page.setPreferences(body) }
        on(Routes.vaultPageSetCipher) { _, body in try await page.setCipher(body) }
        on(Routes.vaultPageAddSlot) { _, body in try await page.addSlot(body) }
        on(Routes.vaultPageRemoveSlot) { call in try await page.removeSlot(call.record) }
        on(Routes.vaultPageSetPassword) { _, body in try await page.setPassword(body) }
        on(Routes.vaultPageRenewRecovery) { _ in try await page.renewRecovery() }
    }
}

extension RouteCall {
    /// What the path names.
    fileprivate var record: String {
        get throws { try value(RouteParameters.id, or: VaultPageProblem.answer(.vaultUnknownRecord)) }
    }
    /// The attachment that the path names.
    fileprivate var attachment: String {
        get throws { try value(RouteParameters.attachment, or: VaultPageProblem.answer(.vaultUnknownRecord)) }
    }
}
