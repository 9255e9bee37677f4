import { createHmac } from 'node:crypto';

/** The header `stripe-signature` of a payload. @param at epoch seconds of the system's time, which receivers compare with theirs */
export function signature(payload: string, secret: string, at: number): string {
  const hash = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');
  return `t=${at},v1=${hash}`;
}
