import type { z } from 'zod';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { getMember, MemberStanding, memberWashes } from '@washdesk/contracts/members/member';
import { codeKind } from '@washdesk/rules/codes/codes';
import { customerKeys, subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { noFirstName, parseName } from '@washdesk/rules/customers/names';
import { awaitsFirstPayment, hasEnded, isMember, isPaymentDue } from '@washdesk/rules/plans/statuses';
import type { MemberSession, Principal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import { namedSite } from '../../../db/named-sites.ts';
import type { Db } from '../../../db/pool.ts';
import { liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { MemberDataRequests } from './member-data.service.ts';
import { languageOf } from './member-languages.store.ts';
import type { MemberPlates } from './member-plates.service.ts';
import { memberPlanOf, type MemberReads } from './member-reads.ts';
import { openInvoicesOf } from './member-view.store.ts';
import { rightsOf } from './plan-rights.ts';
import type { SaveOffers } from './save-offers.service.ts';

type Overview = z.input<typeof getMember.response>;
type Washes = z.input<typeof memberWashes.response>;

interface Options {
  db: Db;
  clock: Clock;
  reads: MemberReads;
  plates: Pick<MemberPlates, 'movableFrom'>;
  data: Pick<MemberDataRequests, 'erasureRequestedSince'>;
  saveOffers: Pick<SaveOffers, 'of'>;
}

const isoOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();
const isoOrNull = (seconds: number | null): string | null => (seconds === null ? null : isoOf(seconds));

/** What members see of their own (docs/rules/members.md#self-service). */
export class MemberViews {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws Failure 404 `customer_not_found` */
  async overview({ customer, kind }: MemberSession, by: Principal): Promise<Overview> {
    const { db, reads, plates, data, saveOffers } = this.#options;
    const [person, subscriptions, summary, due, plateFrom, erasureRequested] = await Promise.all([
      liveCustomer(db, customer),
      reads.subscriptionsOf(customer),
      reads.summaryOf(customer, by),
      openInvoicesOf(db, customer),
      plates.movableFrom(customer),
      data.erasureRequestedSince(customer),
    ]);
    const plan = memberPlanOf(subscriptions);
    const [lang, site, bill, rights] = await Promise.all([
      languageOf(db, person),
      plan && this.#siteOf(plan),
      plan && this.#nextBill(plan, by),
      plan && rightsOf(plan, this.#options),
    ]);
    const { firstName } = parseName(person.name ?? '');
    const plate = person.metadata?.[customerKeys.plate] ?? '';
    const { card } = summary;
    const canceledTo = rights?.cancellation?.ends ?? null;
    return {
      name: firstName === noFirstName ? null : firstName,
      plate: plate === '' ? null : plate,
      plan: plan && planView(plan, site, canceledTo),
      next_bill: bill && !(canceledTo !== null && new Date(bill.date) >= canceledTo) ? bill : null,
      card: card && { brand: card.brand, last4: card.last4, exp_month: card.exp_month, exp_year: card.exp_year, expiry: card.expiry },
      due,
      washes_this_month: summary.washes_this_month,
      change_from: rights?.changeFrom?.toISOString() ?? null,
      cancel: rights?.cancel ? { ends: rights.cancel.ends.toISOString(), bills_again: rights.cancel.billsAgain } : null,
      save_offers: plan && rights?.cancel && !rights.changeFrom ? await saveOffers.of(plan, by) : [],
      may_reactivate: rights?.mayReactivate ?? false,
      confirmation: rights?.cancellation?.confirmation ?? null,
      plate_from: plateFrom?.toISOString() ?? null,
      lang,
      needs_code: kind === 'payment',
      erasure_requested: erasureRequested?.toISOString() ?? null,
    };
  }

  async washes(customer: string, page: string | undefined): Promise<Washes> {
    const { rows, ...rest } = await this.#options.reads.washesOf(customer, page);
    return {
      washes: rows.map(({ created, siteName, code }) => ({ at: created.toISOString(), site: siteName, plate: plateOf(code) })),
      ...rest,
    };
  }

  async #siteOf({ metadata }: Subscription): Promise<string | null> {
    const site = Number(metadata[subscriptionKeys.site]);
    return Number.isSafeInteger(site) ? ((await namedSite(this.#options.db, site))?.name ?? null) : null;
  }

  /** A page without the next bill is better than none while the provider doesn't respond. */
  async #nextBill({ id, status, cancel_at_period_end }: Subscription, by: Principal): Promise<Overview['next_bill']> {
    if (!isMember(status) || cancel_at_period_end) return null;
    try {
      const { total, tax, amount_due, date } = await this.#options.reads.nextBillOf(id, by);
      return date === null ? null : { date: isoOf(date), subtotal: total - tax, tax, total: amount_due };
    } catch (error) {
      if (error instanceof Failure && error.status === 503) return null;
      throw error;
    }
  }
}

function standingOf({ status, cancel_at_period_end, cancel_at }: Subscription, isCanceled: boolean): MemberStanding {
  if (hasEnded(status)) return 'ended';
  if (awaitsFirstPayment(status)) return 'waiting';
  if (isPaymentDue(status)) return 'payment_due';
  if (!isMember(status)) return 'stopped';
  return cancel_at_period_end || cancel_at !== null || isCanceled ? 'ending' : 'active';
}

/** @param canceledTo when a cancellation by the member ends it */
function planView(subscription: Subscription, site: string | null, canceledTo: Date | null): NonNullable<Overview['plan']> {
  const { plan, items, created, current_period_end: end, ended_at, cancel_at: endsAt, cancel_at_period_end } = subscription;
  // another quantity or a second plan was set at the provider
  const isOne = items.data.length === 1 && items.data[0]?.quantity === 1;
  return {
    name: plan?.product.name ?? plan?.nickname ?? '',
    site,
    standing: standingOf(subscription, canceledTo !== null),
    amount: isOne ? (plan?.amount ?? null) : null,
    total: isOne ? (plan?.total ?? null) : null,
    since: isoOf(created),
    paid_until: isoOrNull(end),
    ends: ended_at === null ? (isoOrNull(cancel_at_period_end ? end : endsAt) ?? canceledTo?.toISOString() ?? null) : isoOf(ended_at),
  };
}

/** A member does not know the number of the tag. */
const plateOf = (code: string | null): string | null => (code !== null && codeKind(code) === 'plate' ? code : null);
