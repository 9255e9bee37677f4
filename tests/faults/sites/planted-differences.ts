import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ProviderInvoice, ProviderRefund } from '@washdesk/cloud-api/common/provider-objects';
import { applySnapshots } from '@washdesk/cloud-api/mirror/apply-snapshots';
import { mirrored } from '@washdesk/cloud-api/mirror/reads/mirrored';
import { nextRead } from '@washdesk/cloud-api/mirror/snapshots/mirror.store';
import { missingSnapshot, snapshot, type Snapshot } from '@washdesk/cloud-api/mirror/snapshots/snapshot';
import { defaultContext } from '@washdesk/cloud-api/testing/default-settings';
import type { DifferenceKindName } from '@washdesk/rules/reconcile/difference-kinds';
import { sitewatchSubject } from '@washdesk/rules/reconcile/difference-subject';
import type { Member } from '@washdesk/simulators/company/member-model';
import type { ComparedCompany } from './compared-company.ts';

export interface Planted {
  kind: DifferenceKindName;
  customer: string;
  site: number | null;
}

interface Plant {
  kind: DifferenceKindName;
  site: number | null;
  /** Which members may have it. */
  of: (member: Member) => boolean;
  /** Whether the member must have paid lately. */
  ofPayer?: true;
  plant: (company: ComparedCompany, member: Member, index: number) => Promise<unknown>;
}

const site = 12;
/** A plan without washes admits nowhere, so a wrong one makes no difference at lanes and sites. */
const anyone = ({ subscription, club }: Member): boolean =>
  subscription?.status === 'active' && club !== null && club.expires > club.starts;
const inSitewatch = (statement: string, of: (member: Member, index: number) => unknown[]): Plant['plant'] => {
  return (company, member, index) => company.inSitewatch(site, statement, of(member, index));
};
const customerOf = '(select CUSTOMER from CUSTOMERCODE where CODE = ?)';

/** Writes into the mirror what a read of Stripe would not return: the event about a change never arrived. */
async function missEvent({ db, clock }: ComparedCompany, of: (readSeq: number) => Promise<Snapshot>): Promise<void> {
  const one = await of(await nextRead(db));
  await db.transaction().execute((tx) => applySnapshots(tx, [one], defaultContext(clock.now())));
}

type Changed = Record<string, unknown>;
const customerWith =
  (change: (index: number, before: Changed) => Changed): Plant['plant'] =>
  (company, { id }, index) =>
    missEvent(company, async (readSeq) => {
      const before = (await mirrored(company.db, 'customer', id))! as unknown as Changed;
      return snapshot('customer', { ...before, ...change(index, before) } as never, readSeq);
    });
const planWith =
  (change: (before: Changed, company: ComparedCompany, index: number) => Changed): Plant['plant'] =>
  (company, { subscription }, index) =>
    missEvent(company, async (readSeq) => {
      const before = (await mirrored(company.db, 'subscription', subscription!.id))! as unknown as Changed;
      return snapshot('subscription', { ...before, ...change(before, company, index) } as never, readSeq);
    });

/** A member's newest payment of the window that is compared. */
async function newestPayment({ db }: ComparedCompany, { id }: Member): Promise<{ invoice: string; charge: string } | null> {
  const { rows } = await sql<{ invoice: string; charge: string }>`
    select i.id as invoice, c.id as charge from mirror_invoice i join mirror_charge c on c.payment_intent = i.payment_intent
    where i.customer = ${id} and i.status = 'paid' and c.status = 'succeeded' and c.amount > 100 and i.created > '2026-10-20'
    order by i.created desc limit 1`.execute(db);
  return rows[0] ?? null;
}

