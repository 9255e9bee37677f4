import { readCode } from '@washdesk/rules/codes/code-forms';
import { redeemWindowMs as defaultRedeemWindowMs } from '@washdesk/rules/company/redeem-window';
import { pruneRecent, type RecentRedeem } from '@washdesk/rules/lane/redeem';
import { subjectOf } from './lookup.ts';
import { isRefusal, recentStatus, type RedeemAnswer, type Verdict } from './verdict/verdict.ts';

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
  /** The lookup that is running. */
  pending: string | null;
  /** Lookups to run next, in order of arrival. */
  waiting: readonly string[];
  verdict: Verdict | null;
  /** The member of the last code; Print Receipt and the buttons beside it apply only to this member. */
  last: { code: string; member: LastMember } | null;
  /** Within the redeem window, newest first. */
  recent: RecentCustomer[];
  /** The company's setting; its default until the API has returned it. */
  windowMs: number;
  /** Lookups with an unknown outcome. */
  unresolved: readonly string[];
  /** Usages that can still be undone. */
  undoable: readonly string[];
}

export type RedeemEvent =
  | { type: 'typed'; input: string }
  | { type: 'lined'; waiting: readonly string[] }
  | { type: 'started'; subject: string }
  /** `at`: this browser's clock when the verdict arrived. */
  | { type: 'ended'; verdict: Verdict; at: Date; unresolved: readonly string[] }
  /** An automatic retry ended: it replaces no other car's verdict. */
  | { type: 'resolved'; verdict: Verdict; at: Date; unresolved: readonly string[] }
  | { type: 'undone'; usageId: string }
  | { type: 'undoExpired'; usageId: string }
  | { type: 'dismissed' }
  | { type: 'messageExpired' }
  | { type: 'pruned'; now: Date; unresolved: readonly string[] }
  | { type: 'recalled'; usages: readonly RecalledUsage[]; windowMs: number; now: Date };

/** A recent usage as returned by the API. */
interface RecalledUsage {
  id: string;
  code: string;
  customer: string;
  redeemed: string;
  name: string | null;
  paymentDue: boolean;
}

export function initialRedeemState(unresolved: readonly string[]): RedeemState {
  return {
    input: '',
    pending: null,
    waiting: [],
    verdict: null,
    last: null,
    recent: [],
    windowMs: defaultRedeemWindowMs,
    unresolved,
    undoable: [],
  };
}

export function redeemReducer(state: RedeemState, event: RedeemEvent): RedeemState {
  switch (event.type) {
    case 'typed':
      return { ...state, input: event.input };
    case 'lined':
      return { ...state, waiting: event.waiting };
    case 'started':
      return { ...state, pending: event.subject, verdict: null };
    case 'ended':
      return { ...withUsage(state, event), pending: null, verdict: event.verdict, last: lastOf(state, event.verdict) };
    case 'resolved':
      return resolved(state, event);
    case 'undone':
      return undone(state, event.usageId);
    case 'undoExpired':
      return { ...state, undoable: state.undoable.filter((id) => id !== event.usageId) };
    case 'dismissed':
      return { ...state, verdict: null };
    case 'messageExpired':
      return messageExpired(state);
    case 'pruned':
      return { ...state, recent: pruneRecent(state.recent, event.now, state.windowMs), unresolved: event.unresolved };
    case 'recalled':
      return { ...state, recent: recalled(state.recent, event), windowMs: event.windowMs };
  }
}

type Recalled = Extract<RedeemEvent, { type: 'recalled' }>;
type Outcome = Extract<RedeemEvent, { type: 'ended' | 'resolved' }>;

/** Adds the outcome to the recent customers; a usage that was just recorded can be undone. */
function withUsage(state: RedeemState, { verdict, at, unresolved }: Outcome): RedeemState {
  const status = recentStatus(verdict.kind);
  const usageId = verdict.member?.usageId ?? null;
  const entry = { id: usageId ?? at.toISOString(), code: verdict.code, redeemedAt: at.toISOString(), status };
  const about = { customerId: verdict.member?.id ?? null, name: verdict.member?.name ?? null, isPaymentDue: verdict.kind === 'paymentDue' };
  return {
    ...state,
    recent: entry.status ? newestFirst([{ ...entry, ...about, status: entry.status }, ...state.recent]) : state.recent,
    undoable: status === 'Active' && usageId !== null ? [...state.undoable, usageId] : state.undoable,
    unresolved,
  };
}

/** Shows the outcome if its car is still the one in sight, or none is. */
function resolved(state: RedeemState, event: Outcome): RedeemState {
  const { pending, verdict } = state;
  const isInSight = verdict === null ? pending === null : subjectOf(verdict) === subjectOf(event.verdict);
  const next = withUsage(state, event);
  return isInSight ? { ...next, verdict: event.verdict, last: lastOf(state, event.verdict) } : next;
}

function undone(state: RedeemState, usageId: string): RedeemState {
  const { verdict, last } = state;
  return {
    ...state,
    recent: state.recent.filter(({ id }) => id !== usageId),
    undoable: state.undoable.filter((id) => id !== usageId),
    last: last?.member.usageId === usageId ? { ...last, member: { ...last.member, usageId: null } } : last,
    verdict: verdict?.member?.usageId === usageId ? { ...verdict, kind: 'undone', message: 'No usage is recorded', member: null } : verdict,
  };
}

/** Returns the member of the last code; never the previous customer, whose buttons would be pressed for the rejected car. */
function lastOf({ last }: RedeemState, { code, member }: Verdict): RedeemState['last'] {
  if (member) return { code, member };
  return last?.code === code ? last : null;
}

/**
 * Returns the member whose car is at the lane, if known: the one looked up last, while the result is shown or the member is in the recent
 * list.
 */
export function customerAtLane({ verdict, last, recent }: RedeemState): string | null {
  if (last === null) return null;
  return verdict?.code === last.code || recent.some(({ code }) => code === last.code) ? last.member.id : null;
}

/** Empties the box with the message, unless the next code is being typed. A refusal stays until it is dealt with. */
function messageExpired(state: RedeemState): RedeemState {
  const { verdict, input } = state;
  const untouched = verdict !== null && readCode(input) === verdict.code;
  return { ...state, verdict: verdict && isRefusal(verdict.kind) ? verdict : null, input: untouched ? '' : input };
}

/**
 * Adds the API's recent usages after those of this screen. The API's clock may differ from the browser's: a time outside the window moves
 * to the nearer end, so that an entry neither disappears at once nor stays forever.
 */
function recalled(seen: RecentCustomer[], { usages, windowMs, now }: Recalled): RecentCustomer[] {
  const known = new Set(seen.map((entry) => entry.id));
  const others = usages
    .filter((usage) => !known.has(usage.id))
    .map(({ id, code, customer, redeemed, name, paymentDue }): RecentCustomer => ({
      id,
      code,
      redeemedAt: withinWindow(redeemed, now, windowMs),
      status: 'Active',
      customerId: customer,
      name,
      isPaymentDue: paymentDue,
    }));
  return newestFirst([...seen, ...others]);
}

function withinWindow(time: string, now: Date, windowMs: number): string {
  const latest = now.getTime();
  const earliest = latest - windowMs + 1;
  return new Date(Math.min(latest, Math.max(earliest, Date.parse(time)))).toISOString();
}

function newestFirst(entries: RecentCustomer[]): RecentCustomer[] {
  const once = new Map(entries.toReversed().map((entry) => [entry.id, entry]));
  return [...once.values()].toSorted((a, b) => Date.parse(b.redeemedAt) - Date.parse(a.redeemedAt));
}
