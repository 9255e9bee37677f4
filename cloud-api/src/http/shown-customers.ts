import { z } from 'zod';
import { readingCalls } from '@washdesk/contracts/effects';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { agentRoster } from '@washdesk/contracts/lane/agent';
import { normalizeCode, withoutMarker } from '@washdesk/rules/codes/codes';
import type { Principal } from '../common/caller.ts';

/** Records who is shown which customers. Provided by the customer reads feature. */
export interface PeopleShown {
  /** @throws Failure 403 `pin_required`, 429 `too_many_customers`; the response must then not be sent */
  show(shown: { principal: Principal; customers: readonly string[]; opened: boolean }): Promise<void>;
  /** Records the customers in a part of a file before it is sent. A file is the office's work: it is reported, not refused. */
  take(taken: { principal: Principal; customers: readonly string[]; file: string }): Promise<void>;
}

/** Limits the lookup of numbers that a person could count through. Provided by the customer reads feature. */
export interface NumberLookups {
  /** @returns a function to call if the number was found. @throws Failure 429 `too_many_lookups` */
  begin(principal: Principal): Promise<() => Promise<void>>;
}

const customerId = /^cus_\w+$/;

/** Who only a site's Sitewatch knows is recorded by a code. */
const codePrefix = 'code:';
/** Words of the provider such as `card_declined` are no codes. */
const codeText = /^[A-Z0-9+-]+$/;

/** Returns the code of a person without an id at the payment provider: an object with such an id that is null, and codes beside it. */
function codeOfUnknown(value: object): string | null {
  const { customer, CUSTOMER, code, CODE, codes } = value as Readonly<Record<string, unknown>>;
  if (customer !== null && CUSTOMER !== null) return null;
  const first = Array.isArray(codes) ? (codes[0] as { CODE?: unknown } | undefined)?.CODE : undefined;
  const given = [code, CODE, first].find((one) => typeof one === 'string');
  const text = given === undefined ? '' : normalizeCode(withoutMarker(given));
  return codeText.test(text) ? codePrefix + text : null;
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') {
    if (customerId.test(value)) found.add(value);
  } else if (typeof value === 'object' && value !== null) {
    const code = codeOfUnknown(value);
    if (code !== null) found.add(code);
    for (const one of Object.values(value)) collect(one, found);
  }
}

const reads = (endpoint: Endpoint): boolean => endpoint.method === 'GET' || readingCalls.includes(endpoint.id);

/** The lanes need all members at once: their codes and plans, and no personal value. */
const isOfLanes = ({ id }: Endpoint): boolean => id === agentRoster.id;

/** Whether a call that changes a customer answers with the whole of it, and so is also a read. */
export const answersWithCustomer = (endpoint: Endpoint): boolean =>
  !reads(endpoint) && endpoint.response instanceof z.ZodObject && 'phone' in endpoint.response.shape;

/** Returns the customers that a value names anywhere: their ids, and codes of people without one. */
export function namedCustomers(value: unknown): string[] {
  const named = new Set<string>();
  collect(value, named);
  return [...named];
}

/**
 * Returns the customers in the response of a call that reads, from any contract: a customer is named by the id in the address or in the
 * response, or by a code beside a missing id. Calls that change something have a record of their own.
 */
export function shownCustomers(endpoint: Endpoint, params: unknown, body: unknown): { customers: string[]; opened: boolean } | null {
  if (!reads(endpoint) || isOfLanes(endpoint)) return null;
  const named = namedCustomers(params);
  if (named.length > 0) return { customers: named, opened: true };
  const listed = namedCustomers(body);
  return listed.length > 0 ? { customers: listed, opened: false } : null;
}
