import type { PlanBeacon, PlanDocument } from "../../api";
import { type Child, el, fill, setText, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";
import type { Scope } from "../../observable";
import { button, iconButton } from "../../ui/button";
import type { NumberRule } from "../../numbers/entry";
import {
  accountsPerWindow, beaconNumber, codePeriod, latitude, longitude, measuredPower, planLength, planPlace, planSide, pointsForTime,
} from "../../numbers/rules";
import { type NumberField, numberField } from "../../ui/numberfield";
import { section } from "../../ui/section";
import type { Drawing } from "./drawing";
import { areaOf, centimetre, lengthOf, type Point, type Segment } from "./geometry";
import { type Command, nextMinor, type Ref, segments } from "./model";
import { exactly, nameOf } from "./words";

/** The fields of what is chosen, or of the venue when nothing is; they follow what is drawn. */
export function fieldsPanel(drawing: Drawing, scope: Scope, venueExtras: () => Child): HTMLElement {
  const place = el("div", { class: "plan-fields" });
  let shown = "";
  const draw = (): void => {
    const ref = drawing.selection.value;
    const { document } = drawing;
    const key = shapeOf(document, ref);
    if (key !== shown) {
      shown = key;
      fill(place, ref === null ? venueFields(drawing, venueExtras) : thingFields(drawing, ref));
    }
    for (const input of place.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-of]")) {
      follow(input, valueOf(document, ref, input.dataset["of"] ?? ""));
    }
    const heading = place.querySelector("h2");
    if (heading !== null && ref !== null) setText(heading, nameOf(document, ref));
    const size = place.querySelector("[data-size]");
    if (size !== null) size.textContent = sizeOf(document, ref);
  };
  scope.watch(drawing.history, draw);
  scope.watch(drawing.selection, draw);
  return place;
}

/** What decides which fields there are: another thing, or another number of corners. */
function shapeOf(document: PlanDocument, ref: Ref | null): string {
  if (ref === null) return `venue ${document.plan.image ?? ""}`;
  const corners = ref.kind === "shop" ? document.shops[ref.index]?.area.length ?? 0 : 0;
  const shops = ref.kind === "beacon" ? document.shops.map(({ major, name }) => `${major} ${name}`).join() : "";
  return `${ref.kind} ${ref.index} ${corners} ${shops}`;
}

interface TextOptions {
  label: string;
  /** What it shows, as `valueOf` knows it. */
  of: string;
  /** The command of what was typed; null when it makes no sense. */
  command: (text: string) => Command | null;
}

function input(drawing: Drawing, { label, of, command }: TextOptions): HTMLElement {
  const id = uniqueId("plan");
  const box: HTMLInputElement = el("input", {
    id, type: "text", "data-of": of, autocomplete: "off", spellcheck: "false", maxlength: 80,
    oninput: () => {
      const made = command(box.value);
      box.toggleAttribute("aria-invalid", made === null);
      if (made !== null) drawing.run(made, `field-${of}`);
    },
    onblur: () => {
      box.removeAttribute("aria-invalid");
      box.value = valueOf(drawing.document, drawing.selection.value, of);
    },
  });
  return el("div", { class: "field plan-field" }, el("label", { for: id }, label), box);
}

interface NumberOptions {
  label: string;
  of: string;
  rule: NumberRule;
  /** The command of a number, undefined where the field is emptied; null when the plan cannot have it. */
  command: (value: number | undefined) => Command | null;
}

/** A field for a number; what is refused stays there with its reason until it is mended or the plan changes. */
function numeric(drawing: Drawing, { label, of, rule, command }: NumberOptions): HTMLElement {
  const made = numberField({
    label, rule, attributes: { "data-of": of, class: "plan-number" },
    onType: (entry) => {
      if (entry.kind === "refused") return;
      const wanted = command(entry.kind === "number" ? entry.value.approximate : undefined);
      if (wanted !== null) drawing.run(wanted, `field-${of}`);
    },
  });
  made.element.classList.add("plan-field");
  numbers.set(made.input, made);
  return made.element;
}

/** The number fields by their inputs, which the panel finds in the page. */
const numbers = new WeakMap<Element, NumberField>();

/** Writes what the plan says into a field, unless somebody is mending what is typed there. */
function follow(box: HTMLInputElement | HTMLSelectElement, value: string): void {
  const isSame = box.dataset["shown"] === value;
  box.dataset["shown"] = value;
  // What is being typed is not taken away from under the finger.
  if (box === window.document.activeElement || (isSame && box.hasAttribute("aria-invalid"))) return;
  const number = numbers.get(box);
  if (number !== undefined) {
    if (!isSame || isOther(number, value)) number.set(value === "" ? null : value);
  } else if (box.value !== value) box.value = value;
}

/** Whether a field says another number than the plan: `12,50` is the same as 12.5, and stays as it was typed. */
function isOther(number: NumberField, value: string): boolean {
  const entry = number.entry();
  return entry.kind === "number" ? entry.value.approximate !== Number(value) : entry.kind === "refused" || value !== "";
}

