import * as api from "../api";
import type { Coupon } from "../api";
import { ask } from "../client";
import { Resource } from "../remote";
import { orCopy } from "./offline/copies";
import { atOnce, type Sender } from "./offline/waiting";

/** The offers that this person received and kept, newest first. */
export class Coupons {
  readonly resource = new Resource(() => orCopy("coupons", async () => newestFirst((await ask(api.coupons)).coupons)));

  constructor(private readonly sender: Sender = atOnce) {}

  /** Adds one that has just arrived, or that was restored. */
  add(coupon: Coupon): void {
    const others = this.resource.value?.filter((other) => other.id !== coupon.id);
    if (others !== undefined) this.resource.set(newestFirst([coupon, ...others]));
  }

  /** Takes one off the page at once and deletes it; it comes back, and the failure is thrown, when that fails. */
  async remove(coupon: Coupon): Promise<void> {
    this.resource.set((this.resource.value ?? []).filter((other) => other.id !== coupon.id));
    try {
      const act = (): Promise<void> => ask((options) => api.deleteCoupon(coupon.id, options));
      await this.sender.send(act, [{ kind: "coupon.delete", id: coupon.id }]);
    } catch (error) {
      this.add(coupon);
      throw error;
    }
  }

  async restore(coupon: Coupon): Promise<void> {
    let restored = coupon;
    const act = async (): Promise<void> => {
      restored = await ask((options) => api.restoreCoupon(coupon.id, options));
    };
    await this.sender.send(act, [{ kind: "coupon.restore", id: coupon.id }]);
    this.add(restored);
  }
}

function newestFirst(coupons: readonly Coupon[]): Coupon[] {
  return [...coupons].sort((a, b) => Date.parse(b.receivedAt) - Date.parse(a.receivedAt));
}
