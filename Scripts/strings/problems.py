"""Which problem codes of the API have no words in the page: a person would read only that something did not work."""

import yaml

# Codes that no page shows, each family or code with its reason.
SILENT = {
    "server.": "a status of 500 and above has words of its own",
    "storage.": "a status of 500 and above has words of its own",
    "presence.": "the answer of a phone's sighting, which the page shows as an outcome",
    "stays.": "phones collect points for time",
    "identities.denied": "the page that a provider returns to says `identities.denied`",
    "identities.malformed_token": "the page that a provider returns to says `identities.failed`",
    "identities.unknown_key": "the page that a provider returns to says `identities.failed`",
    "identities.wrong_": "the page that a provider returns to says `identities.failed`",
    "identities.expired": "the page that a provider returns to says `identities.failed`",
    "identities.early": "the page that a provider returns to says `identities.failed`",
    "identities.repeated_notice": "providers send notices of sign-outs",
    "loyalty.not_chosen": "the answer of a phone's sighting",
    "counting.credential_had": "phones report counts",
    "counting.period_closed": "phones report counts",
    "counting.invalid_request": "phones report counts",
    "surveys.closed_day": "phones report residuals",
    "surveys.forged": "phones report residuals",
    "surveys.used": "phones report residuals",
    "accounts.passkey_needed": "the page asks for the passkey instead",
    "accounts.mailbox_unproved": "the page asks for the code from the mail instead",
    "request.method_not_allowed": "the page uses the methods of the API document",
    "request.unsupported_media_type": "the page sends what the API document says",
    "request.headers_too_large": "the page's headers are short",
    "request.invalid_key": "the page makes its keys",
    "request.match_needed": "the page sends the version",
}


def without_words(root, areas):
    """The codes of API/problems.yaml that neither the page's catalogs nor the list above have."""
    table = yaml.safe_load((root / "API/problems.yaml").read_text(encoding="utf-8"))
    codes = list(table["problems"])
    worded = {key.removeprefix("problem.") for area in areas for key in area.keys if key.startswith("problem.")}
    for code in codes:
        if code not in worded and not any(is_meant(code, each) for each in SILENT):
            yield f"API/problems.yaml: {code}: the page has no text `problem.{code}`, and Scripts/strings/problems.py no reason for that"
    for each in SILENT:
        if not any(is_meant(code, each) for code in codes):
            yield f"Scripts/strings/problems.py: {each}: the API has no such code"


def is_meant(code, each):
    """Whether an entry of the list is this code, or its beginning."""
    return code == each or each[-1] in "._" and code.startswith(each)
