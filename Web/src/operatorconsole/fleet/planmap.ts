import type { Plan, Shop } from "../../api";
import { el } from "../../dom";

const namespace = "http://www.w3.org/2000/svg";

/** Something on a plan that can be pressed. */
export interface Spot {
  x: number;
  y: number;
  /** What it is called for who does not see it. */
  label: string;
  /** A class for its look. */
  kind: string;
  /** A letter or sign in it, so that colour is not all. */
  sign: string;
  run?: () => void;
}

/** An element of a drawing. */
export function shape(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/**
 * A plan with its shops, walls and spots. `onPoint` hears where the plan itself is pressed, in metres; what is drawn here is
 * in a list or in fields beside it too.
 */
export function planMap(
  plan: Plan, shops: readonly Shop[], spots: readonly Spot[], label: string, onPoint?: (x: number, y: number) => void,
): HTMLElement {
  const drawing = document.createElementNS(namespace, "svg");
  drawing.setAttribute("viewBox", `0 0 ${plan.width} ${plan.height}`);
  drawing.setAttribute("class", "plan-map");
  drawing.setAttribute("role", "group");
  drawing.setAttribute("aria-label", label);
  drawing.append(shape("rect", { x: 0, y: 0, width: plan.width, height: plan.height, class: "plan-floor" }));
  for (const { area } of shops) {
    drawing.append(shape("polygon", { points: area.map(([x, y]) => `${x},${y}`).join(" "), class: "plan-shop" }));
  }
  const walls = plan.walls.map(([x1, y1, x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`).join("");
  drawing.append(shape("path", { d: walls, class: "plan-wall" }));
  const radius = Math.max(plan.width, plan.height) / 64;
  for (const spot of spots) {
    const group = shape("g", { class: `plan-spot plan-spot-${spot.kind}`, transform: `translate(${spot.x} ${spot.y})` });
    // What is drawn is small; what a finger hits is not.
    group.append(shape("circle", { r: radius * 2.4, class: "plan-hit" }), shape("circle", { r: radius }));
    const sign = shape("text", { "font-size": radius * 1.5, dy: radius * 0.5 });
    sign.textContent = spot.sign;
    const title = document.createElementNS(namespace, "title");
    title.textContent = spot.label;
    group.append(sign, title);
    const { run } = spot;
    if (run !== undefined) {
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", "0");
      group.setAttribute("aria-label", spot.label);
      group.addEventListener("click", (event) => {
        event.stopPropagation();
        run();
      });
      group.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        run();
      });
    }
    drawing.append(group);
  }
  if (onPoint !== undefined) {
    drawing.classList.add("plan-open");
    drawing.addEventListener("click", (event) => {
      const matrix = drawing.getScreenCTM();
      if (matrix === null) return;
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      onPoint(point.x, point.y);
    });
  }
  return el("div", { class: "plan-frame" }, drawing as unknown as HTMLElement);
}
