import { randomUUID } from 'node:crypto';
import { freshDatabase, insertSites, type TestDatabase } from '@washdesk/tests/support/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '../../http/caller.ts';
import type { CommandOutcome } from '../../ports/site-commands.ts';
import { ReceiptsService } from './receipts.service.ts';

type Outcome = CommandOutcome<'printer.print'>;

const at = new Date('2026-11-21T18:05:00Z');
const cashier: Principal = {
  kind: 'staff',
  id: '101',
  employee: 101,
  name: 'Sam Fuller',
  roles: 1,
  session: randomUUID(),
  site: 12,
  locationId: 'tml_joliet',
  terminal: 'Washcashier1',
};

let database: TestDatabase;
let receipts: ReceiptsService;
let sent: { device: string; payload: unknown; id: string | undefined }[];
let outcomes: Outcome[];

beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
  receipts = new ReceiptsService({
    db: database.db,
    clock: { now: () => at },
    sites: {
      async send(_site, device, _name, payload, options) {
        sent.push({ device, payload, id: options?.id });
        const outcome = outcomes.shift();
        if (!outcome) throw new Error('Nothing was to be sent');
        return outcome as never;
      },
    },
  });
});
afterAll(() => database.stop());
beforeEach(async () => {
  sent = [];
  outcomes = [];
  await database.db.deleteFrom('site_device').execute();
});

async function usageOf(name: string, more: { subscription?: string } = {}): Promise<string> {
  const [id, customer] = [randomUUID(), `cus_${randomUUID().slice(0, 8)}`];
  const object = JSON.stringify({ id: customer, name });
  await database.db.insertInto('mirror_customer').values({ id: customer, object, read_seq: 1, created: at, name, search: '' }).execute();
  const usage = {
    id,
    customer,
    code: 'ABC123-IL',
    plan_name: 'Super Kiss',
    site: 12,
    terminal: 'Washcashier1',
    employee: 101,
    source: 'redeem',
    at,
  };
  await database.db
    .insertInto('usage')
    .values({ ...usage, ...more })
    .execute();
  return id;
}

async function printer(id: string, terminals: string[]): Promise<void> {
  const device = { site: 12, id, kind: 'printer', name: id, lane: null, health: 'online', since: at, terminals };
  await database.db.insertInto('site_device').values(device).execute();
}

const jobOf = (id: string) => database.db.selectFrom('print_job').selectAll().where('id', '=', id).executeTakeFirst();
const printed: Outcome = { kind: 'answered', result: { state: 'printed', reason: null } };

describe('a receipt on the screen', () => {
  it('is a page that holds no markup but its own', async () => {
    const name = `<script>alert(1)</script><img src=x onerror="alert(1)">&amp;'"`;
    const page = await receipts.show(await usageOf(name), 'redeem', 'winprint');
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain('<svg');
    expect(page).not.toMatch(/<script|<img|onerror="/);
    expect(page).not.toContain('<foreignObject');
  });

  it('is text of the same words', async () => {
    const text = await receipts.show(await usageOf('<b>Ada</b>'), 'redeem', 'text');
    expect(text).toContain('<b>Ada</b>');
    expect(text).toContain('ABC123-IL');
    expect(text).not.toContain('<svg');
  });

  it('is not there for a usage that nobody recorded, nor for a price that stays', async () => {
    await expect(receipts.show(randomUUID(), 'redeem', 'text')).rejects.toMatchObject({ status: 404, code: 'receipt_not_found' });
    const usage = await usageOf('Ada', { subscription: 'sub_none' });
    await expect(receipts.show(usage, 'priceincrease', 'text')).rejects.toMatchObject({ status: 404, code: 'receipt_not_found' });
  });
});

describe('a receipt on paper', () => {
  it("goes to the printer of the session's terminal, once for one job", async () => {
    await printer('east', ['Washcashier2']);
    await printer('west', ['Washcashier1']);
    outcomes = [printed];
    const [usage, job] = [await usageOf('Ada'), randomUUID()];
    expect(await receipts.print(usage, 'redeem', job, cashier)).toEqual({ state: 'printed', message: 'Printed' });
    expect(await receipts.print(usage, 'redeem', job, cashier)).toEqual({ state: 'printed', message: 'Printed' });
    expect(sent).toEqual([{ device: 'west', id: job, payload: { job, source: expect.stringContaining('ABC123-IL') } }]);
    expect(await jobOf(job)).toMatchObject({ state: 'printed', printer: 'west', subject: usage });
  });

  it("goes to the site's only printer where none serves the terminal", async () => {
    await printer('only', []);
    outcomes = [printed];
    await receipts.print(await usageOf('Ada'), 'redeem', randomUUID(), { ...cashier, terminal: null });
    expect(sent).toMatchObject([{ device: 'only' }]);
  });

  it.each([['none'], ['two']])('needs a printer that is meant (%s)', async (many) => {
    if (many === 'two') for (const id of ['east', 'west']) await printer(id, ['Washcashier9']);
    const print = receipts.print(await usageOf('Ada'), 'redeem', randomUUID(), cashier);
    await expect(print).rejects.toMatchObject({ status: 409, code: 'no_printer' });
  });

  it.each([
    ['the printer says no', { kind: 'answered', result: { state: 'failed', reason: 'Out of paper' } }, 'failed', 'failed'],
    ['the site is away', { kind: 'unreachable', message: 'Site 12 is offline' }, 'failed', 'failed'],
    ['the agent turns it away', { kind: 'refused', code: 'unknown_device', message: 'no such printer' }, 'failed', 'failed'],
    ['the agent fails half-way', { kind: 'refused', code: 'failed', message: 'the line broke' }, 'unknown', 'printing'],
    ['no answer comes', { kind: 'unknown', message: 'no answer' }, 'unknown', 'printing'],
  ] as const)('when %s says what is known', async (_name, outcome, state, kept) => {
    await printer('west', ['Washcashier1']);
    outcomes = [outcome];
    const job = randomUUID();
    expect(await receipts.print(await usageOf('Ada'), 'redeem', job, cashier)).toMatchObject({ state });
    expect(await jobOf(job)).toMatchObject({ state: kept });
  });

  it('whose outcome is not known is asked for again under the same job', async () => {
    await printer('west', ['Washcashier1']);
    outcomes = [{ kind: 'unknown', message: 'no answer' }, printed];
    const [usage, job] = [await usageOf('Ada'), randomUUID()];
    await receipts.print(usage, 'redeem', job, cashier);
    expect(await receipts.print(usage, 'redeem', job, cashier)).toMatchObject({ state: 'printed' });
    expect(sent.map(({ id }) => id)).toEqual([job, job]);
  });
});
