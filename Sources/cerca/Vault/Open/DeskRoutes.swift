import API
import HTTPTypes
import Server

extension RouteHandlers {
    /// The desk's routes; what may ask them is the porter's to say.
    mutating func addDeskRoutes(_ desk: VaultDesk, _ porter: DeskPorter) {
        onFields(Routes.deskEnter) { _, body in try porter.enter(with: body.token) }
        addDoorRoutes(desk)
        addRecordRoutes(desk)
        addSecretRoutes(desk)
        addSettingsRoutes(desk)
    }

    private mutating func addDoorRoutes(_ desk: VaultDesk) {
        on(Routes.deskState) { _ in await desk.state() }
        on(Routes.deskStay) { _ in await desk.stay() }
        on(Routes.deskCiphers) { _ in desk.ciphers() }
        on(Routes.deskPlace) { _, body in try await desk.place(body) }
        on(Routes.deskCreate) { _, body in try await desk.create(body) }
        on(Routes.deskUnlock) { _, body in try await desk.unlock(body) }
        on(Routes.deskConfirm) { _, body in try await desk.confirm(body) }
        on(Routes.deskLock) { _ in
            await desk.lock()
            return await desk.state()
        }
    }

    private mutating func addRecordRoutes(_ desk: VaultDesk) {
        on(Routes.deskCategories) { _ in try await desk.categories() }
        on(Routes.deskAddCategory) { _, body in try await desk.addCategory(body) }
        on(Routes.deskSetCategory) { call, body in try await desk.setCategory(call.record, body) }
        on(Routes.deskRemoveCategory) { call in try await desk.removeCategory(call.record) }
        on(Routes.deskItems) { _, body in try await desk.items(body) }
        on(Routes.deskItem) { call in try await desk.item(call.record) }
        on(Routes.deskDraft) { call in try await desk.draft(call.record) }
        on(Routes.deskAddItem) { _, body in try await desk.add(body) }
        on(Routes.deskSetItem) { call, body in try await desk.set(call.record, body) }
        on(Routes.deskSetFavourite) { call, body in try await desk.setFavourite(call.record, body.on) }
        on(Routes.deskTrashItem) { call in try await desk.moveToTrash(call.record) }
        on(Routes.deskRestoreItem) { call in try await desk.restore(call.record) }
        on(Routes.deskEraseItem) { call in try await desk.erase(call.record) }
        on(Routes.deskEmptyTrash) { _ in try await desk.emptyTrash() }
    }

    private mutating func addSecretRoutes(_ desk: VaultDesk) {
        on(Routes.deskReveal) { call, body in try await desk.reveal(call.record, body) }
        on(Routes.deskRestoreValue) { call, body in try await desk.restoreValue(call.record, body) }
        on(Routes.deskCodes) { call in try await desk.codes(call.record) }
        on(Routes.deskAttach) { call, body in try await desk.attach(call.record, body) }
        on(Routes.deskAttachment) { call in try await desk.attachment(call.record, call.attachment) }
        on(Routes.deskDetach) { call in try await desk.detach(call.record, call.attachment) }
        on(Routes.deskGenerate) { _, body in try await desk.generate(body) }
        on(Routes.deskEstimate) { _, body in desk.estimate(body) }
        on(Routes.deskFindings) { _ in try await desk.findings() }
    }

    private mutating func addSettingsRoutes(_ desk: VaultDesk) {
        on(Routes.deskConfiguration) { _ in try await desk.configuration() }
        on(Routes.deskSetPreferences) { _, body in try await desk.setPreferences(body) }
        on(Routes.deskSetCipher) { _, body in try await desk.setCipher(body) }
        on(Routes.deskAddSlot) { _, body in try await desk.addSlot(body) }
        on(Routes.deskRemoveSlot) { call in try await desk.removeSlot(call.record) }
        on(Routes.deskSetPassword) { _, body in try await desk.setPassword(body) }
        on(Routes.deskRenewRecovery) { _ in try await desk.renewRecovery() }
    }
}

extension RouteCall {
    /// What the path names; a route without it would not have been found.
    fileprivate var record: String { parameters["id"] ?? "" }
    /// The attachment that the path names.
    fileprivate var attachment: String { parameters["attachment"] ?? "" }
}
