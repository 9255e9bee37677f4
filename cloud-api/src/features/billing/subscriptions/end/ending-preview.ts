import type { z } from 'zod';
import type { previewEnding } from '@washdesk/contracts/billing/plans/subscription-preview';
import { epochSeconds } from '@washdesk/rules/dates/dates';
import { mayNotHaveCompletedCycle } from '@washdesk/rules/plans/plan-changes';
import { awaitsFirstPayment } from '@washdesk/rules/plans/statuses';
import type { ProviderInvoice, ProviderSubscription } from '../../../../common/provider-objects.ts';
import type { Db } from '../../../../db/pool.ts';
import { creditAfterEnd } from '../../../../mirror/reads/customer-credit.ts';
import { withProviderFailures } from '../../../../operations/provider-failures.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { PaymentsUnavailable, type PaymentsReader } from '../../../../ports/payments.ts';
import { refuseUnchangeable } from '../change/changed-plans.ts';
import { heldSchedule } from '../change/held-schedule.ts';
import { invoicesById, openInvoicesOf } from '../plan-facts.store.ts';
import type { PlanFacts } from '../plan-facts.ts';
import { draftsOf } from './ended-invoices.ts';

type Ending = z.input<typeof previewEnding.response>;

interface Options {
  db: Db;
  payments: PaymentsReader;
  facts: PlanFacts;
  clock: Clock;
}

/** Previews what the end of a plan would leave due (docs/rules/billing.md#discontinue-and-terminate). Changes nothing. */
export class EndingPreview {
  readonly #parts: Options;

  constructor(parts: Options) {
    this.#parts = parts;
  }

  /** @throws Failure 404 `subscription_not_found`, 409 `not_changeable` */
  async preview(id: string, change: 'discontinue' | 'terminate'): Promise<Ending> {
    const { db, facts, clock } = this.#parts;
    const found = await facts.subscription(id);
    refuseUnchangeable(change, found);
    const { subscription, plans } = found;
    const neverBegan = awaitsFirstPayment(subscription.status);
    const atOnce = change === 'terminate' || neverBegan;
    const { customer, subscriptions } = plans;
    const [voided, credit] = await Promise.all([
      this.#voided(subscription, atOnce, neverBegan),
      this.#credit({ customer, subscriptions, ending: id }),
    ]);
    const open = (await openInvoicesOf(db, id, null)).filter((one) => !voided.some((other) => other.id === one.id));
    const isBilled = plans.invoices.has(subscription.latest_invoice ?? '');
    return {
      ends: atOnce ? epochSeconds(clock.now()) : (subscription.items.data[0]?.current_period_end ?? epochSeconds(clock.now())),
      at_once: atOnce,
      open_invoices: open.map(left),
      voided_invoices: voided.map(left),
      credit,
      releases_increase: heldSchedule(subscription, plans.schedules, clock.now())?.increase != null,
      warning: isBilled || neverBegan ? null : mayNotHaveCompletedCycle,
    };
  }

  async #credit(asked: Parameters<typeof creditAfterEnd>[1]): Promise<number | null> {
    try {
      return await creditAfterEnd(this.#parts.payments, asked);
    } catch (error) {
      // the end itself waits for Stripe, and its preview does not have to
      if (error instanceof PaymentsUnavailable) return null;
      throw error;
    }
  }

  async #voided(subscription: ProviderSubscription, atOnce: boolean, neverBegan: boolean): Promise<ProviderInvoice[]> {
    const { db, payments } = this.#parts;
    const { id, customer, latest_invoice: latest } = subscription;
    if (neverBegan) return latest ? invoicesById(db, [latest]) : [];
    if (!atOnce) return [];
    return withProviderFailures(draftsOf(payments, customer, id));
  }
}

const left = ({ id, number, amount_remaining }: ProviderInvoice) => ({ id, number, amount_remaining });
