import { normalizeCode } from '@washdesk/rules/codes/codes';
import { pruneRecent, redeemWindowMs, type RecentRedeem } from '@washdesk/rules/lane/redeem';
import { recentStatus, type RedeemAnswer, type Verdict } from './verdict/verdict.ts';

/** One row of Recent Customers. */
export interface RecentCustomer extends RecentRedeem {
  /** Unique in the list. */
  id: string;
  /** Stripe's id of the customer; null if this screen does not have it. */
  customerId: string | null;
  name: string | null;
  /** Admitted with a payment due. */
  isPaymentDue: boolean;
}

/** The data for the buttons of the last customer. */
export type LastMember = Pick<RedeemAnswer, 'id' | 'name' | 'usageId' | 'priceIncrease'>;

export interface RedeemState {
  /** The text in the plate/tag box. */
  input: string;
  /** The code whose lookup is running. */
  pending: string | null;
  /** Codes to look up next, in order of arrival. */
  waiting: readonly string[];
  verdict: Verdict | null;
  /** The member of the last code; Print Receipt and the buttons beside it apply only to this member. */
  last: { code: string; member: LastMember } | null;
  /** Within 300 s, newest first. */
  recent: RecentCustomer[];
  /** Codes of lookups with an unknown outcome. */
  unresolvedCodes: readonly string[];
}

export type RedeemEvent =
  | { type: 'typed'; input: string }
  | { type: 'lined'; waiting: readonly string[] }
  | { type: 'started'; code: string }
  /** `at`: this browser's clock when the verdict arrived. */
  | { type: 'ended'; verdict: Verdict; at: Date; unresolvedCodes: readonly string[] }
  | { type: 'messageExpired' }
  | { type: 'pruned'; now: Date; unresolvedCodes: readonly string[] }
  | { type: 'recalled'; usages: readonly RecalledUsage[]; now: Date };

/** A recent usage as returned by the API. */
interface RecalledUsage {
  id: string;
  code: string;
  customer: string;
  redeemed: string;
  name: string | null;
  paymentDue: boolean;
}

export function initialRedeemState(unresolvedCodes: readonly string[]): RedeemState {
  return { input: '', pending: null, waiting: [], verdict: null, last: null, recent: [], unresolvedCodes };
}

export function redeemReducer(state: RedeemState, event: RedeemEvent): RedeemState {
  switch (event.type) {
    case 'typed':
      return { ...state, input: event.input };
    case 'lined':
      return { ...state, waiting: event.waiting };
    case 'started':
      return { ...state, pending: event.code, verdict: null };
    case 'ended':
      return ended(state, event);
    case 'messageExpired':
      return messageExpired(state);
    case 'pruned':
      return { ...state, recent: pruneRecent(state.recent, event.now), unresolvedCodes: event.unresolvedCodes };
    case 'recalled':
      return { ...state, recent: recalled(state.recent, event.usages, event.now) };
  }
}

function ended(state: RedeemState, { verdict, at, unresolvedCodes }: RedeemEvent & { type: 'ended' }): RedeemState {
  const status = recentStatus(verdict.kind);
  const entry = { id: verdict.member?.usageId ?? at.toISOString(), code: verdict.code, redeemedAt: at.toISOString(), status };
  const about = { customerId: verdict.member?.id ?? null, name: verdict.member?.name ?? null, isPaymentDue: verdict.kind === 'paymentDue' };
  return {
    ...state,
    pending: null,
    verdict,
    last: lastOf(state, verdict),
    recent: entry.status ? newestFirst([{ ...entry, ...about, status: entry.status }, ...state.recent]) : state.recent,
    unresolvedCodes,
  };
}

/** Returns the member of the last code; never the previous customer, whose buttons would be pressed for the rejected car. */
function lastOf({ last, recent }: RedeemState, { kind, code, member }: Verdict): RedeemState['last'] {
  if (member) return { code, member };
  if (last?.code === code) return last;
  // Rejected without a call: the list has the usage, whose receipt may be printed again.
  const usage = kind === 'already' ? recent.find((entry) => entry.status === 'Active' && entry.code === code) : undefined;
  if (!usage || usage.customerId === null) return null;
  return { code, member: { id: usage.customerId, name: usage.name, usageId: usage.id, priceIncrease: false } };
}

/**
 * Returns the member whose car is at the lane, if known: the one looked up last, while the result is shown or the member is in the recent
 * list.
 */
export function customerAtLane({ verdict, last, recent }: RedeemState): string | null {
  if (last === null) return null;
  return verdict?.code === last.code || recent.some(({ code }) => code === last.code) ? last.member.id : null;
}

/** Empties the box with the message, unless the next code is being typed. */
function messageExpired(state: RedeemState): RedeemState {
  const untouched = state.verdict !== null && normalizeCode(state.input) === state.verdict.code;
  return { ...state, verdict: null, input: untouched ? '' : state.input };
}

/**
 * Adds the API's recent usages after those of this screen. The API's clock may differ from the browser's: a time outside the window moves
 * to the nearer end, so that an entry neither disappears at once nor stays forever.
 */
function recalled(seen: RecentCustomer[], usages: readonly RecalledUsage[], now: Date): RecentCustomer[] {
  const known = new Set(seen.map((entry) => entry.id));
  const others = usages
    .filter((usage) => !known.has(usage.id))
    .map(({ id, code, customer, redeemed, name, paymentDue }): RecentCustomer => ({
      id,
      code,
      redeemedAt: withinWindow(redeemed, now),
      status: 'Active',
      customerId: customer,
      name,
      isPaymentDue: paymentDue,
    }));
  return newestFirst([...seen, ...others]);
}

function withinWindow(time: string, now: Date): string {
  const latest = now.getTime();
  const earliest = latest - redeemWindowMs + 1;
  return new Date(Math.min(latest, Math.max(earliest, Date.parse(time)))).toISOString();
}

function newestFirst(entries: RecentCustomer[]): RecentCustomer[] {
  const once = new Map(entries.toReversed().map((entry) => [entry.id, entry]));
  return [...once.values()].toSorted((a, b) => Date.parse(b.redeemedAt) - Date.parse(a.redeemedAt));
}
