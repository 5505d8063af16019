/** A shop that is chosen or not; one that waits since before there were terms has none. */
export interface WaitingChoice {
  kind: "choice";
  venue: string;
  major: number;
  chosen: boolean;
  term?: string;
}

/** What may wait for a network: each can be done twice without harm, and none is urgent. */
export type Waiting =
  | WaitingChoice
  | { kind: "coupon.delete" | "coupon.restore" | "notice.read" | "notice.delete" | "notice.restore"; id: string }
  | { kind: "inbox.read" };

/** How sending ended: `waits` is kept on this device until the network is back. */
export type Sent = "sent" | "waits";

/** Does something, or keeps what it was for later when no answer comes. */
export interface Sender {
  send(act: () => Promise<unknown>, waiting: readonly Waiting[]): Promise<Sent>;
}

/** Does it now or fails: where nothing is kept. */
export const atOnce: Sender = {
  async send(act) {
    await act();
    return "sent";
  },
};
