import ServiceKit

extension AccountService {
    /// What this service keeps of accounts, in the order in which it ends; the account itself is the last.
    static let personalDataTables = [
        PersonalDataTable(
            "account_events", of: .account("account_id"),
            showing: [
                "day": .day, "kind": .plain, "label": .plain, "address": .plain, "times": .plain,
            ]),
        PersonalDataTable(
            "api_keys", of: .account("account_id"),
            showing: [
                "made_day": .day, "public_text": .plain, "label": .plain, "scopes": .plain, "addresses": .plain,
                "expires_at": .instant,
            ]),
        PersonalDataTable(
            "sign_in_rules", of: .account("account_id"),
            showing: [
                "needs_code": .plain, "approves_devices": .plain,
            ]),
        PersonalDataTable("pending_factors", of: .account("account_id"), showing: ["expires_at": .instant]),
        PersonalDataTable("second_factors", of: .account("account_id"), showing: ["last_step": .plain]),
        PersonalDataTable("recovery_codes", of: .account("account_id")),
        PersonalDataTable(
            "devices", of: .account("account_id"),
            showing: [
                "approved_day": .day, "seen_day": .day, "label": .plain,
            ]),
        PersonalDataTable(
            "device_challenges", of: .account("account_id"),
            showing: [
                "expires_at": .instant, "label": .plain, "attempts": .plain,
            ]),
        PersonalDataTable(
            "passkeys", of: .account("account_id"), showing: ["made_day": .day, "used_day": .day, "label": .plain]),
        PersonalDataTable("passkey_challenges", of: .account("account_id"), showing: ["expires_at": .instant]),
        PersonalDataTable(
            "identities", of: .account("account_id"),
            showing: [
                "linked_day": .day, "provider": .plain, "issuer": .plain, "subject": .plain, "email": .plain,
            ]),
        // A token without an account waits until its provider has been told that the tie has ended.
        PersonalDataTable(
            "provider_tokens", of: .account("account_id"), showing: ["provider": .plain, "issuer": .plain],
            end: .changed("account_id = NULL, subject = ''")),
        PersonalDataTable(
            "identity_requests", of: .account("account_id"), showing: ["expires_at": .instant, "provider": .plain]),
        PersonalDataTable(
            "identity_arrivals", of: .account("account_id"),
            showing: [
                "expires_at": .instant, "provider": .plain, "email": .plain,
            ]),
        PersonalDataTable(
            "identity_sessions",
            of: .identified("token_digest IN (SELECT token_digest FROM sessions WHERE account_id = ?1)"),
            showing: ["issuer": .plain, "subject": .plain]),
        PersonalDataTable(
            "address_challenges", of: .account("account_id"),
            showing: [
                "expires_at": .instant, "purpose": .plain, "email": .plain, "label": .plain, "attempts": .plain,
            ]),
        PersonalDataTable(
            "reset_requests", of: .email("email = ?1"), showing: ["expires_at": .instant, "language": .plain]),
        PersonalDataTable("password_resets", of: .account("account_id"), showing: ["expires_at": .instant]),
        PersonalDataTable(
            "address_changes", of: .account("account_id"),
            showing: [
                "expires_at": .instant, "former": .plain, "former_proof": .plain,
            ]),
        PersonalDataTable("roles", of: .account("account_id"), showing: ["role": .plain]),
        PersonalDataTable(
            "sessions", of: .account("account_id"),
            showing: [
                "signed_in_at": .instant, "expires_at": .instant, "confirmed_at": .instant, "seen_at": .instant,
                "device_label": .plain, "role": .plain, "language": .plain,
            ]),
        PersonalDataTable(
            "accounts", of: .account("id"),
            showing: [
                "created_at": .instant, "email": .plain, "display_name": .plain, "proof": .plain,
                "recovered_at": .instant, "keeps_addresses": .plain,
            ]),
    ]
}