function choice(
  drawing: Drawing, label: string, of: string, choices: readonly (readonly [string, string])[],
  command: (value: string) => Command,
): HTMLElement {
  const id = uniqueId("plan");
  const box: HTMLSelectElement = el(
    "select", { id, "data-of": of, onchange: () => drawing.run(command(box.value)) },
    ...choices.map(([value, text]) => el("option", { value }, text)),
  );
  return el("div", { class: "field plan-field" }, el("label", { for: id }, label), box);
}

/** What stands in a field. */
function valueOf(document: PlanDocument, ref: Ref | null, of: string): string {
  const [name = "", part = "0", at = "0"] = of.split(":");
  if (ref === null) {
    const { width, height } = document.plan;
    const { latitude, longitude } = document.location;
    const values: Record<string, string | number> = { name: document.name, timeZone: document.timeZone, width, height, latitude, longitude, pointsForTime: document.pointsForTime ?? 0 };
    return String(values[name] ?? "");
  }
  if (ref.kind === "shop") {
    const shop = document.shops[ref.index];
    if (name === "corner") return String(shop?.area[Number(part)]?.[Number(at)] ?? "");
    return String(shop?.[name as "name"] ?? "");
  }
  if (ref.kind === "beacon") {
    const beacon = document.beacons[ref.index];
    if (name === "neighbours") return beacon?.neighbours.map((pair) => pair.join(".")).join(", ") ?? "";
    return String(beacon?.[name as "zone"] ?? "");
  }
  const segment = segments(document, ref.kind)[ref.index];
  if (segment === undefined) return "";
  return name === "length" ? String(centimetre(lengthOf(segment))) : String(segment[Number(part)]);
}

function sizeOf(document: PlanDocument, ref: Ref | null): string {
  const area = ref?.kind === "shop" ? document.shops[ref.index]?.area : undefined;
  return area === undefined ? "" : t("plan.area", { area: exactly(centimetre(areaOf(area))) });
}

function venueFields(drawing: Drawing, extras: () => Child): HTMLElement {
  const side = (name: "width" | "height"): HTMLElement => numeric(drawing, {
    label: t(`plan.field.${name}`), of: name, rule: planSide,
    command: (value) => (value === undefined ? null : { do: "setFloor", fields: { [name]: value } }),
  });
  const degree = (name: "latitude" | "longitude"): HTMLElement => numeric(drawing, {
    label: t(`plan.field.${name}`), of: name, rule: name === "latitude" ? latitude : longitude,
    command: (value) => (value === undefined ? null
      : { do: "setVenue", fields: { location: { ...drawing.document.location, [name]: value } } }),
  });
  return section(
    "open", t("plan.venue"),
    input(drawing, { label: t("plan.field.name"), of: "name", command: (name) => ({ do: "setVenue", fields: { name } }) }),
    input(drawing, { label: t("plan.field.timeZone"), of: "timeZone", command: (timeZone) => ({ do: "setVenue", fields: { timeZone } }) }),
    el("div", { class: "plan-pair" }, side("width"), side("height")),
    el("div", { class: "plan-pair" }, degree("latitude"), degree("longitude")),
    numeric(drawing, {
      label: t("plan.field.pointsForTime"), of: "pointsForTime", rule: pointsForTime,
      command: (value) => (value === undefined ? null : { do: "setVenue", fields: { pointsForTime: value } }),
    }),
    extras(),
  );
}

function thingFields(drawing: Drawing, ref: Ref): HTMLElement {
  const parts = ref.kind === "shop" ? shopFields(drawing, ref.index)
    : ref.kind === "beacon" ? beaconFields(drawing, ref.index) : segmentFields(drawing, ref.kind, ref.index);
  return section(
    "open", nameOf(drawing.document, ref), ...parts,
    el("div", { class: "plan-actions" },
      button("plain", "trash", t("plan.remove"), () => drawing.removeSelected()),
      button("plain", "check", t("plan.done"), () => drawing.select(null))),
  );
}

function segmentFields(drawing: Drawing, kind: "wall" | "door", index: number): HTMLElement[] {
  const at = (): Segment => segments(drawing.document, kind)[index] ?? [0, 0, 0, 0];
  const end = (part: number, label: string): HTMLElement => numeric(drawing, {
    label, of: `end:${part}`, rule: planPlace,
    command: (value) => {
      return value === undefined ? null : { do: "setSegment", kind, index, segment: at().map((one, place) => (place === part ? value : one)) as Segment };
    },
  });
  const length = numeric(drawing, {
    label: t("plan.field.length"), of: "length", rule: planLength,
    command: (value) => {
      const [x1, y1, x2, y2] = at();
      const now = lengthOf(at());
      if (value === undefined || now === 0) return null;
      return { do: "setSegment", kind, index, segment: [x1, y1, x1 + ((x2 - x1) / now) * value, y1 + ((y2 - y1) / now) * value] };
    },
  });
  return [
    el("div", { class: "plan-pair" }, end(0, t("plan.field.fromX")), end(1, t("plan.field.fromY"))),
    el("div", { class: "plan-pair" }, end(2, t("plan.field.toX")), end(3, t("plan.field.toY"))),
    length,
  ];
}

