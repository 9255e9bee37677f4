import type { WritableMetadata } from '@washdesk/contracts/members/customer-edit';
import { trimmedPriceChanges } from '@washdesk/rules/plans/price-change-data';

/** A next price is kept for one month, at most 31 days. */
const longestMonthMs = 31 * 86_400_000;

type Read = { value: string } | { problem: string };
type Reader = (given: string, now: Date) => Read;

const matching =
  (form: RegExp, problem: string): Reader =>
  (given) =>
    form.test(given) ? { value: given } : { problem };

const flag = matching(/^(?:true|false)$/, 'must be true or false');

function expiry(given: string, now: Date): Read {
  const instant = /^\d{1,11}$/.test(given) ? Number(given) * 1_000 : null;
  if (instant === null) return { problem: 'must be epoch seconds' };
  return instant <= now.getTime() + longestMonthMs ? { value: given } : { problem: 'must be within the next month' };
}

function history(given: string): Read {
  const value = trimmedPriceChanges(given);
  return value === null ? { problem: 'must be a list of price changes' } : { value };
}

const readers: Readonly<Record<WritableMetadata, Reader>> = {
  nextprice: matching(/^price_\w{1,80}$/, "must be a price's id"),
  nextpriceexpires: expiry,
  price_change_data: history,
  clonedTo: matching(/^cus_\w{1,80}$/, "must be a customer's id"),
  bademail: flag,
  scheduleAcknowledged: flag,
};

/** The allowed values of a key; an empty text clears it. */
export const metadataValue = (key: WritableMetadata, given: string, now: Date): Read =>
  given === '' ? { value: '' } : readers[key](given, now);