const invoiceWith =
  (change: ((before: ProviderInvoice) => Partial<ProviderInvoice>) | null): Plant['plant'] =>
  async (company, member) => {
    const { invoice } = (await newestPayment(company, member))!;
    return missEvent(company, async (readSeq) => {
      if (change === null) return missingSnapshot('invoice', invoice, readSeq);
      const before = (await mirrored(company.db, 'invoice', invoice))!;
      return snapshot('invoice', { ...before, ...change(before) }, readSeq);
    });
  };

/** Refunds a part at Stripe. @param change what the mirror has of it; null for nothing */
const refundWith =
  (change: Partial<ProviderRefund> | null): Plant['plant'] =>
  async (company, member) => {
    const { charge } = (await newestPayment(company, member))!;
    const { id } = await company.stripe.refunds.create({ charge, amount: 100 });
    if (change === null) return;
    const made = (await company.payments.fetch('refund', id, 'background'))!;
    await missEvent(company, async (readSeq) => snapshot('refund', { ...made, ...change }, readSeq));
  };

function withOtherPrice({ items }: Changed, { company: { prices } }: ComparedCompany): Changed {
  const { data } = items as { data: { price: { id: string } }[] };
  const [item] = data;
  const other = prices.find(({ id }) => id !== item!.price.id)!;
  return { items: { data: [{ ...item, price: { ...item!.price, id: other.id } }] } };
}

const atLanes =
  (change: (member: Member, index: number) => ReturnType<typeof sql>): Plant['plant'] =>
  ({ db }, member, index) =>
    sql`update roster_entry set ${change(member, index)} where customer = ${member.id} and code = ${member.plate}`.execute(db);

