// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Lists the categories with their exact numbers of items.
    package static let vaultPageCategories = Endpoint<NoBody, VaultPageCategoriesBody>(
        "vaultPageCategories", .get, "/api/vault/page/categories",
        "Lists the categories with their exact numbers of items.")
    /// Makes a category.
    package static let vaultPageAddCategory = Endpoint<VaultPageCategoryDraftBody, VaultPageCategoriesBody>(
        "vaultPageAddCategory", .post, "/api/vault/page/categories", "Makes a category.", status: 201)
    /// Changes a category.
    package static let vaultPageSetCategory = Endpoint<VaultPageCategoryDraftBody, VaultPageCategoriesBody>(
        "vaultPageSetCategory", .put, "/api/vault/page/categories/{id}", "Changes a category.")
    /// Removes a category; its items go into the trash, from where they and it come back.
    package static let vaultPageRemoveCategory = Endpoint<NoBody, VaultPageCategoriesBody>(
        "vaultPageRemoveCategory", .delete, "/api/vault/page/categories/{id}",
        "Removes a category; its items go into the trash, from where they and it come back.")
    /// Lists items, or searches their fields; concealed ones only when that is asked for.
    package static let vaultPageItems = Endpoint<VaultPageQueryBody, VaultPageSummariesBody>(
        "vaultPageItems", .post, "/api/vault/page/search",
        "Lists items, or searches their fields; concealed ones only when that is asked for.")
    /// Shows an item without its concealed values.
    package static let vaultPageItem = Endpoint<NoBody, VaultPageItemBody>(
        "vaultPageItem", .get, "/api/vault/page/items/{id}", "Shows an item without its concealed values.")
    /// Changes an item; its old values go into its history.
    package static let vaultPageSetItem = Endpoint<VaultPageItemDraftBody, VaultPageItemBody>(
        "vaultPageSetItem", .put, "/api/vault/page/items/{id}", "Changes an item; its old values go into its history.")
    /// Puts an item into the trash; `vaultPageRestoreItem` undoes it.
    package static let vaultPageTrashItem = Endpoint<NoBody, NoBody>(
        "vaultPageTrashItem", .delete, "/api/vault/page/items/{id}",
        "Puts an item into the trash; `vaultPageRestoreItem` undoes it.")
    /// Gives an item with all its values, to be changed.
    package static let vaultPageDraft = Endpoint<NoBody, VaultPageItemDraftBody>(
        "vaultPageDraft", .post, "/api/vault/page/items/{id}/draft", "Gives an item with all its values, to be changed."
    )
    /// Makes an item.
    package static let vaultPageAddItem = Endpoint<VaultPageItemDraftBody, VaultPageItemBody>(
        "vaultPageAddItem", .post, "/api/vault/page/items", "Makes an item.", status: 201)
    /// Makes an item a favourite, or no longer one.
    package static let vaultPageSetFavourite = Endpoint<VaultPageSwitchBody, VaultPageItemBody>(
        "vaultPageSetFavourite", .put, "/api/vault/page/items/{id}/favourite",
        "Makes an item a favourite, or no longer one.")
    /// Takes an item out of the trash.
    package static let vaultPageRestoreItem = Endpoint<NoBody, VaultPageItemBody>(
        "vaultPageRestoreItem", .post, "/api/vault/page/items/{id}/restore", "Takes an item out of the trash.")
    /// Erases an item of the trash for ever.
    package static let vaultPageEraseItem = Endpoint<NoBody, NoBody>(
        "vaultPageEraseItem", .delete, "/api/vault/page/trash/{id}", "Erases an item of the trash for ever.")
    /// Erases everything in the trash for ever.
    package static let vaultPageEmptyTrash = Endpoint<NoBody, NoBody>(
        "vaultPageEmptyTrash", .delete, "/api/vault/page/trash", "Erases everything in the trash for ever.")

    /// These, in the order in which documents list them.
    static let vaultPageItemsRoutes: [Route] = [
        vaultPageCategories.route, vaultPageAddCategory.route, vaultPageSetCategory.route,
        vaultPageRemoveCategory.route, vaultPageItems.route, vaultPageItem.route, vaultPageSetItem.route,
        vaultPageTrashItem.route, vaultPageDraft.route, vaultPageAddItem.route, vaultPageSetFavourite.route,
        vaultPageRestoreItem.route, vaultPageEraseItem.route, vaultPageEmptyTrash.route,
    ]
}
