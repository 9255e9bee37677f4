import { z } from 'zod';
import type { CouponOrder, CouponOutcome, Coupons } from '../../ports/coupons.ts';

export interface FetchappAccount {
  /** Without a trailing slash. */
  url: string;
  key: string;
  token: string;
}

const lookMs = 3_000;
const orderMs = 6_000;
const mostBytes = 2_000_000;
const imageTypes = ['image/png', 'image/jpeg', 'image/gif'];

/** Errors that occur before a connection exists, so nothing was sent. */
const neverConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

const refusal = z.object({ message: z.string().max(300) });

/** FetchApp's response is neither an image nor a rejection. */
class Unreadable extends Error {}

/**
 * Wash coupons by FetchApp (docs/decisions/0032-wash-coupons.md). An order is named by its `vendor_id`. If an order may exist, it is looked
 * up by that name and not created again.
 */
export function fetchappCoupons(account: FetchappAccount): Coupons {
  return {
    async order(order, mayExist) {
      if (mayExist) {
        const earlier = await earlierOf(account, order.vendorId);
        if (earlier) return earlier;
      }
      try {
        const body = JSON.stringify(wireOrder(order));
        const response = await call(account, '/orders/', { method: 'POST', body, signal: AbortSignal.timeout(orderMs) });
        const outcome = await outcomeOf(response);
        // an earlier request may have arrived after the lookup: then FetchApp rejects this one as a duplicate
        return outcome.kind === 'refused' && mayExist ? ((await earlierOf(account, order.vendorId)) ?? outcome) : outcome;
      } catch (error) {
        return { kind: neverConnected.includes(causeCode(error)) ? 'unavailable' : 'unknown', reason: 'FetchApp isn’t responding' };
      }
    },
  };
}

const wireOrder = (order: CouponOrder) => ({
  vendor_id: order.vendorId,
  first_name: order.firstName,
  last_name: order.lastName,
  custom_1: order.plate,
  custom_2: order.employee,
  sku: order.sku,
  email: order.email,
});

/** Returns null if FetchApp does not have the order. If FetchApp does not respond, nothing is ordered. */
async function earlierOf(account: FetchappAccount, vendorId: string): Promise<CouponOutcome | null> {
  try {
    const response = await call(account, `/orders/${encodeURIComponent(vendorId)}`, { signal: AbortSignal.timeout(lookMs) });
    if (response.status === 404) return null;
    const found = await outcomeOf(response);
    if (found.kind === 'made') return found;
  } catch {
    // the rejection is thrown below
  }
  return { kind: 'unknown', reason: 'FetchApp hasn’t confirmed the coupon' };
}

const call = ({ url, key, token }: FetchappAccount, path: string, init: RequestInit): Promise<Response> =>
  fetch(`${url}${path}`, {
    ...init,
    redirect: 'error',
    headers: {
      authorization: `Basic ${Buffer.from(`${key}:${token}`).toString('base64')}`,
      accept: 'image/*, application/json',
      // orders are rare: a kept-alive connection that has died would leave the outcome unknown
      connection: 'close',
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
    },
  });

/** @throws Unreadable, and errors of reading the body */
async function outcomeOf(response: Response): Promise<CouponOutcome> {
  const { status, ok } = response;
  if (ok) return { kind: 'made', image: await imageOf(response) };
  const said = refusal.safeParse(await response.json().catch(() => null)).data?.message;
  if (status === 401 || status === 403) return { kind: 'unavailable', reason: 'FetchApp rejected our credentials' };
  if (status === 429 || status === 503) return { kind: 'unavailable', reason: 'FetchApp is busy' };
  if (status >= 500) return { kind: 'unknown', reason: `FetchApp returned an error (${status})` };
  return { kind: 'refused', reason: said ?? `FetchApp rejected the request (${status})` };
}

/** @throws Unreadable */
async function imageOf(response: Response): Promise<string> {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim() ?? '';
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!imageTypes.includes(type) || bytes.length === 0 || bytes.length > mostBytes) throw new Unreadable('FetchApp didn’t return an image');
  return `data:${type};base64,${bytes.toString('base64')}`;
}

function causeCode(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : '';
}
