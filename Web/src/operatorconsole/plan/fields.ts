import type { PlanBeacon, PlanDocument } from "../../api";
import { type Child, el, fill, setText, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";
import type { Scope } from "../../observable";
import { button, iconButton } from "../../ui/button";
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
      const value = valueOf(document, ref, input.dataset["of"] ?? "");
      // What is being typed is not taken away from under the finger.
      if (input !== window.document.activeElement && input.value !== value) input.value = value;
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

/** A number as it is typed, with a point or a comma; null when it is none. */
export function typedNumber(text: string): number | null {
  const plain = text.trim().replace("−", "-").replace(",", ".");
  return /^-?\d{1,9}(\.\d{1,9})?$/.test(plain) ? Number(plain) : null;
}

interface FieldOptions {
  label: string;
  /** What it shows, as `valueOf` knows it. */
  of: string;
  /** The command of what was typed; null when it makes no sense. */
  command: (text: string) => Command | null;
  isNumber?: boolean;
  unit?: string;
}

function input(drawing: Drawing, { label, of, command, isNumber = true, unit = "" }: FieldOptions): HTMLElement {
  const id = uniqueId("plan");
  const box: HTMLInputElement = el("input", {
    id, type: "text", "data-of": of, autocomplete: "off", spellcheck: "false", maxlength: 80,
    ...(isNumber && { inputmode: "decimal", class: "plan-number" }),
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
  return el("div", { class: "field plan-field" }, el("label", { for: id }, unit === "" ? label : `${label} (${unit})`), box);
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
  const numberOf = (make: (value: number) => Command) => (text: string): Command | null => {
    const value = typedNumber(text);
    return value === null ? null : make(value);
  };
  const side = (name: "width" | "height"): HTMLElement => input(drawing, {
    label: t(`plan.field.${name}`), of: name, unit: "m", command: numberOf((value) => ({ do: "setFloor", fields: { [name]: value } })),
  });
  const degree = (name: "latitude" | "longitude"): HTMLElement => input(drawing, {
    label: t(`plan.field.${name}`), of: name, unit: "°",
    command: numberOf((value) => ({ do: "setVenue", fields: { location: { ...drawing.document.location, [name]: value } } })),
  });
  return section(
    "open", t("plan.venue"),
    input(drawing, { label: t("plan.field.name"), of: "name", isNumber: false, command: (name) => ({ do: "setVenue", fields: { name } }) }),
    input(drawing, { label: t("plan.field.timeZone"), of: "timeZone", isNumber: false, command: (timeZone) => ({ do: "setVenue", fields: { timeZone } }) }),
    el("div", { class: "plan-pair" }, side("width"), side("height")),
    el("div", { class: "plan-pair" }, degree("latitude"), degree("longitude")),
    input(drawing, {
      label: t("plan.field.pointsForTime"), of: "pointsForTime",
      command: numberOf((value) => ({ do: "setVenue", fields: { pointsForTime: Math.round(value) } })),
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
  const end = (part: number, label: string): HTMLElement => input(drawing, {
    label, of: `end:${part}`, unit: "m",
    command: (text) => {
      const value = typedNumber(text);
      return value === null ? null : { do: "setSegment", kind, index, segment: at().map((one, place) => (place === part ? value : one)) as Segment };
    },
  });
  const length = input(drawing, {
    label: t("plan.field.length"), of: "length", unit: "m",
    command: (text) => {
      const [value, [x1, y1, x2, y2]] = [typedNumber(text), at()];
      const now = lengthOf(at());
      if (value === null || value <= 0 || now === 0) return null;
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
    const one = (part: 0 | 1, label: string): HTMLElement => input(drawing, {
      label, of: `corner:${at}:${part}`,
      command: (text) => {
        const value = typedNumber(text);
        if (value === null) return null;
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
    input(drawing, { label: t("plan.field.name"), of: "name", isNumber: false, command: (name) => ({ do: "setShop", index, fields: { name } }) }),
    el("div", { class: "plan-pair" },
      input(drawing, { label: t("plan.field.category"), of: "category", isNumber: false, command: (category) => ({ do: "setShop", index, fields: { category } }) }),
      input(drawing, {
        label: t("plan.field.major"), of: "major",
        command: (text) => wholeNumber(text, (major) => ({ do: "setShop", index, fields: { major } })),
      })),
    el("p", { class: "quiet", "data-size": true }),
    el("details", { class: "plan-corners" }, el("summary", {}, t("plan.corners"), icon("chevron")), ...area().map((_, at) => corner(at))),
  ];
}

function wholeNumber(text: string, make: (value: number) => Command): Command | null {
  const value = typedNumber(text);
  return value === null || !Number.isInteger(value) || value < 0 || value > 65_535 ? null : make(value);
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
  const metres = (name: "x" | "y"): HTMLElement => input(drawing, {
    label: name, of: name, unit: "m",
    command: (text) => {
      const value = typedNumber(text);
      return value === null ? null : set({ [name]: centimetre(value) });
    },
  });
  const whole = (name: "minor" | "measuredPower" | "period" | "accountsPerWindow", unit = ""): HTMLElement => input(drawing, {
    label: t(`plan.field.${name}`), of: name, unit,
    command: (text) => {
      const value = typedNumber(text);
      if (name === "accountsPerWindow" && text.trim() === "") return set({ accountsPerWindow: undefined as unknown as number });
      return value === null || !Number.isInteger(value) ? null : set({ [name]: value });
    },
  });
  return [
    choice(drawing, t("plan.field.owner"), "major", owners, (value) => {
      const major = Number(value);
      return set({ major, minor: nextMinor(drawing.document, major) });
    }),
    choice(drawing, t("plan.field.zone"), "zone", zones.map((zone) => [zone, t(`plan.zone.${zone}`)]), (zone) => set({ zone: zone as PlanBeacon["zone"] })),
    el("div", { class: "plan-pair" }, metres("x"), metres("y")),
    el("div", { class: "plan-pair" }, whole("minor"), whole("measuredPower", "dBm")),
    el("div", { class: "plan-pair" }, whole("period", "s"), whole("accountsPerWindow")),
    input(drawing, {
      label: t("plan.field.neighbours"), of: "neighbours", isNumber: false,
      command: (text) => {
        const names = text.split(/[\s,;]+/).filter((name) => name !== "");
        if (!names.every((name) => /^\d{1,5}\.\d{1,5}$/.test(name))) return null;
        return set({ neighbours: names.map((name) => name.split(".").map(Number) as [number, number]) });
      },
    }),
    el("p", { class: "quiet" }, t("plan.keyHint")),
  ];
}
