import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SitewatchMember } from '@washdesk/site-protocol/sitewatch';
import type { ProviderCustomer, ProviderSubscription } from '../../../common/provider-objects.ts';
import { claimDue, settle } from '../../../jobs/job.store.ts';
import type { Attempt, ClaimedJob } from '../../../jobs/job.ts';
import { applySnapshots } from '../../../mirror/apply-snapshots.ts';
import { nextRead } from '../../../mirror/snapshots/mirror.store.ts';
import { missingSnapshot, snapshot, type Snapshot } from '../../../mirror/snapshots/snapshot.ts';
import type { CommandOutcome, SiteCommands } from '../../../ports/site-commands.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../../../testing/database.ts';
import { defaultContext } from '../../../testing/default-settings.ts';
import { convergeSitewatch } from './converge-sitewatch.ts';

type Outcome = CommandOutcome<'sitewatch.converge'>;
type ConvergeJob = ClaimedJob<'converge.sitewatch'>;

const now = new Date('2026-11-21T12:00:00Z');
const what = 'converge.sitewatch';
const answered = (objid: number): Outcome => ({ kind: 'answered', result: { objid, created: true, codes: [] } });
const answeredWithCodes = (objid: number, { plate, tag }: SitewatchMember): Outcome => {
  const codes = [plate.now, tag.now].flatMap((code, index) => (code === null ? [] : [{ objid: 100 + index, customer: objid, code }]));
  return { kind: 'answered', result: { objid, created: true, codes } };
};
const lost: Outcome = { kind: 'unknown', message: 'The site didn’t respond in time' };

let database: TestDatabase;
/** The commands that the sites received, and the outcome of each: in order, then always success. */
let sent: { id: string; member: SitewatchMember }[];
let ends: Outcome[];
let alerts: object[];
let execute: (job: ConvergeJob) => Promise<Attempt>;

beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
  const product = { id: 'prod_kiss', name: 'Super Kiss', metadata: { product_class: 'Super Kiss' } };
  const price = { id: 'price_kiss', nickname: 'Super Kiss 29.99', unit_amount: 2_999, product: 'prod_kiss', metadata: {} };
  const seq = await nextRead(database.db);
  await take(snapshot('product', product, seq), snapshot('price', price, seq));
});
afterAll(() => database.stop());

beforeEach(async () => {
  [sent, ends] = [[], []];
  const sites = {
    async send(_site: number, _device: string, _name: string, member: SitewatchMember, options: { id: string }) {
      sent.push({ id: options.id, member });
      return ends.shift() ?? answeredWithCodes(17, member);
    },
  } as unknown as SiteCommands;
  const placeholderEmailDomain = async () => 'no-email.invalid';
  alerts = [];
  const alert = (kind: string, about: object): void => void alerts.push({ kind, ...about });
  execute = convergeSitewatch({
    db: database.db,
    sites,
    clock: { now: () => now },
    alert,
    goodDays: async () => 7,
    placeholderEmailDomain,
  });
  await database.db.deleteFrom('job').execute();
});

const take = (...snapshots: Snapshot[]) => database.db.transaction().execute((tx) => applySnapshots(tx, snapshots, defaultContext(now)));

const person = (id: string, plate: string, more: Partial<ProviderCustomer> = {}): ProviderCustomer => ({
  id,
  name: 'Moore, Ada',
  created: 1,
  metadata: { CustomerCode: plate },
  ...more,
});

const plan = (customer: string, status = 'active', periodEnd = '2026-12-01T10:00:00Z'): ProviderSubscription => ({
  id: `sub_${customer}`,
  customer,
  status,
  created: 1,
  cancel_at_period_end: false,
  canceled_at: null,
  ended_at: null,
  schedule: null,
  metadata: {},
  items: { data: [{ price: { id: 'price_kiss' }, current_period_start: 1, current_period_end: Date.parse(periodEnd) / 1_000 }] },
});

async function store(customer: ProviderCustomer, subscription?: ProviderSubscription): Promise<void> {
  const seq = await nextRead(database.db);
  await take(snapshot('customer', customer, seq), ...(subscription ? [snapshot('subscription', subscription, seq)] : []));
}

