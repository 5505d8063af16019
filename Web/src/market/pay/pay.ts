import { Failure } from "../../client";
import { el, fill, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { type ScanWords, scanPart } from "../../qr/scan";
import { faultLine, field } from "../../ui/field";
import { section } from "../../ui/section";
import type { View, ViewInput } from "../view";
import { subpage } from "../wallet/subpage";
import { checkoutPart } from "./checkout";
import { scanned } from "./link";
import { sendPart } from "./send";

/** Pays: finds a request by camera, photo or text, and shows it before anything is paid. */
export const payView: View = (input) => {
  const [id] = input.path;
  if (id === undefined) return subpage("pay", t("payment.pay"), "wallet", finder(input));
  return subpage("pay", t("payment.pay"), "pay", checkoutPart(input, id));
};

/** The ways to a request: what they find is shown, and never paid by itself. */
function finder(input: ViewInput): HTMLElement {
  const place = el("div", { class: "wallet-body" });
  const fault = faultLine();
  const text = el("input", {
    id: uniqueId("link"), name: "payment-link", type: "text", maxlength: 2000, autocomplete: "off", spellcheck: "false", autocapitalize: "none",
  });
  const one = field(t("payment.paste"), text, t("payment.pasteHint"));
  const form = el("form", { class: "form", novalidate: true }, one.element, el("button", { type: "submit", class: "button button-primary" }, t("payment.open")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    take(text.value);
  });
  // Whatever is pasted is looked at at once; nobody has to press for it.
  text.addEventListener("paste", () => window.setTimeout(() => take(text.value)));

  /** Opens what a text asks for, or says why not; true when it was understood. */
  function take(found: string): void {
    fault.hide();
    const understood = scanned(found, window.location.origin);
    switch (understood.kind) {
      case "request": return input.go("pay", understood.id);
      case "address": return fill(place, sendPart(input, understood, start));
      case "elsewhere": return fault.show(t("payment.elsewhere", { host: understood.host }));
      case "foreign": return fault.show(t("payment.foreign", { scheme: understood.scheme }));
      case "nothing": return fault.show(t("payment.nothing"));
    }
  }

  function start(): void {
    fill(
      place,
      scanPart(input.scope, scanWords(), take, (error) => fault.show(Failure.from(error).explanation), (words) => fault.show(words)),
      fault.element,
      section("ruled", t("payment.byText"), form),
    );
  }
  start();
  return place;
}

function scanWords(): ScanWords {
  return {
    title: t("payment.scan.title"), why: t("payment.camera.why"), scan: t("payment.scan"), photo: t("payment.photo"),
    reading: t("payment.reading"), noCode: t("payment.noCode"), noPicture: t("payment.noPicture"),
    camera: t("payment.camera"), looking: t("payment.camera.looking"), stop: t("payment.camera.stop"),
    refused: t("payment.camera.refused"), missing: t("payment.camera.missing"),
  };
}
