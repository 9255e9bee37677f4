import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeReceipt } from '../../../documents/receipt.ts';
import { applySnapshots } from '../../../mirror/apply-snapshots.ts';
import { nextRead } from '../../../mirror/snapshots/mirror.store.ts';
import { snapshot } from '../../../mirror/snapshots/snapshot.ts';
import { testTime } from '../../../operations/operations.fixture.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../../../testing/database.ts';
import { defaultContext, defaultSettings } from '../../../testing/default-settings.ts';
import { AgreementService } from './agreement.service.ts';
import { receiptNumber } from './receipt-number.ts';
import { mirroredCharge, recordUsage, sampleFacts } from './receipts.fixture.ts';
import { ReceiptsService } from './receipts.service.ts';

let database: TestDatabase;
let receipts: ReceiptsService;
let agreements: AgreementService;

const customer = 'cus_receipts';
const made = { customer, operation: null, site: 12, terminal: 'Washcashier1', employee: 101, agent: 'Sam Fuller', at: testTime };

beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
  const { db } = database;
  receipts = new ReceiptsService(db, defaultSettings);
  agreements = new AgreementService(db);
  const snapshots = [
    snapshot(
      'customer',
      { id: customer, name: 'Moore, Ada', created: 1_795_000_000, metadata: { CustomerCode: 'ABC123-IL' } },
      await nextRead(db),
    ),
    snapshot('charge', mirroredCharge({ customer }), await nextRead(db)),
    snapshot('charge', mirroredCharge({ id: 'ch_failed', status: 'failed', captured: false }), await nextRead(db)),
    snapshot(
      'refund',
      {
        id: 're_old',
        charge: 'ch_old',
        payment_intent: null,
        created: 1_795_000_100,
        amount: 400,
        status: 'succeeded',
        metadata: { site: '27' },
      },
      await nextRead(db),
    ),
  ];
  await db.transaction().execute((tx) => applySnapshots(tx, snapshots, defaultContext(testTime)));
});
afterAll(() => database.stop());

const write = (subject: string, about: string[] = [], change: Partial<typeof made> = {}) =>
  database.db.transaction().execute((tx) => {
    const facts = { ...sampleFacts('Ada').planchange, plan: subject };
    return writeReceipt(tx, { kind: 'planchange', subject, about, ...made, ...change, facts });
  });
const textOf = async (id: string, kind?: 'redeem' | 'charge' | 'planchange' | 'priceincrease') => receipts.show(id, kind, 'text');
const missing = { status: 404, code: 'receipt_not_found' };

describe('a receipt that an operation writes', () => {
  it('is written once for one subject', async () => {
    const first = await write('operation-once');
    expect(await write('operation-once', [], { agent: 'Somebody else' })).toBe(first);
    expect(await textOf(first)).toMatch(/Served by +Sam \(101\)/);
  });

  it('is found by its own id and by the newest of what it is about', async () => {
    const [old, young] = [
      await write('first change', ['sub_1', 'in_1']),
      await write('second change', ['sub_1'], { at: new Date(+testTime + 1_000) }),
    ];
    expect(await textOf(old)).toContain('first change');
    expect(await textOf('sub_1')).toBe(await textOf(young));
    expect(await textOf('in_1')).toBe(await textOf(old));
    await expect(textOf('sub_1', 'charge')).rejects.toMatchObject(missing);
  });

  it('is found by the number that is printed on it, as is that of a wash', async () => {
    const first = await write('found by its number');
    expect(await textOf(receiptNumber(first)!)).toBe(await textOf(first));
    expect(await textOf(receiptNumber(first)!.replaceAll('-', '').toLowerCase())).toBe(await textOf(first));
    const usage = await recordUsage(database, {});
    expect(await textOf(receiptNumber(usage)!)).toBe(await textOf(usage));
    await expect(textOf(receiptNumber(randomUUID())!)).rejects.toMatchObject(missing);
  });

  it('has the address and phone of its own site', async () => {
    const siteContacts = { '12': { address: '100 Main Street', phone: '(815) 555-0100' } };
    const settings: ReadSetting = (name) => (name === 'siteContacts' ? Promise.resolve(siteContacts as never) : defaultSettings(name));
    const withContacts = new ReceiptsService(database.db, settings);
    const [here, elsewhere] = [await write('at Joliet'), await write('at Merrillville', [], { site: 27 })];
    expect(await withContacts.show(here, undefined, 'text')).toContain('100 Main Street');
    expect(await withContacts.show(elsewhere, undefined, 'text')).not.toContain('100 Main Street');
    expect(await withContacts.show(here, undefined, 'winprint')).toContain('data:image/png;base64,');
  });

  it('is there only when the operation itself is', async () => {
    const { db } = database;
    const run = db.transaction().execute(async (tx) => {
      await writeReceipt(tx, { kind: 'planchange', subject: 'undone', ...made, facts: sampleFacts('Ada').planchange });
      throw new Error('the operation failed');
    });
    await expect(run).rejects.toThrow('the operation failed');
    await expect(textOf('undone')).rejects.toMatchObject(missing);
  });
});

