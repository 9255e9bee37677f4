import { daysBefore } from './calendar.ts';
import type { Member } from './member-model.ts';
import type { CardPayment, Dispute, Refund, RegisterSale } from './payment-model.ts';
import { stripeId, type Random } from './random.ts';
import type { DisputeOutcome, SaleOutcome } from './sale-outcomes.ts';

const idLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789';
const hourMs = 3_600_000;

/** Returns the card objects of a sale: the charge, and the recovery charge after a lost dispute. */
export function payWithCard(random: Random, now: Date, sale: RegisterSale, member: Member, outcome: SaleOutcome): CardPayment[] {
  const { at, site, terminal, employee, saleId, total, lines } = sale;
  const dispute = outcome.dispute && openDispute(random, now, outcome.dispute);
  const recovery = outcome.dispute?.recovered && dispute ? serial(random) : null;
  const shared = { customer: member.id, amount: total, site, employee, declined: false, refunds: [], dispute: null, recovers: null };
  const paid: CardPayment = {
    ...shared,
    serial: serial(random),
    at,
    description: lines[0]?.item ?? '',
    terminal,
    saleId,
    declined: outcome.money === 'declined',
    refunds: refundsOf(random, sale, outcome),
    dispute: dispute && { ...dispute, recoveredBy: recovery && `ch_${recovery}` },
  };
  if (recovery === null || !dispute) return [paid];
  const decided = new Date(Date.parse(dispute.opened) + 240 * hourMs).toISOString();
  const recovered = { ...shared, serial: recovery, at: decided, description: 'Dispute recovery', terminal: 'office', saleId: null };
  return [paid, { ...recovered, recovers: dispute.id }];
}

const serial = (random: Random): string => random.characters(14, idLetters);

function refundsOf(random: Random, { total, at, employee }: RegisterSale, { money }: SaleOutcome): Refund[] {
  if (money !== 'refunded' && money !== 'partlyRefunded') return [];
  const amount = money === 'refunded' ? total : Math.floor(total / 3);
  const later = new Date(Date.parse(at) + hourMs * random.fraction()).toISOString();
  return [{ id: stripeId(random, 're'), amount, at: later, note: 'Customer was not satisfied', employee }];
}

function openDispute(random: Random, now: Date, { status, openedDaysAgo }: DisputeOutcome): Omit<Dispute, 'recoveredBy'> {
  return {
    id: stripeId(random, 'du'),
    opened: daysBefore(now, openedDaysAgo).toISOString(),
    reason: random.pick(['fraudulent', 'product_not_received', 'duplicate']),
    status,
  };
}
