import { disputeIsAnswered, disputeIsDecided, disputeIsOpen } from '@washdesk/rules/billing/disputes';
import type { ProviderCard, ProviderCharge, ProviderDispute, ProviderRefund } from '../common/provider-objects.ts';
import type { JobPayloads } from '../jobs/job.ts';
import type { Change } from './snapshots/mirror.store.ts';

/** A change to money or a card that the provider reports long after the operation has ended. */
export interface LaterChange {
  /** Unique among all changes that the provider ever reported. */
  key: string;
  /** The customer who had the card; null for a change of a charge. */
  customer: string | null;
  charge: string | null;
  payload: JobPayloads['payment.changed-later'];
}

/** Maximum age at which an object new to the mirror is reported: reconcile also finds old objects. */
const youngSeconds = 7 * 86_400;

const ended = ['failed', 'canceled'];

/** Returns the later change that a change of the mirror contains; null if staff need not see it. */
export function laterChangeOf({ kind, snapshot: { object }, before, turn }: Change, now: Date): LaterChange | null {
  if (turn === 'gone') return null;
  const isYoung = ({ created = 0 }: { created?: number }): boolean => created > now.getTime() / 1_000 - youngSeconds;
  switch (kind) {
    case 'refund':
      return refundChange(object as ProviderRefund, before as ProviderRefund | null, isYoung(object as ProviderRefund));
    case 'dispute':
      return disputeChange(object as ProviderDispute, before as ProviderDispute | null, isYoung(object as ProviderDispute));
    case 'charge':
      return chargeChange(object as ProviderCharge, before as ProviderCharge | null);
    case 'payment_method':
      return cardChange(object as ProviderCard, before as ProviderCard | null);
    default:
      return null;
  }
}

interface About {
  customer?: string;
  charge?: string | null;
  was?: string;
  suffix?: string;
}

const change = (about: LaterChange['payload']['about'], id: string, found: About): LaterChange => ({
  key: `${about}:${id}${found.suffix ?? ''}`,
  customer: found.customer ?? null,
  charge: found.charge ?? null,
  payload: { about, id, was: found.was ?? null },
});

function refundChange({ id, status, charge }: ProviderRefund, before: ProviderRefund | null, isYoung: boolean): LaterChange | null {
  const isNews = before ? before.status !== status : isYoung;
  return isNews && ended.includes(status ?? '') ? change('refund-failed', id, { charge }) : null;
}

/** Returns a new dispute, or one whose status asks for a response again, was decided, or is unknown. */
function disputeChange({ id, status, charge }: ProviderDispute, before: ProviderDispute | null, isYoung: boolean): LaterChange | null {
  if (!before) return isYoung && disputeIsOpen(status) ? change('dispute-opened', id, { charge }) : null;
  if (before.status === status || (disputeIsAnswered(status) && !disputeIsDecided(status))) return null;
  return change('dispute-changed', id, { charge, was: before.status, suffix: `:${status}` });
}

/**
 * Returns the later change of a charge that had succeeded or was pending at the bank. A charge that is declined at once is reported by its
 * own call.
 */
const chargeChange = ({ id, status }: ProviderCharge, before: ProviderCharge | null): LaterChange | null =>
  before && before.status !== 'failed' && status === 'failed' ? change('charge-failed', id, { charge: id, was: before.status }) : null;

function cardChange(card: ProviderCard, before: ProviderCard | null): LaterChange | null {
  const customer = before?.customer;
  if (!before || !customer) return null;
  const was = cardName(before);
  if (!card.customer) return change('card-removed', card.id, { customer, was });
  const { last4, exp_month: month, exp_year: year } = card.card ?? {};
  const isReplaced =
    before.card && card.card && (before.card.last4 !== last4 || before.card.exp_year !== year || before.card.exp_month !== month);
  return isReplaced ? change('card-replaced', card.id, { customer, was, suffix: `:${last4}:${month}/${year}` }) : null;
}

function cardName({ card, type }: ProviderCard): string {
  const brand = card?.brand ?? type;
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)}${card ? ` ending in ${card.last4}` : ''}`;
}