describe('money that moved without a receipt of ours', () => {
  it.each(['ch_old', 'pi_old'])('is shown as the mirror tells it: %s', async (id) => {
    const text = await textOf(id);
    for (const word of ['RECEIPT', 'Moore, Ada', 'ABC123-IL', 'Interior', '$12.50', 'ending in 4242', 'Kim (', 'Detail1'])
      expect(text).toContain(word);
    for (const word of ['Kim Lee', 'ch_old', 'No.']) expect(text).not.toContain(word);
  });

  it('is shown when it was given back, by the site that gave it', async () => {
    const text = await textOf('re_old');
    for (const word of ['REFUND', '$4.00', 'ending in 4242', 'Merrillville']) expect(text).toContain(word);
  });

  it.each(['ch_failed', 'ch_none', 're_none', 'in_none', 'pi_none', 'sub_none', 'cus_receipts'])(
    'has no receipt where none moved: %s',
    async (id) => {
      await expect(textOf(id)).rejects.toMatchObject(missing);
    },
  );
});

describe('a redeem’s receipt', () => {
  it('is made of its usage, as a page and as text', async () => {
    const usage = await recordUsage(database, { name: '<b>Ada</b>' });
    expect(await textOf(usage)).toContain('<b>Ada</b>');
    expect(await receipts.show(usage, 'redeem', 'winprint')).toMatch(/^<!doctype html>[^]*<svg/);
  });

  it('does not exist for an unrecorded usage, nor a notice for an unchanged price', async () => {
    await expect(textOf(randomUUID(), 'redeem')).rejects.toMatchObject(missing);
    await expect(textOf(await recordUsage(database, { subscription: 'sub_none' }), 'priceincrease')).rejects.toMatchObject(missing);
  });
});

describe('a customer’s receipts', () => {
  it('are listed newest first in pages, none twice and none left out', async () => {
    const person = 'cus_many';
    const { db } = database;
    const written = await Promise.all(
      Array.from({ length: 35 }, (_, i) => write(`many-${i}`, [], { customer: person, at: new Date(+testTime + Math.floor(i / 4)) })),
    );
    await db.insertInto('mirror_customer').values({ id: person, object: '{}', read_seq: 1, created: testTime, search: '' }).execute();
    const first = await receipts.ofCustomer(person, undefined);
    const second = await receipts.ofCustomer(person, first.next_page ?? undefined);
    expect([first.receipts.length, second.receipts.length, first.count, second.next_page]).toEqual([30, 5, 35, null]);
    const listed = [...first.receipts, ...second.receipts];
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(written));
    const times = listed.map(({ created }) => created);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(listed[0]).toMatchObject({ kind: 'planchange', title: 'PLAN UPGRADE', employee: 'Sam Fuller', print: null });
    expect(listed[0]).toMatchObject({ code: expect.any(String), item: expect.any(String), price: 3_261 });
  });

  it('of an unknown customer are not found', async () => {
    await expect(receipts.ofCustomer('cus_none', undefined)).rejects.toMatchObject({ status: 404, code: 'customer_not_found' });
  });
});

describe('the agreement of a sign-up', () => {
  const tablet = { id: randomUUID(), kind: 'tablet', name: 'Tablet', site: 12, terminal: null } as const;

  it('says what the paper says, to a tablet of its site alone', async () => {
    const facts = sampleFacts('Ada').signup;
    const id = await database.db.transaction().execute((tx) => writeReceipt(tx, { kind: 'signup', subject: 'sub_signed', ...made, facts }));
    expect(await agreements.show(id, { principal: null, device: tablet })).toMatchObject({
      id,
      receiptid: id,
      plate: 'Ada',
      item: 'Ada',
      price: 2_999,
      total: 3_261,
      duration: 6,
      employee: 'Sam Fuller',
      terms: expect.arrayContaining([expect.stringContaining('6 months')]),
      signature: null,
    });
    const other = agreements.show(id, { principal: null, device: { ...tablet, site: 27 } });
    await expect(other).rejects.toMatchObject({ status: 404, code: 'agreement_not_found' });
  });

  it('is none of another receipt', async () => {
    const id = await write('no agreement');
    await expect(agreements.show(id, { principal: null, device: tablet })).rejects.toMatchObject({ code: 'agreement_not_found' });
  });
});