async function claimJobs(): Promise<ConvergeJob[]> {
  return (await claimDue(database.db, [what], 100)).filter(({ site }) => site === 12) as ConvergeJob[];
}

async function converge(customer: ProviderCustomer, subscription?: ProviderSubscription): Promise<Attempt[]> {
  await store(customer, subscription);
  const attempts: Attempt[] = [];
  for (const job of await claimJobs()) {
    const attempt = await execute(job);
    attempts.push(attempt);
    if (attempt.kind === 'done') await settle(database.db, job, attempt.result);
  }
  await database.db.updateTable('job').set({ claimed_until: null }).execute();
  return attempts;
}

const linkOf = (customer: string) =>
  database.db.selectFrom('sitewatch_link').selectAll().where('customer', '=', customer).where('site', '=', 12).executeTakeFirst();

describe('a member that a site must have', () => {
  it('is told with the plan, and remembered under the number that the site gives', async () => {
    expect(await converge(person('cus_a', 'AAA111-IL'), plan('cus_a'))).toEqual([
      { kind: 'done', result: { customer_objid: 17, created: true, plan: { productClass: 'Super Kiss', expires: '2026-12-09' } } },
    ]);
    expect(sent).toMatchObject([{ member: { objid: null, plate: { now: 'AAA111-IL', was: null } } }]);
    expect(await linkOf('cus_a')).toMatchObject({ objid: 17, plate: 'AAA111-IL', tag: null, telling: null });
  });

  it('is told with the codes that the site listed, and alerted when the site answers another number', async () => {
    const codes = [
      { objid: 60, customer: 21, code: 'REN111-IL' },
      { objid: 61, customer: 21, code: 'OLD111-IL~61' },
    ];
    ends = [{ kind: 'answered', result: { objid: 21, created: true, codes } }];
    await converge(person('cus_ren', 'REN111-IL'), plan('cus_ren'));
    expect((await linkOf('cus_ren'))?.codes).toEqual(['REN111-IL', 'OLD111-IL']);
    ends = [answered(22)];
    await converge(person('cus_ren', 'REN111-IL'), plan('cus_ren', 'active', '2027-01-01T10:00:00Z'));
    expect(sent.at(-1)?.member).toMatchObject({ objid: 21, known: ['REN111-IL', 'OLD111-IL'] });
    expect(alerts).toMatchObject([{ kind: 'sitewatch.other-number', customer: 'cus_ren', former: 21, objid: 22 }]);
  });

  it('is told again when the plan was renewed, and not when nothing changed', async () => {
    await converge(person('cus_b', 'BBB222-IL'), plan('cus_b'));
    expect(await converge(person('cus_b', 'BBB222-IL'), plan('cus_b'))).toEqual([]);
    await converge(person('cus_b', 'BBB222-IL'), plan('cus_b', 'active', '2027-01-01T10:00:00Z'));
    expect(sent.at(-1)?.member).toMatchObject({ objid: 17, plan: { expires: '2027-01-09' } });
  });

  it.each<[string, Partial<ProviderCustomer>]>([
    ['name', { name: 'Moore, Zoë' }],
    ['email', { email: 'ada@moore.test' }],
    ['phone', { phone: '815-555-0199' }],
    ['address', { address: { line1: null, city: 'Joliet', state: 'IL', postal_code: '60435', country: 'US' } }],
    ['tax exemption', { tax_exempt: 'exempt' }],
    ['vehicle', { metadata: { CustomerCode: 'CCC333-IL', CarColor: 'Teal' } }],
    ['commercial flag', { metadata: { CustomerCode: 'CCC333-IL', isCommercial: 'true' } }],
  ])('is told of another %s', async (_what, more) => {
    await converge(person('cus_c', 'CCC333-IL'));
    expect(await converge(person('cus_c', 'CCC333-IL', more))).toHaveLength(1);
  });

  it('has a new plate in place of the one that the site was told', async () => {
    await converge(person('cus_d', 'DDD444-IL'));
    await converge(person('cus_d', 'DDD555-IL'));
    expect(sent.at(-1)?.member.plate).toEqual({ now: 'DDD555-IL', was: 'DDD444-IL' });
  });

  it('is found under the former plate by a site that was never told of them', async () => {
    await store(person('cus_e', 'EEE555-IL'));
    await database.db.deleteFrom('job').execute();
    await converge(person('cus_e', 'EEE666-IL'));
    expect(sent.at(-1)?.member).toMatchObject({ objid: null, plate: { now: 'EEE666-IL', was: 'EEE555-IL' } });
  });

  it.each([
    ['the one who bore it goes first', ['cus_ann', 'cus_bob']],
    ['the one who bears it goes first', ['cus_bob', 'cus_ann']],
  ])('is not taken for the plate’s former member at a site that was offline, when %s', async (_order, order) => {
    const [shared, next] = [`${order[0]}1-IL`.slice(4).toUpperCase(), `${order[0]}2-IL`.slice(4).toUpperCase()];
    const ids = order.map((id) => `${id}_${order[0]}`);
    const [ann, bob] = ids.toSorted();
    await store(person(ann!, shared), plan(ann!));
    await database.db.deleteFrom('job').execute();
    await store(person(ann!, next), plan(ann!));
    await store(person(bob!, shared, { name: 'Lee, Bob', created: 2 }), plan(bob!));
    const jobs = await claimJobs();
    ends = [answered(5), answered(8)];
    for (const id of ids) await execute(jobs.find(({ customer }) => customer === id)!);
    const [first, second] = sent.map(({ member }) => member);
    const [told, toldBob] = ids[0] === ann ? [first, second] : [second, first];
    expect(told).toMatchObject({ plate: { now: next, was: shared } });
    expect(toldBob).toMatchObject({ plate: { now: shared, was: null }, foreign: ids[0] === ann ? [] : [shared] });
  });

  it('is found under a plate that was lent to another member while the site was offline', async () => {
    await store(person('cus_lends', 'LENT1-IL'));
    await database.db.deleteFrom('job').execute();
    await store(person('cus_lends', 'LENT2-IL'));
    await store(person('cus_borrows', 'LENT1-IL', { created: 2 }));
    await store(person('cus_borrows', 'LENT3-IL', { created: 2 }));
    await store(person('cus_lends', 'LENT1-IL'));
    for (const job of (await claimJobs()).toSorted((one, other) => one.key.localeCompare(other.key))) await execute(job);
    expect(sent.map(({ member }) => member.plate)).toEqual([
      { now: 'LENT3-IL', was: null },
      { now: 'LENT1-IL', was: 'LENT1-IL' },
    ]);
  });

  it('has no plan once it ended, and gives the plate up once they were deleted', async () => {
    await converge(person('cus_f', 'FFF777-IL'), plan('cus_f'));
    await converge(person('cus_f', 'FFF777-IL'), plan('cus_f', 'canceled'));
    expect(sent.at(-1)?.member.plan).toBeNull();
    await take(missingSnapshot('customer', 'cus_f', await nextRead(database.db)));
    for (const job of await claimJobs()) await execute(job);
    expect(sent.at(-1)?.member).toMatchObject({ plan: null, plate: { now: null, was: 'FFF777-IL' } });
  });

  it('moves a shared plate to the customer whom lanes choose now, and both are sent', async () => {
    await converge(person('cus_old', 'GGG888-IL'), plan('cus_old'));
    await converge(person('cus_new', 'GGG888-IL', { created: 2 }));
    expect(sent).toHaveLength(1);
    await converge(person('cus_new', 'GGG888-IL', { created: 2 }), plan('cus_new', 'active', '2027-06-01T10:00:00Z'));
    const plates = sent.slice(1).map(({ member }) => `${member.plan?.expires} ${member.plate.now}`);
    expect(plates.toSorted()).toEqual(['2026-12-09 null', '2027-06-09 GGG888-IL']);
  });
});

