import type { z } from 'zod';
import type { stepUp } from '@washdesk/contracts/access/step-up';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { isCallFailure } from '../../lib/api/call-failure.ts';

type Values = Readonly<Record<string, unknown>>;

/** A call of any contract, as `fromContract` takes it. */
export interface AnyCall {
  params?: Values;
  query?: Values;
  body?: unknown;
  idempotencyKey?: string;
}

export type ApprovedCall = z.input<typeof stepUp.body>['action'];

/** Returns the call as a manager approves it, with path and query parameters as text, like on the wire. */
export function approvedCallOf({ id }: Endpoint, { params, query, body, idempotencyKey = '' }: AnyCall): ApprovedCall {
  return { id, params: asText(params), query: asText(query), ...(body !== undefined && { body }), key: idempotencyKey };
}

function asText(values: Values = {}): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** Returns the amount of the call in cents; null if it has none. */
export function amountOf({ body }: AnyCall): number | null {
  const amount = (body as { amount?: unknown } | undefined)?.amount;
  return typeof amount === 'number' ? amount : null;
}

/** Whether a call was rejected because a manager's approval is missing or has expired. */
export function needsApproval(error: unknown): boolean {
  return isCallFailure(error) && error.status === 403 && (error.code === 'forbidden' || error.code === 'approval_invalid');
}
