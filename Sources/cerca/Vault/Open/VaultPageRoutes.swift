import API
import HTTPTypes
import Server

extension RouteHandlers {
    /// The page's routes; what may ask them is the porter's to say.
    mutating func addDeskRoutes(_ page: VaultPage, _ porter: RequestGuard) {
        onFields(Routes.deskEnter) { _, body in try porter.enter(with: body.token) }
        addDoorRoutes(page)
        addRecordRoutes(page)
        addSecretRoutes(page)
        addSettingsRoutes(page)
    }

    private mutating func addDoorRoutes(_ page: VaultPage) {
        on(Routes.deskState) { _ in await page.state() }
        on(Routes.deskStay) { _ in await page.stay() }
        on(Routes.deskCiphers) { _ in page.ciphers() }
        on(Routes.deskPlace) { _, body in try await page.place(body) }
        on(Routes.deskCreate) { _, body in try await page.create(body) }
        on(Routes.deskUnlock) { _, body in try await page.unlock(body) }
        on(Routes.deskConfirm) { _, body in try await page.confirm(body) }
        on(Routes.deskLock) { _ in
            await page.lock()
            return await page.state()
        }
    }

    private mutating func addRecordRoutes(_ page: VaultPage) {
        on(Routes.deskCategories) { _ in try await page.categories() }
        on(Routes.deskAddCategory) { _, body in try await page.addCategory(body) }
        on(Routes.deskSetCategory) { call, body in try await page.setCategory(call.record, body) }
        on(Routes.deskRemoveCategory) { call in try await page.removeCategory(call.record) }
        on(Routes.deskItems) { _, body in try await page.items(body) }
        on(Routes.deskItem) { call in try await page.item(call.record) }
        on(Routes.deskDraft) { call in try await page.draft(call.record) }
        on(Routes.deskAddItem) { _, body in try await page.add(body) }
        on(Routes.deskSetItem) { call, body in try await page.set(call.record, body) }
        on(Routes.deskSetFavourite) { call, body in try await page.setFavourite(call.record, body.on) }
        on(Routes.deskTrashItem) { call in try await page.moveToTrash(call.record) }
        on(Routes.deskRestoreItem) { call in try await page.restore(call.record) }
        on(Routes.deskEraseItem) { call in try await page.erase(call.record) }
        on(Routes.deskEmptyTrash) { _ in try await page.emptyTrash() }
    }

    private mutating func addSecretRoutes(_ page: VaultPage) {
        on(Routes.deskReveal) { call, body in try await page.reveal(call.record, body) }
        on(Routes.deskRestoreValue) { call, body in try await page.restoreValue(call.record, body) }
        on(Routes.deskCodes) { call in try await page.codes(call.record) }
        on(Routes.deskAttach) { call, body in try await page.attach(call.record, body) }
        on(Routes.deskAttachment) { call in try await page.attachment(call.record, call.attachment) }
        on(Routes.deskDetach) { call in try await page.detach(call.record, call.attachment) }
        on(Routes.deskGenerate) { _, body in try await page.generate(body) }
        on(Routes.deskEstimate) { _, body in page.estimate(body) }
        on(Routes.deskFindings) { _ in try await page.findings() }
    }

    private mutating func addSettingsRoutes(_ page: VaultPage) {
        on(Routes.deskConfiguration) { _ in try await page.configuration() }
        on(Routes.deskSetPreferences) { _, body in try await page.setPreferences(body) }
        on(Routes.deskSetCipher) { _, body in try await page.setCipher(body) }
        on(Routes.deskAddSlot) { _, body in try await page.addSlot(body) }
        on(Routes.deskRemoveSlot) { call in try await page.removeSlot(call.record) }
        on(Routes.deskSetPassword) { _, body in try await page.setPassword(body) }
        on(Routes.deskRenewRecovery) { _ in try await page.renewRecovery() }
    }
}

extension RouteCall {
    /// What the path names; a route without it would not have been found.
    fileprivate var record: String { parameters["id"] ?? "" }
    /// The attachment that the path names.
    fileprivate var attachment: String { parameters["attachment"] ?? "" }
}