describe('a command whose answer was lost', () => {
  it('is said again with its id before anything else, and once is enough', async () => {
    ends = [lost];
    expect(await converge(person('cus_h', 'HHH999-IL'))).toEqual([{ kind: 'later', reason: 'Sitewatch of Joliet didn’t respond in time' }]);
    expect(await converge(person('cus_h', 'HHH999-IL'))).toMatchObject([{ kind: 'done', result: { customer_objid: 17 } }]);
    expect(sent).toEqual([sent[0], sent[0]]);
  });

  it('does not leave the plate of which it told, when another one is wanted meanwhile', async () => {
    await converge(person('cus_i', 'III111-IL'));
    ends = [lost];
    await converge(person('cus_i', 'III222-IL'));
    await converge(person('cus_i', 'III333-IL'));
    expect(sent.map(({ member }) => member.plate)).toEqual([
      { now: 'III111-IL', was: null },
      { now: 'III222-IL', was: 'III111-IL' },
      { now: 'III222-IL', was: 'III111-IL' },
      { now: 'III333-IL', was: 'III222-IL' },
    ]);
    expect(sent[1]?.id).toBe(sent[2]?.id);
    expect(sent[2]?.id).not.toBe(sent[3]?.id);
  });

  it('that gives a plate to a customer whom lanes no longer choose is undone at the customer who had it', async () => {
    ends = [lost];
    await converge(person('cus_ann', 'MOVED1-IL'), plan('cus_ann'));
    await store(person('cus_ann', 'MOVED2-IL'), plan('cus_ann'));
    await store(person('cus_bob', 'MOVED1-IL', { name: 'Lee, Bob' }), plan('cus_bob'));
    const [anns, bobs] = ['cus_ann', 'cus_bob'].map((id) => (all: ConvergeJob[]) => all.filter(({ customer }) => customer === id));
    const jobs = await claimJobs();
    for (const job of [...bobs!(jobs), ...anns!(jobs)]) {
      const attempt = await execute(job);
      if (attempt.kind === 'done') await settle(database.db, job, attempt.result);
    }
    expect(sent.map(({ member }) => member.plate.now)).toEqual(['MOVED1-IL', 'MOVED1-IL', 'MOVED1-IL', 'MOVED2-IL']);
    const again = await claimJobs();
    expect(again.map(({ customer }) => customer)).toEqual(['cus_bob']);
    await execute(again[0]!);
    expect(sent.at(-1)?.member).toMatchObject({ firstName: 'Bob', plate: { now: 'MOVED1-IL' } });
  });

  it('stays the next one to be said while the site does not say that it is done', async () => {
    ends = [lost, { kind: 'refused', code: 'unavailable', message: 'Sitewatch is away' }, { kind: 'unreachable', message: 'offline' }];
    for (let attempt = 0; attempt < 3; attempt += 1) await converge(person('cus_j', 'JJJ111-IL'));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(await linkOf('cus_j')).toMatchObject({ objid: null, telling: { id: sent[0]?.id } });
  });
});

