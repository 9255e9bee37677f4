import { disputeIsOpen, isKnownDisputeStatus } from '@washdesk/rules/billing/disputes';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { siteDate } from '@washdesk/rules/dates/dates';
import type { ProviderCard, ProviderCharge, ProviderDispute, ProviderInvoice, ProviderRefund } from '../../../common/provider-objects.ts';

/** A later change at Stripe, as text for the customer's notes. Alerts need action. */
export interface LaterChangeReport {
  words: string;
  alert: boolean;
  action: string;
  subject: string;
}

export const refundFailed = ({ id, amount, failure_reason: why }: ProviderRefund): LaterChangeReport => ({
  words: `Refund [${id}] of ${centsToDollars(amount)} failed${why ? ` (${why})` : ''}. The money is back in our account. Refund it another way`,
  alert: true,
  action: 'refund.failed',
  subject: `refund:${id}`,
});

export function disputeOpened({ id, amount, reason, evidence_details: { due_by: due } }: ProviderDispute): LaterChangeReport {
  const until = due === null ? '' : `; evidence due by ${siteDate(new Date(due * 1_000), 'UTC')}`;
  return {
    words: `Dispute of ${centsToDollars(amount)} opened (${reason})${until}`,
    alert: true,
    action: 'dispute.opened',
    subject: `dispute:${id}`,
  };
}

const decisions: Readonly<Record<string, string>> = { won: 'was won', lost: 'was lost' };

export function disputeChanged({ id, amount, status, evidence_details: { due_by: due } }: ProviderDispute): LaterChangeReport {
  const until = due === null ? '' : `; evidence due by ${siteDate(new Date(due * 1_000), 'UTC')}`;
  const news = isKnownDisputeStatus(status)
    ? `needs a response${until}`
    : `has a status that this release doesn’t know (${status})${until}. Check it in Stripe`;
  return {
    words: `The dispute of ${centsToDollars(amount)} ${decisions[status] ?? news}`,
    alert: disputeIsOpen(status),
    action: 'dispute.changed',
    subject: `dispute:${id}`,
  };
}

interface Alarm {
  detail: string | null;
  settled: boolean;
}

const inBrackets = (detail: string | null): string => (detail === null ? '' : ` (${detail})`);

/** A charge that was refunded or disputed meanwhile needs no action. */
export const fraudWarned = ({ id, amount, refunded, disputed }: ProviderCharge, { detail, settled }: Alarm): LaterChangeReport => {
  const isLate = settled || refunded || disputed;
  return {
    words: `The bank reports the payment of ${centsToDollars(amount)} as fraud${inBrackets(detail)}. ${
      isLate ? 'It is already refunded or disputed' : 'Refund it before it becomes a dispute, and check the customer’s other payments'
    }`,
    alert: !isLate,
    action: 'charge.fraud-warned',
    subject: `charge:${id}`,
  };
};

export const reviewOpened = ({ id, amount }: ProviderCharge, { detail }: Alarm): LaterChangeReport => ({
  words: `Stripe holds the payment of ${centsToDollars(amount)} for review${inBrackets(detail)}. Approve or refund it in Stripe`,
  alert: true,
  action: 'charge.review-opened',
  subject: `charge:${id}`,
});

export const payoutFailed = (id: string, { detail }: Alarm): LaterChangeReport => ({
  words: `A payout to the bank failed${inBrackets(detail)}. Check the bank account in Stripe`,
  alert: true,
  action: 'payout.failed',
  subject: `payout:${id}`,
});

export const invoiceNotFinalized = ({ id, total }: ProviderInvoice, { detail }: Alarm): LaterChangeReport => ({
  words: `Stripe couldn’t finalize an invoice of ${centsToDollars(total)}${inBrackets(detail)}. It isn’t collected until this is corrected in Stripe`,
  alert: true,
  action: 'invoice.not-finalized',
  subject: `invoice:${id}`,
});

/** @param was the previous status */
export const chargeFailed = ({ id, amount, failure_message: why }: ProviderCharge, was: string | null): LaterChangeReport => ({
  words: `The payment of ${centsToDollars(amount)} ${was === 'pending' ? 'that was pending failed' : 'failed after it succeeded'}${why ? `: ${why}` : ''}`,
  alert: true,
  action: 'charge.failed',
  subject: `charge:${id}`,
});

/** @param was the card's display name @param pays whether it paid a running plan */
export const cardRemoved = (id: string, was: string, pays: boolean): LaterChangeReport => ({
  words: `The card ${was} was removed at Stripe${pays ? '. The plan has no card now. Capture one' : ''}`,
  alert: pays,
  action: 'card.removed',
  subject: `payment_method:${id}`,
});

export function cardReplaced({ id, card }: ProviderCard, was: string): LaterChangeReport {
  const expires = card?.exp_month && card.exp_year ? ` and expires ${card.exp_month}/${card.exp_year}` : '';
  return {
    words: `The card ${was} was replaced by its bank. It now ends in ${card?.last4 ?? 'other digits'}${expires}`,
    alert: false,
    action: 'card.replaced',
    subject: `payment_method:${id}`,
  };
}
