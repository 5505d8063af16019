import * as api from "../api";
import type { VaultPageState, VaultPageUnlock, VaultPageVault } from "../api";
import { ask, Failure } from "../client";
import { el, fill, uniqueId } from "../dom";
import { type Key, t } from "../i18n";
import { Scope } from "../observable";
import { notice } from "../ui/banner";
import { submitButton } from "../ui/button";
import { faultLine, field, passwordInput } from "../ui/field";
import { segmented } from "../ui/menu";
import { keyPatience, type VaultContext } from "./context";
import { lockoutNotice } from "./countdown";
import { vaultPage } from "./parts";
import { passkeyObstacle, useVaultPasskey } from "./passkey";
import { PositionPicker } from "./position";
import { factorNames } from "./words";

/** What somebody opens a vault with on this page. */
type Way = "passkey" | "place" | "password" | "both" | "network" | "recovery";

// A passkey comes first: it is one press.
const order: readonly Way[] = ["passkey", "place", "password", "both", "network", "recovery"];

/** Refusals after which the vault may have to wait. */
const attempts = new Set(["vault.wrong_secret", "vault.locked_out", "vault.stopped"]);

/** The ways of a slot that this page can go; proven presence needs a radio, which the command has. */
function wayOf(factors: readonly string[]): Way | null {
  const set = [...factors].sort().join(" ");
  if (set === "passkey" || set === "place" || set === "password" || set === "recovery") return set;
  if (set === "password place") return "both";
  return set.split(" ").every((factor) => factor === "tang" || factor === "password") ? "network" : null;
}

function waysOf(vault: VaultPageVault | undefined): Way[] {
  // Of a vault that this machine does not remember nothing is known, not even whether there is one.
  if (vault === undefined) return ["place", "password", "both", "recovery"];
  const found = new Set(vault.ways.map(wayOf));
  const ways = order.filter((way) => found.has(way));
  // Where it cannot be used it comes last, with the reason.
  const isOff = ways[0] === "passkey" && passkeyObstacle() !== null;
  return isOff ? [...ways.slice(1), "passkey"] : ways;
}

/** Opens a vault: with a passkey, the place, the password, both, the network or the recovery code. */
export function doorView(
  context: VaultContext, scope: Scope, state: VaultPageState, create: () => void,
): HTMLElement {
  let formScope = new Scope();
  scope.add(() => formScope.end());
  const names = state.vaults.map((vault) => vault.user);
  const user = el("input", {
    id: uniqueId("user"), type: "text", name: "user", autocomplete: "username", maxlength: 200, autocapitalize: "none",
    spellcheck: "false", list: uniqueId("users"),
  });
  user.value = names[0] ?? "";
  const list = el(
    "datalist", { id: user.getAttribute("list") ?? "" }, ...names.map((name) => el("option", { value: name })),
  );
  const userField = field(t("vault.door.user"), user, "");
  const place = el("div", { class: "door-ways" });
  const vaultNow = (): VaultPageVault | undefined => {
    const name = user.value.trim().normalize("NFC").toLowerCase();
    return context.state.value?.vaults.find((vault) => vault.user.toLowerCase() === name);
  };
  const show = (): void => {
    formScope.end();
    formScope = new Scope();
    fill(place, waysForm(context, formScope, () => user.value.trim(), vaultNow(), show));
  };
  user.addEventListener("change", show);
  show();
  const reason = context.lockReason;
  return vaultPage(
    t("vault.door.title"),
    reason !== null && notice("lock", reason),
    el("div", { class: "door-user", hidden: names.length === 1 && state.vaultCount === 1 }, userField.element, list),
    names.length === 1 && state.vaultCount === 1 && el(
      "p", { class: "door-name" }, t("vault.door.of", { user: names[0] ?? "" }),
    ),
    place,
    el(
      "p", { class: "door-other" },
      el("button", { type: "button", class: "button-text", onclick: create }, t("vault.door.create")),
    ),
  );
}

/** The ways into one vault, or how long it waits. */
function waysForm(
  context: VaultContext, scope: Scope, user: () => string, vault: VaultPageVault | undefined, again: () => void,
): HTMLElement {
  if (vault?.damage !== undefined) return notice(
    "alert", t("vault.door.damaged", { reason: vault.damage }), "bad",
  );
  const isWaiting = vault !== undefined && (vault.isStopped || vault.secondsLeft > 0);
  const all = waysOf(vault);
  // The recovery code is never locked out.
  const ways = isWaiting ? all.filter((way) => way === "recovery") : all;
  const first = ways[0];
  const form = el("div", { class: "door-form" });
  let formScope = new Scope();
  scope.add(() => formScope.end());
  const show = (way: Way): void => {
    formScope.end();
    formScope = new Scope();
    fill(form, way === "passkey" && vault !== undefined
      ? passkeyForm(context, vault) : unlockForm(context, user, way, again));
  };
  if (first !== undefined) show(first);
  const choices = ways.map((value) => ({ value, label: t(`vault.way.${value}` as Key) }));
  const others = (vault?.ways ?? []).filter((factors) => wayOf(factors) === null);
  const reload = (): void => {
    void context.state.load().then(again);
  };
  return el(
    "div", { class: "door-vault" },
    isWaiting && lockoutNotice(scope, vault, reload),
    first === undefined
      ? notice("alert", t("vault.door.noWay"))
      : choices.length > 1 && wrapped(segmented(t("vault.door.ways"), choices, first, (way) => show(way))),
    form,
    others.length > 0 && el(
      "p", { class: "quiet" }, t("vault.door.others", { ways: others.map(factorNames).join(", ") }),
    ),
  );
}

