import { api, type Coupon } from "../api";
import { ask } from "../client";
import { Resource } from "../remote";

/** The offers that this person received and kept, newest first. */
export class Coupons {
  readonly resource = new Resource(async () => newestFirst((await ask(api.coupons)).coupons));

  /** Adds one that has just arrived, or that was restored. */
  add(coupon: Coupon): void {
    const others = this.resource.value?.filter((other) => other.id !== coupon.id);
    if (others !== undefined) this.resource.set(newestFirst([coupon, ...others]));
  }

  /** Takes one off the page at once and deletes it; it comes back, and the failure is thrown, when that fails. */
  async remove(coupon: Coupon): Promise<void> {
    this.resource.set((this.resource.value ?? []).filter((other) => other.id !== coupon.id));
    try {
      await ask((options) => api.deleteCoupon(coupon.id, options));
    } catch (error) {
      this.add(coupon);
      throw error;
    }
  }

  async restore(coupon: Coupon): Promise<void> {
    this.add(await ask((options) => api.restoreCoupon(coupon.id, options)));
  }
}

function newestFirst(coupons: readonly Coupon[]): Coupon[] {
  return [...coupons].sort((a, b) => Date.parse(b.receivedAt) - Date.parse(a.receivedAt));
}
