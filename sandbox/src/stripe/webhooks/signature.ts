import { createHmac } from 'node:crypto';

/** Returns the `Stripe-Signature` of a body; `at` is in seconds. */
export function sign(secret: string, body: string, at: number): string {
  const v1 = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return `t=${at},v1=${v1}`;
}