describe('a command that was not carried out', () => {
  it('that the site will never carry out is refused with its sentence, and the next one is new', async () => {
    ends = [{ kind: 'refused', code: 'rejected', message: 'KKK111-IL is in a non-Stripe club plan at this site' }];
    expect(await converge(person('cus_k', 'KKK111-IL'))).toEqual([
      { kind: 'refused', reason: 'Sitewatch of Joliet: KKK111-IL is in a non-Stripe club plan at this site' },
    ]);
    expect(await linkOf('cus_k')).toMatchObject({ telling: null });
  });

  it('is computed again from the current data if it was never sent', async () => {
    ends = [{ kind: 'unreachable', message: 'offline' }];
    expect(await converge(person('cus_l', 'LLL111-IL'))).toEqual([{ kind: 'later', reason: 'Can’t reach the Sitewatch of Joliet' }]);
    await converge(person('cus_l', 'LLL222-IL'));
    expect(sent.map(({ member }) => member.plate.now)).toEqual(['LLL111-IL', 'LLL222-IL']);
  });

  it('is not even tried at a site whose agent reported offline', async () => {
    const agent = { site: 12, online: false, boot: null, version: null, changed: now };
    await database.db.insertInto('site_agent').values(agent).execute();
    expect(await converge(person('cus_m', 'MMM111-IL'))).toEqual([
      { kind: 'later', reason: 'Can’t reach the Sitewatch of Joliet', waitMs: expect.any(Number) },
    ]);
    expect(sent).toEqual([]);
    await database.db.deleteFrom('site_agent').execute();
  });
});