/** More than three ways stand below one another on a telephone, whatever they are called. */
function wrapped(choices: HTMLElement): HTMLElement {
  choices.classList.toggle("segmented-wrap", choices.children.length > 3);
  return choices;
}

/** Opens a vault with one of its passkeys, by one press. */
function passkeyForm(context: VaultContext, vault: VaultPageVault): HTMLElement {
  const obstacle = passkeyObstacle();
  if (obstacle !== null) return obstacle;
  const fault = faultLine();
  const submit = submitButton(t("vault.passkey.open"));
  const send = async (): Promise<void> => {
    fault.hide();
    try {
      const state = await submit.during(async () => {
        const passkey = await useVaultPasskey(vault.passkeys);
        const wanted: VaultPageUnlock = {
          user: vault.user, usesPlace: false, usesNetwork: false, acceptsOlder: false, passkey,
        };
        return await ask((options) => api.vaultPageUnlock(wanted, options), keyPatience);
      });
      context.lockReason = null;
      context.take(state);
    } catch (error) {
      const failure = Failure.from(error);
      if (failure.status === 401) return void context.closes(failure);
      fault.show(failure.code === "vault.conflict" ? t("vault.door.olderNeedsCode") : failure.explanation);
      submit.element.focus();
    }
  };
  const form = el(
    "form", { class: "form", novalidate: true },
    el("p", { class: "quiet" }, t("vault.passkey.openHint")), fault.element, submit.element,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
  return form;
}

/** The form of one way. */
function unlockForm(context: VaultContext, user: () => string, way: Way, again: () => void): HTMLElement {
  const needsPlace = way === "place" || way === "both";
  const needsPassword = way === "password" || way === "both" || way === "network";
  const name = user();
  const position = needsPlace ? new PositionPicker(context, name === "" ? {} : { user: name }) : null;
  const secret = passwordInput("current-password");
  const secretField = field(
    t("sign.password"), secret.input, way === "network" ? t("vault.door.networkHint") : "", secret.element,
  );
  const code = el("input", {
    id: uniqueId("recovery"), type: "text", name: "recovery", autocomplete: "off", spellcheck: "false", maxlength: 100,
    autocapitalize: "characters", class: "recovery-input",
  });
  const codeField = field(t("vault.door.recovery"), code, t("vault.door.recoveryHint"));
  const older = el("div");
  const fault = faultLine();
  const submit = submitButton(t("vault.door.open"));
  let acceptsOlder = false;

  const body = (): VaultPageUnlock | null => {
    const base: VaultPageUnlock = { user: user(), usesPlace: false, usesNetwork: way === "network", acceptsOlder };
    if (base.user === "") {
      fault.show(t("vault.door.userMissing"));
      return null;
    }
    if (position !== null) {
      const chosen = position.chosen;
      if (chosen === null) {
        fault.show(t("vault.door.placeMissing"));
        return null;
      }
      Object.assign(base, chosen);
    }
    if (needsPassword && secret.input.value === "" && way !== "network") {
      secretField.blame(t("sign.passwordMissing"));
      return null;
    }
    if (needsPassword && secret.input.value !== "") base.password = secret.input.value;
    if (way === "recovery") {
      if (code.value.trim() === "") {
        codeField.blame(t("vault.door.recoveryMissing"));
        return null;
      }
      base.recovery = code.value.trim();
    }
    return base;
  };

  const send = async (): Promise<void> => {
    fault.hide();
    secretField.forgive();
    codeField.forgive();
    const wanted = body();
    if (wanted === null) return;
    try {
      const state = await submit.during(() => ask((options) => api.vaultPageUnlock(wanted, options), keyPatience));
      context.lockReason = null;
      context.take(state);
    } catch (error) {
      const failure = Failure.from(error);
      if (failure.status === 401) return void context.closes(failure);
      secret.input.value = "";
      if (failure.code === "vault.conflict") return offerOlder();
      if (attempts.has(failure.code)) {
        await refresh(context);
        // The form is laid out anew only when the vault waits: otherwise the reader goes on where they were.
        const vault = context.state.value?.vaults.find((one) => one.user.toLowerCase() === wanted.user.toLowerCase());
        const isWaiting = (vault?.secondsLeft ?? 0) > 0 || vault?.isStopped === true;
        if (failure.code !== "vault.wrong_secret" || isWaiting) return again();
      }
      fault.show(failure.explanation);
      (needsPassword ? secret.input : way === "recovery" ? code : submit.element).focus();
    }
  };

  function offerOlder(): void {
    acceptsOlder = way === "recovery";
    fill(older, notice("alert", t(acceptsOlder ? "vault.door.older" : "vault.door.olderNeedsCode"), "warn"));
  }

  const form = el(
    "form", { class: "form", novalidate: true },
    position?.element,
    needsPassword && secretField.element,
    way === "recovery" && codeField.element,
    older, fault.element, submit.element,
    needsPlace && el("p", { class: "quiet" }, t("vault.limits.short")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
  return form;
}

/** Asks how the vaults stand without showing that the page does. */
async function refresh(context: VaultContext): Promise<void> {
  await context.state.load();
}
