/** A subscription as our server wants it. */
export function registration(
  subscription: PushSubscription,
): { carrier: "web"; endpoint: string; p256dh: string; auth: string } {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  return { carrier: "web", endpoint, p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" };
}
