import * as api from "../../api";
import type { PlanDocument } from "../../api";
import { Failure } from "../../client";
import { type Child, el, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { button } from "../../ui/button";
import { formDialog } from "../../ui/dialog";
import { planLength } from "../../numbers/rules";
import { numberField } from "../../ui/numberfield";
import type { VenueContext } from "../../venueconsole/context";
import type { Canvas } from "./canvas";
import type { Drawing } from "./drawing";
import { centimetre, distance, type Point, type Segment } from "./geometry";
import { reason } from "./words";

/** Where a picture lies after its scale was set: two of its points are as far from each other as was measured. */
export function scaledArea([left, top, right, bottom]: Segment, from: Point, to: Point, metres: number): Segment {
  const factor = metres / distance(from, to);
  // The first point stays where it is: whoever has drawn something begins there.
  const x = (value: number): number => centimetre(from[0] + (value - from[0]) * factor);
  const y = (value: number): number => centimetre(from[1] + (value - from[1]) * factor);
  return [x(left), y(top), x(right), y(bottom)];
}

/** A picture in the floor's upper left corner, as large as it fits, with its own proportions. */
export function fittedArea({ width, height }: { width: number; height: number }, floor: PlanDocument["plan"]): Segment {
  const factor = Math.min(floor.width / width, floor.height / height);
  return [0, 0, centimetre(width * factor), centimetre(height * factor)];
}

/** The picture under the plan: where it comes from, how large it is, how much of it is seen. */
export function pictureFields(context: VenueContext, drawing: Drawing, canvas: Canvas, opacity: { value: number }): Child {
  const { plan } = drawing.document;
  const input: HTMLInputElement = el("input", {
    type: "file", accept: "image/jpeg,image/png,image/webp", class: "hidden", tabindex: -1, "aria-label": t("plan.picture.add"),
    onchange: () => {
      const [file] = [...(input.files ?? [])];
      input.value = "";
      if (file !== undefined) void send(file);
    },
  });
  const send = async (file: Blob): Promise<void> => {
    try {
      const picture = await context.ask((options) => api.addPlanPicture(context.venue.venue, file, options));
      const { plan: floor } = drawing.document;
      drawing.run({ do: "setFloor", fields: { image: picture.address, imageArea: fittedArea(picture, floor) } });
      context.toasts.show({ text: t("plan.picture.added"), tone: "ok" });
    } catch (error) {
      context.toasts.show({ text: reason(context, Failure.from(error)), tone: "bad" });
    }
  };
  const choose = button("plain", "picture", plan.image === undefined ? t("plan.picture.add") : t("plan.picture.change"), () => input.click());
  if (plan.image === undefined) return el("div", { class: "plan-picture" }, el("p", { class: "quiet" }, t("plan.picture.hint")), choose, input);
  const slider: HTMLInputElement = el("input", {
    type: "range", min: 0, max: 1, step: 0.05, value: opacity.value, id: uniqueId("opacity"),
    oninput: () => {
      opacity.value = Number(slider.value);
      canvas.showPicture(opacity.value);
    },
  });
  const scale = button("plain", "expand", t("plan.picture.scale"), () => {
    drawing.tool.set("scale");
    context.toasts.show({ text: t("plan.picture.scaleHint"), key: "scale" });
  });
  const remove = button("plain", "trash", t("plan.picture.remove"), () =>
    drawing.run({ do: "setFloor", fields: { image: undefined as unknown as string, imageArea: undefined as unknown as Segment } }));
  return el(
    "div", { class: "plan-picture" },
    el("div", { class: "field" }, el("label", { for: slider.id }, t("plan.picture.opacity")), slider),
    el("div", { class: "plan-actions" }, scale, choose, remove), input,
  );
}

/** Asks how far two points of the picture are from each other, and gives the picture that scale. */
export async function askScale(drawing: Drawing, from: Point, to: Point): Promise<void> {
  const { width, height, image, imageArea } = drawing.document.plan;
  drawing.tool.set("select");
  if (image === undefined || distance(from, to) < 0.05) return;
  const asked = numberField({ label: t("plan.picture.metres"), rule: planLength });
  await formDialog({
    title: t("plan.picture.scale"), text: t("plan.picture.metresText"), action: t("plan.picture.set"), fields: [asked.element],
    read: () => {
      const metres = asked.read()?.approximate;
      if (metres === undefined) return null;
      return () => {
        drawing.run({ do: "setFloor", fields: { imageArea: scaledArea(imageArea ?? [0, 0, width, height], from, to, metres) } });
        return Promise.resolve();
      };
    },
    onEnded: () => undefined,
  });
}
