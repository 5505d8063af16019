import { el } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";
import { button } from "../../ui/button";
import { section } from "../../ui/section";
import { limits } from "../../vault/limits";
import { openCommand } from "../../vault/link";
import type { ViewInput } from "./view";

/** What the vault is, and how to open it: it lives on the reader's own machine, and this server never sees it. */
export function vaultView({ context }: ViewInput): HTMLElement {
  const copy = button("plain", "copy", t("copy"), () => {
    navigator.clipboard.writeText(openCommand).then(
      () => context.toasts.show({ text: t("vault.invite.copied"), tone: "ok" }),
      () => context.toasts.show({ text: t("copy.failed"), tone: "bad" }),
    );
  });
  return el(
    "div",
    { class: "view vault-invitation" },
    el("header", { class: "view-head" }, el("h1", {}, t("vault.name"))),
    el(
      "div",
      { class: "view-body" },
      el("p", { class: "lead" }, t("vault.invite.lead")),
      section(
        "ruled", t("vault.invite.how"), el("p", {}, t("vault.invite.howText")),
        el("div", { class: "command-row" }, el("code", { class: "command", translate: "no" }, openCommand), copy),
        el("p", { class: "quiet" }, t("vault.invite.link")),
      ),
      el(
        "ul", { class: "invitation-points" },
        ...(["place", "sealed", "yours"] as const).map((name) =>
          el(
            "li", {}, icon(name === "place" ? "here" : name === "sealed" ? "lock" : "server"),
            el("span", {}, t(`vault.invite.${name}`)),
          )),
      ),
      limits(),
    ),
  );
}
