import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { matchesPath, acceptedDifferences, reasonFor } from './accepted-differences.ts';
import { differences, IdPairs } from './compare.ts';
import type { Conversation } from './conversation.ts';
import { readCassette, readTape } from './read-tapes.ts';
import { recordedProrations } from './recorded-prorations.ts';
import { replay } from './replay.ts';
import { socketlessStandIn } from './stand-in.ts';

const nothingMeant = { ...acceptedDifferences, conversations: [], requests: [], expands: [], parameters: [], fields: [], fixtures: [] };
const at = 1_790_000_000;

const customer = { id: 'cus_Recorded0001', object: 'customer', created: at, email: 'a@example.org', name: null };
const recorded: Conversation = {
  name: 'made up',
  steps: [
    { method: 'POST', path: '/v1/customers', parameters: { email: 'a@example.org' }, at, status: 200, body: customer },
    {
      method: 'GET',
      path: '/v1/customers/cus_Recorded0001',
      parameters: {},
      at,
      status: 200,
      body: { ...customer, email: 'b@example.org' },
    },
    { method: 'GET', path: '/v1/charges/ch_Elsewhere0001', parameters: {}, at, status: 200, body: {} },
  ],
};

describe('a recording that is replayed', () => {
  it('finds its own objects again, and names what is different and what was left out', () => {
    const [made, read, foreign] = replay(recorded, socketlessStandIn(at - 60), nothingMeant);
    expect(made?.found.filter(({ recorded: there }) => there !== undefined)).toEqual([]);
    expect(read).toMatchObject({ request: 'GET /v1/customers/*' });
    expect(read?.found).toContainEqual({ path: 'email', recorded: 'b@example.org', here: 'a@example.org' });
    expect(foreign).toMatchObject({ leftOut: acceptedDifferences.foreignIds.reason, found: [] });
  });

  it('may be a tape with hidden words', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stripe-recorded-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const tape = join(folder, 'a_tape.yml');
    writeFileSync(
      tape,
      `http_interactions:
- request:
    method: post
    uri: https://api.stripe.com/v<VENDOR_ID>/customers
    body: { string: 'email=a%40e<VENDOR_AUTH_CODE>ample.org' }
    headers: { Stripe-Version: ['2026-03-25.dahlia'] }
  response:
    status: { code: 200 }
    headers: { Date: ['Mon, 21 Sep 2026 14:13:20 GMT'] }
    body: { string: '{"id": "cus_<VENDOR_ID>"}' }
`,
    );
    expect(readTape(tape)).toEqual({
      name: 'a_tape',
      steps: [
        {
          method: 'POST',
          path: '/v1/customers',
          parameters: { email: 'a@example.org' },
          at: 1_790_000_000,
          status: 200,
          body: { id: 'cus_1' },
        },
      ],
    });
  });

  it('may be a cassette whose steps refer to each other', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stripe-recorded-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'cassette.json');
    const step = { method: 'GET', path_refs: {}, params: {}, binds_as: null, recorded_status: 200, recorded_body: customer };
    const steps = [
      { ...step, path: '/v1/customers', binds_as: 'first' },
      {
        ...step,
        path: '/v1/customers/{customer}',
        path_refs: { customer: { step: 'first', field: 'id' } },
        params: { starting_after: { $ref: { step: 'first', field: 'id' } }, limit: 2 },
      },
    ];
    writeFileSync(file, JSON.stringify({ scenario: 'two steps', recorded_at: '2026-09-21T14:13:20Z', steps }));
    expect(readCassette(file)?.steps[1]).toMatchObject({
      path: '/v1/customers/cus_Recorded0001',
      parameters: { starting_after: 'cus_Recorded0001', limit: '2' },
      at,
    });
  });
});

it('leaves alone what is no recording, such as settings with comments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'settings.json');
  writeFileSync(file, '// of an editor\n{}\n');
  expect(readCassette(file)).toBeUndefined();
});

describe('two answers', () => {
  it('are the same where ids stand for each other and instants are seconds apart', () => {
    const ids = new IdPairs();
    expect(differences({ id: 'cus_AAAAAAAA1', created: at }, { id: 'cus_BBBBBBBB2', created: at + 2 }, ids)).toEqual([]);
    expect(differences({ url: '/v1/x/cus_AAAAAAAA1' }, { url: '/v1/x/cus_BBBBBBBB2' }, ids)).toEqual([]);
    expect(differences({ id: 'cus_AAAAAAAA1' }, { id: 'cus_CCCCCCCC3' }, ids)).toHaveLength(1);
    expect(differences({ amount: 1 }, { amount: 2 }, ids)).toEqual([{ path: 'amount', recorded: 1, here: 2 }]);
  });

  it('may differ where a reason is given', () => {
    expect(matchesPath('**/tax', 'lines/data/0/tax')).toBe(true);
    expect(matchesPath('lines/*/tax', 'lines/data/0/tax')).toBe(false);
    const fields = [{ path: '**.tax', only: 'recorded' as const, reason: 'Automatic tax is not modeled.' }];
    expect(reasonFor(fields, 'GET /v1/invoices/*', { path: 'tax', recorded: 5, here: undefined })).toBeDefined();
    expect(reasonFor(fields, 'GET /v1/invoices/*', { path: 'tax', recorded: 5, here: 6 })).toBeUndefined();
  });
});

it('a recorded proration is worked out again from its price and its seconds', () => {
  const price = { id: 'price_1', object: 'price', unit_amount: 1800, recurring: { interval: 'month', interval_count: 1 } };
  const period = { start: 1_792_606_838, end: 1_792_613_318 };
  const line = { id: 'ii_1', object: 'invoiceitem', proration: true, amount: 4, quantity: 1, period, price };
  expect(recordedProrations([line])).toEqual([{ id: 'ii_1', recorded: 4, here: 4 }]);
});

it('a recorded credit is a share of the period that it gives back, which may end earlier than a month after its day', () => {
  const price = { id: 'price_1', object: 'price', unit_amount: 2500, recurring: { interval: 'month', interval_count: 1 } };
  const [sold, changed, end] = ['2025-10-31T18:06:31Z', '2025-10-31T18:06:35Z', '2025-11-30T18:06:31Z'].map(
    (text) => Date.parse(text) / 1_000,
  );
  const billed = { id: 'il_1', object: 'line_item', amount: 2500, quantity: 1, period: { start: sold, end }, price };
  const proration_details = { credited_items: { invoice: 'in_1', invoice_line_items: ['il_1'] } };
  const parent = { subscription_item_details: { proration: true, proration_details } };
  const credit = { id: 'il_2', object: 'line_item', amount: -2500, quantity: 1, period: { start: changed, end }, price, parent };
  expect(recordedProrations([billed, credit])).toEqual([{ id: 'il_2', recorded: -2500, here: -2500 }]);
});