const plants: readonly Plant[] = [
  { kind: 'contact-mirror', site: null, of: anyone, plant: customerWith((index) => ({ email: `old${index}@example.com` })) },
  {
    kind: 'codes-mirror',
    site: null,
    of: anyone,
    plant: customerWith((index, { metadata }) => ({ metadata: { ...(metadata as object), CustomerCode: `OLD${index}-IL` } })),
  },
  {
    kind: 'card-mirror',
    site: null,
    of: (member) => anyone(member) && member.card !== null,
    plant: (company, { id }) =>
      missEvent(company, async (readSeq) => {
        const { invoice_settings: settings } = (await mirrored(company.db, 'customer', id))!;
        const card = (await mirrored(company.db, 'payment_method', settings!.default_payment_method as string))!;
        return snapshot('payment_method', { ...card, card: { ...card.card!, exp_year: 2020 } }, readSeq);
      }),
  },
  { kind: 'plan-status', site: null, of: anyone, plant: planWith(() => ({ status: 'past_due' })) },
  { kind: 'plan-price', site: null, of: anyone, plant: planWith(withOtherPrice) },
  {
    kind: 'plan-missing',
    site: null,
    of: anyone,
    plant: (company, { subscription }) => missEvent(company, async (readSeq) => missingSnapshot('subscription', subscription!.id, readSeq)),
  },
  { kind: 'plan-gone', site: null, of: anyone, plant: planWith((_before, _company, index) => ({ id: `sub_gone${index}` })) },
  {
    kind: 'customer-missing',
    site: null,
    of: anyone,
    plant: (company, { id }) => missEvent(company, async (readSeq) => missingSnapshot('customer', id, readSeq)),
  },
  { kind: 'customer-gone', site: null, of: anyone, plant: ({ stripe }, { id }) => stripe.customers.del(id) },
  { kind: 'invoice-missing', site: null, of: anyone, ofPayer: true, plant: invoiceWith(null) },
  { kind: 'invoice-amount', site: null, of: anyone, ofPayer: true, plant: invoiceWith(({ total }) => ({ total: total + 100 })) },
  { kind: 'invoice-status', site: null, of: anyone, ofPayer: true, plant: invoiceWith(() => ({ status: 'open' })) },
  { kind: 'refund-missing', site: null, of: anyone, ofPayer: true, plant: refundWith(null) },
  { kind: 'refund-amount', site: null, of: anyone, ofPayer: true, plant: refundWith({ amount: 50 }) },
  { kind: 'refund-status', site: null, of: anyone, ofPayer: true, plant: refundWith({ status: 'pending' }) },
  {
    kind: 'roster-admits',
    site: null,
    of: anyone,
    plant: ({ db }, { id }, index) =>
      sql`insert into roster_entry (code, seq, customer, status, good_until, product_class, price_increase, groups, removed)
        select ${`STRAY${index}-IL`}, max(seq) + 1, ${id}, 'active', '2027-01-01', 'Super Kiss', false, '{}', false from roster_entry`.execute(
        db,
      ),
  },
  { kind: 'roster-refuses', site: null, of: anyone, plant: atLanes(() => sql`good_until = null, status = 'canceled'`) },
  { kind: 'roster-plan', site: null, of: anyone, plant: atLanes(() => sql`plan_name = 'Another plan'`) },
  {
    kind: 'sitewatch-missing',
    site,
    of: anyone,
    plant: async (company, member) => {
      const found = await company.inSitewatch<{ customer: number }>(site, 'select CUSTOMER from CUSTOMERCODE where CODE = ?', [
        member.plate,
      ]);
      const { customer } = found[0]!;
      await company.inSitewatch(site, `update CUSTOMERPLAN set EXPIRES = '2026-01-01' where CUSTOMER = ?`, [customer]);
      return company.inSitewatch(
        site,
        `update CUSTOMERCODE set CODE = CODE || '~' || OBJID where CUSTOMER = ? and CODE not containing '~'`,
        [customer],
      );
    },
  },
  {
    kind: 'sitewatch-ended',
    site,
    of: ({ subscription, club, plate }) => subscription?.status === 'canceled' && club !== null && plate !== '',
    plant: inSitewatch(`update CUSTOMERPLAN set EXPIRES = '2027-02-01' where CUSTOMER = ${customerOf}`, ({ plate }) => [plate]),
  },
  {
    kind: 'sitewatch-codes',
    site,
    of: (member) => anyone(member) && member.tag !== null,
    plant: inSitewatch('update CUSTOMERCODE set CODE = ? where CODE = ?', ({ plate }, index) => [`WRONG${index}-IL`, plate]),
  },
  {
    kind: 'sitewatch-plan',
    site,
    of: anyone,
    plant: inSitewatch(`update CUSTOMERPLAN set EXPIRES = '2027-03-01' where CUSTOMER = ${customerOf}`, ({ plate }) => [plate]),
  },
  {
    kind: 'sitewatch-name',
    site,
    of: anyone,
    plant: inSitewatch(`update CUSTOMER set FIRSTNAME = 'Wrong' where OBJID = ${customerOf}`, ({ plate }) => [plate]),
  },
  {
    kind: 'sitewatch-unlinked',
    site,
    of: anyone,
    plant: async (company, { id, plate }) => {
      await company.db.deleteFrom('sitewatch_link').where('site', '=', site).where('customer', '=', id).execute();
      const [found] = await company.inSitewatch<{ customer: number }>(site, 'select CUSTOMER from CUSTOMERCODE where CODE = ?', [plate]);
      return company.inSitewatch(
        site,
        `update CUSTOMERCODE set CODE = 'ELSE' || OBJID || '-IL' where CUSTOMER = ? and CODE not containing '~'`,
        [found!.customer],
      );
    },
  },
  {
    kind: 'loyalty-missing',
    site: null,
    of: anyone,
    plant: async ({ db }, { id }) => {
      await sql`
        insert into job (id, kind, what, key, customer, payload, state, due, deadline, created, settled)
        values (${uuidv7()}, 'converge', 'converge.loyalty', ${id}, ${id}, '{}', 'done', now(), now(), now(), now())`.execute(db);
      return db.deleteFrom('loyalty_member').where('customer', '=', id).execute();
    },
  },
  {
    kind: 'loyalty-groups',
    site: null,
    of: anyone,
    plant: ({ db }, { id }) =>
      db
        .updateTable('loyalty_member')
        .set({ groups: ['None'] })
        .where('customer', '=', id)
        .execute(),
  },
  {
    kind: 'loyalty-card',
    site: null,
    of: (member) => anyone(member) && member.theCard !== null,
    plant: ({ db }, { id }) => db.deleteFrom('loyalty_card').where('customer', '=', id).execute(),
  },
  {
    kind: 'loyalty-holder',
    site: null,
    of: (member) => anyone(member) && member.theCard !== null,
    plant: ({ db }, { id }) => db.updateTable('loyalty_card').set({ first_name: 'Wrong' }).where('customer', '=', id).execute(),
  },
];