function shopFields(drawing: Drawing, index: number): HTMLElement[] {
  const area = (): Point[] => drawing.document.shops[index]?.area ?? [];
  const set = (corners: Point[]): Command => ({ do: "setShop", index, fields: { area: corners } });
  const corner = (at: number): HTMLElement => {
    const one = (part: 0 | 1, label: string): HTMLElement => numeric(drawing, {
      label, of: `corner:${at}:${part}`, rule: planPlace,
      command: (value) => {
        if (value === undefined) return null;
        return set(area().map(([x, y], place) => (place !== at ? [x, y] : part === 0 ? [value, y] : [x, value])));
      },
    });
    const [x, y] = [one(0, t("plan.corner.x", { number: at + 1 })), one(1, t("plan.corner.y", { number: at + 1 }))];
    const add = iconButton("plus", t("plan.corner.add", { number: at + 1 }), () => {
      const [here, next] = [area()[at], area()[(at + 1) % area().length]];
      if (here === undefined || next === undefined) return;
      const between: Point = [centimetre((here[0] + next[0]) / 2), centimetre((here[1] + next[1]) / 2)];
      drawing.run(set([...area().slice(0, at + 1), between, ...area().slice(at + 1)]));
    });
    const remove = iconButton("trash", t("plan.corner.remove", { number: at + 1 }), () => {
      if (area().length > 3) drawing.run(set(area().filter((_, place) => place !== at)));
    });
    return el("div", { class: "plan-corner" }, x, y, add, remove);
  };
  return [
    input(drawing, { label: t("plan.field.name"), of: "name", command: (name) => ({ do: "setShop", index, fields: { name } }) }),
    el("div", { class: "plan-pair" },
      input(drawing, { label: t("plan.field.category"), of: "category", command: (category) => ({ do: "setShop", index, fields: { category } }) }),
      numeric(drawing, {
        label: t("plan.field.major"), of: "major", rule: beaconNumber,
        command: (major) => (major === undefined ? null : { do: "setShop", index, fields: { major } }),
      })),
    el("p", { class: "quiet", "data-size": true }),
    el("details", { class: "plan-corners" }, el("summary", {}, t("plan.corners"), icon("chevron")), ...area().map((_, at) => corner(at))),
  ];
}

const zones = ["entrance", "window", "door", "till", "fitting-room", "aisle"] as const;

function beaconFields(drawing: Drawing, index: number): HTMLElement[] {
  const { document } = drawing;
  const set = (fields: Partial<PlanBeacon>): Command => ({ do: "setBeacon", index, fields });
  const own = document.beacons[index]?.major ?? 1;
  const majors = [...new Set([own, ...document.beacons.map(({ major }) => major), 1])]
    .filter((major) => !document.shops.some((shop) => shop.major === major));
  const owners: [string, string][] = [
    ...document.shops.map(({ major, name }): [string, string] => [String(major), `${name} (${major})`]),
    ...majors.map((major): [string, string] => [String(major), t("plan.common", { major })]),
  ];
  const metres = (name: "x" | "y"): HTMLElement => numeric(drawing, {
    label: name, of: name, rule: planPlace,
    command: (value) => (value === undefined ? null : set({ [name]: centimetre(value) })),
  });
  const whole = (name: "minor" | "measuredPower" | "period" | "accountsPerWindow", rule: NumberRule): HTMLElement => numeric(drawing, {
    label: t(`plan.field.${name}`), of: name, rule, command: (value) => set({ [name]: value }),
  });
  return [
    choice(drawing, t("plan.field.owner"), "major", owners, (value) => {
      const major = Number(value);
      return set({ major, minor: nextMinor(drawing.document, major) });
    }),
    choice(drawing, t("plan.field.zone"), "zone", zones.map((zone) => [zone, t(`plan.zone.${zone}`)]), (zone) => set({ zone: zone as PlanBeacon["zone"] })),
    el("div", { class: "plan-pair" }, metres("x"), metres("y")),
    el("div", { class: "plan-pair" }, whole("minor", beaconNumber), whole("measuredPower", measuredPower)),
    el("div", { class: "plan-pair" }, whole("period", codePeriod), whole("accountsPerWindow", accountsPerWindow)),
    input(drawing, {
      label: t("plan.field.neighbours"), of: "neighbours",
      command: (text) => {
        const names = text.split(/[\s,;]+/).filter((name) => name !== "");
        if (!names.every((name) => /^\d{1,5}\.\d{1,5}$/.test(name))) return null;
        return set({ neighbours: names.map((name) => name.split(".").map(Number) as [number, number]) });
      },
    }),
    el("p", { class: "quiet" }, t("plan.keyHint")),
  ];
}
