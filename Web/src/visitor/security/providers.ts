import * as api from "../../api";
import type { Identities, IdentityProvider, LinkedIdentity } from "../../api";
import { ask } from "../../client";
import { el } from "../../dom";
import { t } from "../../i18n";
import type { Scope } from "../../observable";
import { Resource } from "../../remote";
import { button } from "../../ui/button";
import { confirmed as meant } from "../../ui/dialog";
import { mark } from "../../ui/list";
import { remote } from "../../ui/states";
import type { Context } from "../context";
import { confirmed, ways } from "../../owner/confirm";
import { part, securityRow } from "./parts";
import { day } from "./words";

ways.push(async () => {
  const [{ providers }, { identities }] = await Promise.all([ask(api.identityProviders), ask(api.identities)]);
  const open = identities.filter(({ confirms }) => confirms).map(({ provider }) => provider);
  return providers.filter(({ name }) => open.includes(name)).map(({ name, label }) => ({
    picture: "globe", label: () => t("identities.confirm", { provider: label }), wantsCode: true,
    show: async (code) => {
      const { address } = await ask((options) =>
        api.beginProviderConfirmation(name, code === undefined ? {} : { code }, options));
      window.location.assign(address);
      // The page ends here; what waits for the answer ends with it.
      await new Promise<never>(() => undefined);
    },
  }));
});

interface Found extends Identities {
  providers: readonly IdentityProvider[];
}

/** The identities elsewhere that open the reader's account; nothing where there are none and no provider is configured. */
export function providersPart(context: Context, scope: Scope): HTMLElement {
  const found = new Resource<Found>(async () => {
    const [{ providers }, identities] = await Promise.all([ask(api.identityProviders), ask(api.identities)]);
    return { ...identities, providers };
  });
  const standing = remote(scope, found, list);
  const element = part("providers", t("identities.title"), t("identities.text"), standing);
  scope.watch(found.observable, (state) => {
    element.hidden = state.state === "ready" && state.value.providers.length + state.value.identities.length === 0;
  });
  void found.load();

  function list({ identities, providers, signOutAddress }: Found): HTMLElement {
    const rows = identities.map((identity) =>
      securityRow({ "data-identity": identity.provider }, {
        picture: mark("immediate", "globe"), title: identity.label, tag: "",
        notes: [identity.email ?? "", t("identities.since", { day: day(identity.linkedOn) })],
        actions: [unlinkButton(identity)],
      }));
    const others = providers.filter((provider) => !identities.some((identity) => identity.provider === provider.name));
    return el(
      "div", { class: "security-stack" },
      rows.length === 0
        ? el("p", { class: "quiet" }, t("identities.none"))
        : el("ul", { class: "rows", "aria-label": t("identities.title") }, ...rows),
      ...others.map((provider) =>
        button("plain", "plus", t("identities.link", { provider: provider.label }), () => void link(provider))),
      signOutAddress !== undefined && el("a", { href: signOutAddress }, t("identities.signOut")),
    );
  }

  function unlinkButton(identity: LinkedIdentity): HTMLElement {
    const label = t("identities.unlinkLabel", { provider: identity.label });
    return el(
      "button", { type: "button", class: "button-text", "aria-label": label, onclick: () => void unlink(identity) },
      t("identities.unlink"),
    );
  }

  async function link(provider: IdentityProvider): Promise<void> {
    try {
      const { address } = await confirmed(context, () => ask((options) => api.beginLinking(provider.name, options)));
      window.location.assign(address);
    } catch (error) {
      context.report(error);
    }
  }

  async function unlink(identity: LinkedIdentity): Promise<void> {
    const title = t("identities.unlinkLabel", { provider: identity.label });
    if (!(await meant(title, t("identities.unlinkText"), t("identities.unlink")))) return;
    try {
      await confirmed(context, () => ask((options) => api.unlinkIdentity(identity.id, options)));
      context.toasts.show({ key: "security", text: t("identities.unlinked", { provider: identity.label }) });
    } catch (error) {
      context.report(error);
    }
    await found.load();
    const next = element.querySelector<HTMLElement>("button") ?? element.querySelector<HTMLElement>("h2");
    next?.focus();
  }
  return element;
}