/** Gives a Stripe plan to customers of Sitewatch whom Washdesk does not have, and a club of the site to one more, who is no difference. */
async function plantUnknown(company: ComparedCompany, count: number): Promise<Planted[]> {
  const planted: Planted[] = [];
  for (let index = 0; index <= count; index += 1) {
    const isStripe = index < count;
    const [next] = await company.inSitewatch<{ objid: number }>(site, 'select next value for GEN_OBJID as OBJID from RDB$DATABASE');
    const { objid } = next!;
    await company.inSitewatch(site, `insert into CUSTOMER (OBJID, FIRSTNAME, LASTNAME, EMAIL) values (?, 'Walk', 'In', ?)`, [
      objid,
      `walk${index}@example.com`,
    ]);
    await company.inSitewatch(site, `insert into CUSTOMERCODE (OBJID, CUSTOMER, CODE) values (next value for GEN_OBJID, ?, ?)`, [
      objid,
      `WALK${index}-IL`,
    ]);
    await company.inSitewatch(
      site,
      `insert into CUSTOMERPLAN (OBJID, CUSTOMER, PLANTYPE, STARTS, EXPIRES)
        select first 1 next value for GEN_OBJID, cast(? as integer), OBJID, date '2026-11-01', date '2027-01-01'
        from PLANTYPE where KIND = 'U' and ISSTRIPE = ${isStripe ? 1 : 0}`,
      [objid],
    );
    if (isStripe) planted.push({ kind: 'sitewatch-unknown', customer: sitewatchSubject(objid), site });
  }
  return planted;
}

/** Plants some differences of each kind, each at a member of its own. */
export async function plantDifferences(company: ComparedCompany, ofEachKind: number): Promise<Planted[]> {
  const { members, edgeCases } = company.company;
  const special = new Set(Object.values(edgeCases).map(({ customer }) => customer));
  const codes = members.flatMap(({ plate, tag, theCard }) => [plate, tag, theCard]);
  const free = members.filter(({ id, plate, tag, theCard, deleted, subscription }) => {
    const isShared = [plate, tag, theCard].some((code) => code && codes.filter((other) => other === code).length > 1);
    return !special.has(id) && !deleted && !isShared && plate !== '' && !subscription?.increase && !subscription?.cancelAtPeriodEnd;
  });
  const payers = new Set<string>();
  for (const member of free) if (await newestPayment(company, member)) payers.add(member.id);
  const planted = await plantUnknown(company, ofEachKind);
  // the pickiest first
  const mayHave =
    ({ of, ofPayer }: Plant) =>
    (member: Member) =>
      of(member) && (!ofPayer || payers.has(member.id));
  const order = plants.toSorted((a, b) => free.filter(mayHave(a)).length - free.filter(mayHave(b)).length);
  for (const one of order) {
    const { kind, site: at, plant } = one;
    for (let count = 0; count < ofEachKind; count += 1) {
      const member = free.find(mayHave(one));
      if (!member) throw new Error(`The company has too few members for ${kind}`);
      free.splice(free.indexOf(member), 1);
      await plant(company, member, planted.length);
      planted.push({ kind, customer: member.id, site: at });
    }
  }
  return planted;
}
