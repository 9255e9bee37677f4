import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCountedDispute } from '@washdesk/rules/billing/disputes';
import { codeKind } from '@washdesk/rules/codes/codes';
import { productClasses } from '@washdesk/rules/company/product-classes';
import { Role } from '@washdesk/rules/company/roles';
import { firstOfNextMonth } from '@washdesk/rules/dates/billing-instant';
import { usageAverages, usageBadge, usageTrend } from '@washdesk/rules/lane/usage';
import { daysBefore } from './calendar.ts';
import { makeCompany, type Company } from './company.ts';
import type { EdgeCaseKey } from './edge-cases.ts';
import type { Member } from './member-model.ts';

const now = new Date('2026-11-21T15:30:00Z');
const today = '2026-11-21';
const company = makeCompany({ now });

function memberOf(key: EdgeCaseKey): Member {
  const member = company.members.find(({ id }) => id === company.edgeCases[key].customer);
  if (!member) throw new Error(`No member for ${key}`);
  return member;
}

const usageOf = (key: EdgeCaseKey) => company.monthlyUsage.filter(({ customer }) => customer === company.edgeCases[key].customer);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

describe('the company as a whole', () => {
  it('is the same for the same seed and instant, and another for another seed', () => {
    expect(makeCompany({ now })).toEqual(company);
    expect(makeCompany({ now, seed: 2 }).members[0]?.plate).not.toBe(company.members[0]?.plate);
  });

  it('has two thousand members, two sites, and a user of every role', () => {
    expect(company.members).toHaveLength(2000);
    expect(company.sites.map(({ number }) => number)).toEqual([12, 27]);
    for (const role of Object.values(Role)) expect(company.logins.some(({ roles }) => roles === role)).toBe(true);
    expect(company.logins.find(({ employeeNumber }) => employeeNumber === 3242)?.roles).toBe(Role.Admin);
    expect(company.employees.length).toBeGreaterThan(company.logins.length);
  });

  it('sells a plan of every product class at both sites', () => {
    const sold = (site: number) =>
      company.prices.filter((price) => price.site === site && price.current).map((price) => price.productClass);
    expect(sold(12)).toEqual(productClasses);
    expect(sold(27)).toEqual(productClasses);
  });

  it('gives interior plans, and only those, a plate that ends in HI', () => {
    const interiorPrices = new Set(company.prices.flatMap(({ id, productClass }) => (productClass.endsWith('Interior') ? [id] : [])));
    const subscribed = company.members.flatMap(({ plate, subscription }) =>
      subscription ? [{ plate, priceId: subscription.priceId }] : [],
    );
    const mismatched = subscribed.filter(({ plate, priceId }) => plate.endsWith('-HI') !== interiorPrices.has(priceId));
    expect(mismatched).toEqual([]);
    expect(subscribed.some(({ plate }) => plate.endsWith('-HI'))).toBe(true);
  });

  it('gives no code to two members, but for the one plate that is meant to be shared', () => {
    const codes = company.members.flatMap(({ plate, tag, theCard, extraCodes, disabledCodes }) => [
      plate,
      tag,
      theCard,
      ...extraCodes,
      ...disabledCodes,
    ]);
    const known = codes.filter((code) => code !== null);
    expect(known.length - new Set(known).size).toBe(1);
    expect(memberOf('sharedPlateCanceled').plate).toBe(memberOf('sharedPlateLive').plate);
    const ids = company.members.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('writes every code in a form the product knows', () => {
    const kinds = (codes: (string | null)[]) => new Set(codes.flatMap((code) => (code === null ? [] : [codeKind(code)])));
    expect(kinds(company.members.map(({ plate }) => plate))).toEqual(new Set(['plate']));
    expect(kinds(company.members.map(({ tag }) => tag))).toEqual(new Set(['tag']));
    expect(company.members.flatMap(({ theCard }) => theCard ?? []).filter((card) => !/^62989223[123]\d{9}$/.test(card))).toEqual([]);
  });
});

describe('washes', () => {
  it('lie within the last sixty days, and not in the last hour', () => {
    const from = daysBefore(now, 60).toISOString();
    for (const { at } of company.washes) expect(at >= from && Date.parse(at) <= now.getTime() - 3_600_000).toBe(true);
    expect(company.washes.length).toBeGreaterThan(5000);
    expect(new Set(company.washes.map(({ id }) => id)).size).toBe(company.washes.length);
  });

  it('add up to the monthly usage of a month that the sixty days cover', () => {
    const october = company.monthlyUsage.filter(({ year, month }) => year === 2026 && month === 10);
    const washes = company.washes.filter(({ at }) => at.startsWith('2026-10'));
    expect(sum(october.map(({ returns }) => returns))).toBe(washes.length);
    for (const { customer, returns } of october.slice(0, 50))
      expect(washes.filter((wash) => wash.customer === customer)).toHaveLength(returns);
  });

  it('show every badge and every trend', () => {
    const badge = (key: EdgeCaseKey) => usageBadge(usageAverages(usageOf(key), today).average12);
    expect([badge('noUsage'), badge('greenUsage'), badge('yellowUsage'), badge('redUsage')]).toEqual(['none', 'green', 'yellow', 'red']);
    const trend = (key: EdgeCaseKey) => usageTrend(usageOf(key), today);
    expect([trend('noUsage'), trend('greenUsage'), trend('risingUsage'), trend('fallingUsage')]).toEqual([
      'No Usage',
      'Stagnant',
      'Rising',
      'Falling',
    ]);
  });
});

describe('subscriptions', () => {
  it('are in the current period of every running plan', () => {
    for (const { subscription } of company.members) {
      if (!subscription || subscription.status === 'canceled') continue;
      expect(subscription.periodStart <= now.toISOString() && now.toISOString() < subscription.periodEnd).toBe(true);
      expect(subscription.created <= subscription.periodStart).toBe(true);
    }
  });

  it('are sound whatever the instant', () => {
    const instants = fc.date({ min: new Date('2025-01-01'), max: new Date('2031-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, fc.nat(), (instant, seed) => expectSoundDates(makeCompany({ now: instant, seed, members: 60 }))),
      { numRuns: 25 },
    );
  });

  it('stand as the odd ones say', () => {
    const status = (key: EdgeCaseKey) => memberOf(key).subscription?.status;
    expect(status('ordinary')).toBe('active');
    expect(status('pastDue')).toBe('past_due');
    expect(status('trialing')).toBe('trialing');
    expect(status('canceled')).toBe('canceled');
    expect(memberOf('discontinued').subscription).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
    expect(memberOf('noPlan')).toMatchObject({ subscription: null, club: null });
    expect(memberOf('nonStripeClub').subscription).toBeNull();
    expect(memberOf('nonStripeClub').club?.planType).not.toMatch(/^STR/);
    const online = memberOf('incompleteOnline');
    expect(online).toMatchObject({ tag: null, metadata: { createdOnline: 'true' } });
    expect(Object.keys(online.subscription!.metadata).toSorted()).toEqual(
      ['incomplete', 'planduration', 'promo', 'site', 'terminal', 'termsagreed', 'termsversion'].toSorted(),
    );
    expect(online.subscription?.metadata).toMatchObject({ incomplete: 'true', terminal: 'online', planduration: '6' });
    expect(memberOf('priceIncrease').metadata).not.toHaveProperty('scheduleAcknowledged');
    expect(memberOf('priceIncrease').subscription?.increase?.startsAt).toBe('2027-01-01T10:00:00.000Z');
    expect(memberOf('cloneTarget').metadata['clonedFrom']).toBe(memberOf('cloneSource').id);
    expect(memberOf('cloneSource').metadata['clonedTo']).toBe(memberOf('cloneTarget').id);
    expect(memberOf('deleted').deleted).toBe(true);
    expect(company.notes.some(({ customer, attention }) => attention && customer === memberOf('attentionNote').id)).toBe(true);
  });
});

it('members who signed up online have what a checkout writes, and what completing it adds', () => {
  const completed = company.members.filter(({ id, metadata }) => metadata['createdOnline'] && id !== memberOf('incompleteOnline').id);
  expect(completed.length).toBeGreaterThan(50);
  for (const { metadata, subscription } of completed) {
    expect(metadata).toMatchObject({ createdOnline: 'true', bademail: 'false' });
    if (!subscription) continue;
    expect(subscription.metadata).toMatchObject({
      incomplete: 'false',
      termsversion: '2026-11',
      planduration: '6',
      employeenumber: expect.stringMatching(/^\d+$/),
      signupcompleted: expect.stringMatching(/^\d+$/),
    });
  }
});

describe('bills before the last one', () => {
  const amounts = new Map(company.prices.map(({ id, unitAmount }) => [id, unitAmount]));
  const subscriptions = new Map(company.members.map(({ id, subscription }) => [id, subscription]));
  const differences = company.pastBills.map(
    ({ customer, priceId }) => amounts.get(subscriptions.get(customer)!.priceId)! - amounts.get(priceId)!,
  );

  it('say of some members that they paid less or more before, and of others that their card was declined', () => {
    expect(differences.filter((more) => more > 0).length).toBeGreaterThan(5);
    expect(differences.filter((more) => more < 0).length).toBeGreaterThan(5);
    expect(company.pastBills.filter(({ paidAt }) => paidAt !== null).length).toBeGreaterThan(50);
  });

  it('are of members who were there, and paid by now', () => {
    for (const { customer, at, paidAt } of company.pastBills) {
      expect(subscriptions.get(customer)!.created < at && (paidAt ?? at) < now.toISOString()).toBe(true);
    }
  });
});

describe('with the months billed', () => {
  const whole = makeCompany({ now, monthsBilled: 12 });

  it('is the same company', () => {
    expect({ ...whole, pastBills: [], monthsBilled: 0 }).toEqual({ ...company, pastBills: [] });
    const all = new Set(whole.pastBills.map((bill) => JSON.stringify(bill)));
    expect(company.pastBills.filter((bill) => !all.has(JSON.stringify(bill)))).toEqual([]);
  });

  it('has every bill of the last year: each begins where the one before it ends, from the sign-up on', () => {
    const year = '2025-11-01T10:00:00.000Z';
    const bills = Map.groupBy(
      whole.pastBills.filter(({ at }) => at >= year),
      ({ customer }) => customer,
    );
    const running = whole.members.filter(({ deleted, subscription }) => !deleted && subscription?.status === 'active');
    expect(running.length).toBeGreaterThan(1_000);
    for (const { id, subscription } of running) {
      const { created, periodStart } = subscription!;
      const begins = [...new Set([...(bills.get(id) ?? []).map(({ at }) => at), periodStart])];
      const ends = begins.map((at) => firstOfNextMonth(new Date(at)).toISOString());
      expect(begins.slice(1)).toEqual(ends.slice(0, -1));
      expect(begins[0]).toBe(created > year ? created : year);
    }
  });
});

it('members leave in every month of the last year, some of them with a bill owed', () => {
  const left = company.members.flatMap(({ subscription }) =>
    subscription?.canceledAt && subscription.status === 'canceled' ? [subscription] : [],
  );
  const months = new Set(left.map(({ canceledAt }) => canceledAt!.slice(0, 7)));
  for (let month = 1; month <= 11; month += 1) expect(months).toContain(`2026-${String(month).padStart(2, '0')}`);
  expect(left.filter(({ unpaidInvoice }) => unpaidInvoice !== null).length).toBeGreaterThan(30);
});

describe('at the counter', () => {
  const paymentsOf = (key: EdgeCaseKey) => company.payments.filter(({ customer }) => customer === company.edgeCases[key].customer);
  const disputeOf = (key: EdgeCaseKey) => paymentsOf(key).find(({ dispute }) => dispute)?.dispute;

  it('every number of a site is one sale or wash', () => {
    for (const { number } of company.sites) {
      const numbers = [...company.washes, ...company.sales].flatMap(({ site, saleId }) => (site === number ? [saleId] : []));
      expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from(numbers, (_, index) => index + 1));
    }
  });

  it('a card paid what the register asked for', () => {
    const sales = new Map(company.sales.map((sale) => [`${sale.site}:${sale.saleId}`, sale]));
    for (const { site, saleId, amount, customer } of company.payments) {
      if (saleId !== null) expect(sales.get(`${site}:${saleId}`)).toMatchObject({ total: amount, customer });
    }
    for (const { lines, discount, tax, total } of company.sales)
      expect(total).toBe(sum(lines.map(({ amount }) => amount)) - (discount?.saved ?? 0) + tax);
  });

  it('disputes stand as the odd ones say, and no bank has decided without having been asked', () => {
    expect(disputeOf('disputed')).toMatchObject({ status: 'needs_response' });
    expect(disputeOf('disputeReviewed')).toMatchObject({ status: 'under_review' });
    expect(disputeOf('disputeWon')).toMatchObject({ status: 'won' });
    expect(disputeOf('disputeLost')).toMatchObject({ status: 'lost', recoveredBy: null });
    const [disputed, recovery] = paymentsOf('disputeCollected');
    expect(disputed?.dispute?.recoveredBy).toBe(`ch_${recovery?.serial}`);
    expect(recovery).toMatchObject({ recovers: disputed?.dispute?.id, amount: disputed?.amount });
    const counts = (key: EdgeCaseKey) => {
      const { opened, status } = disputeOf(key)!;
      return isCountedDispute({ created: Date.parse(opened) / 1_000, status, feesCollected: false }, today);
    };
    expect([counts('disputeLost'), counts('oldDispute')]).toEqual([true, false]);
  });

  it('money was given back in full and in part', () => {
    const refunded = paymentsOf('refunded').map(({ amount, refunds, declined }) => ({
      declined,
      left: amount - sum(refunds.map((one) => one.amount)),
    }));
    expect(refunded).toEqual([
      { declined: false, left: 0 },
      { declined: false, left: expect.any(Number) },
      { declined: true, left: expect.any(Number) },
    ]);
    expect(refunded[1]!.left).toBeGreaterThan(0);
  });
});

function expectSoundDates({ now: instant, members, washes, payments, sales }: Company): void {
  const bought = new Map(members.map(({ id, created }) => [id, created]));
  for (const { at, refunds, dispute, customer } of payments) {
    const since = bought.get(customer) ?? instant;
    expect([since, at, ...refunds.map((refund) => refund.at), instant]).toEqual(
      [since, at, ...refunds.map((refund) => refund.at), instant].toSorted(),
    );
    if (dispute) expect(at < dispute.opened && dispute.opened < instant).toBe(true);
  }
  for (const { at, total } of sales) expect(at < instant && total > 0).toBe(true);
  for (const { created, subscription } of members) {
    expect(created <= instant).toBe(true);
    if (!subscription) continue;
    expect(subscription.created <= instant && subscription.periodStart < subscription.periodEnd).toBe(true);
    expect(subscription.created <= subscription.periodStart).toBe(true);
  }
  for (const { at } of washes) expect(at < instant).toBe(true);
}
