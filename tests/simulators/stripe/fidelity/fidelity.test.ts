import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeCompany } from '@washdesk/simulators/company/company';
import { makeCustomer } from '../objects/customer.ts';
import { readDescription } from './description.ts';
import { DriftWatch } from './drift.ts';
import { Fidelity, type Exchange } from './fidelity.ts';

const [member] = makeCompany({ now: new Date('2026-11-21T15:30:00Z'), members: 60 }).members;
const customer = JSON.parse(JSON.stringify(member && makeCustomer(member))) as Record<string, unknown>;
const page = { object: 'list', data: [customer], has_more: false, url: '/v1/customers' };

let fidelity: Fidelity;
beforeAll(async () => {
  fidelity = new Fidelity(await readDescription());
});

const listed: Exchange = {
  method: 'GET',
  path: '/v1/customers',
  parameters: 'limit=3&expand[]=data.subscriptions',
  status: 200,
  body: page,
};
const updated: Exchange = {
  method: 'POST',
  path: '/v1/customers/cus_1',
  parameters: 'metadata[a]=b&balance=5',
  status: 200,
  body: customer,
};

describe('what agrees with the SDK', () => {
  const good: [string, Exchange][] = [
    ['a list', listed],
    ['an update', updated],
    ['null, which a form writes as an empty text', { ...updated, parameters: 'description=&shipping=&metadata=' }],
    ['a tombstone', { ...listed, path: '/v1/customers/cus_1', parameters: '', body: { id: 'cus_1', object: 'customer', deleted: true } }],
    [
      'a refusal, whatever was asked',
      { ...listed, parameters: 'plate=A', status: 400, body: { error: { type: 'invalid_request_error', message: 'No.' } } },
    ],
  ];
  it.each(good)('%s', (_, exchange) => {
    expect(fidelity.problems(exchange)).toEqual([]);
  });
});

describe('a doctored answer', () => {
  const { currency: _left, created: _out, ...incomplete } = customer;
  const doctored: [string, unknown, string][] = [
    ['lacks a field', incomplete, 'answer: created is missing'],
    ['has an unknown field', { ...customer, plate: 'ABC1234-IL' }, 'answer: plate is unknown'],
    ['has the wrong type', { ...customer, created: '1700000000' }, 'answer: created is "1700000000", not number'],
    ['is null where it may not be', { ...customer, balance: null }, 'answer: balance is null, not number'],
    [
      'leaves an enum',
      { ...customer, tax_exempt: 'sometimes' },
      'answer: tax_exempt is "sometimes", not null or one of none, exempt, reverse',
    ],
    ['is another object', { ...customer, object: 'product' }, 'answer: object is "product", not "customer"'],
    [
      'drifts far inside',
      { ...customer, invoice_settings: { ...(customer['invoice_settings'] as object), footer: 1 } },
      'answer: invoice_settings.footer is 1, not null or text',
    ],
  ];
  it.each(doctored)('%s', (_, body, problem) => {
    expect(fidelity.problems({ ...updated, body })).toEqual([problem]);
  });

  it('an error with words of its own', () => {
    const error = { type: 'polite_error', message: 'Please.', code: 'not_today', hint: '' };
    expect(fidelity.problems({ ...updated, status: 400, body: { error } })).toEqual([
      expect.stringContaining('error.code is "not_today"'),
      expect.stringContaining('error.type is "polite_error"'),
      'answer: error.hint is unknown',
    ]);
  });
});

describe('a doctored request', () => {
  const doctored: [string, Partial<Exchange>, string][] = [
    ['an unknown parameter', { parameters: 'plate=ABC' }, 'request: plate is unknown'],
    ['an unknown one far inside', { parameters: 'invoice_settings[plate]=A' }, 'request: invoice_settings[plate] is unknown'],
    ['a text for a number', { parameters: 'balance=much' }, 'request: balance is "much", not number'],
    [
      'a value outside the enum',
      { parameters: 'tax_exempt=never' },
      'request: tax_exempt is "never", not null or one of , none, exempt, reverse',
    ],
    ['an expand into nowhere', { parameters: 'expand[]=plate' }, 'request: expand: plate leads nowhere, there is no plate'],
    ['an expand of a text', { parameters: 'expand[]=email' }, 'request: expand: email cannot be expanded'],
    ['a path the SDK does not have', { path: '/v1/plates' }, 'the SDK knows no such operation'],
  ];
  it.each(doctored)('%s', (_, part, problem) => {
    expect(fidelity.problems({ ...updated, ...part })).toEqual([problem]);
  });
});

describe('events', () => {
  const event = {
    id: 'evt_1',
    object: 'event',
    api_version: '2026-10-28.endive',
    created: 1_700_000_000,
    data: { object: customer, previous_attributes: { email: null } },
    livemode: false,
    pending_webhooks: 0,
    request: null,
    type: 'customer.updated',
  };

  it('are held to the object of their type', () => {
    expect(fidelity.eventProblems(event)).toEqual([]);
    expect(fidelity.eventProblems({ ...event, type: 'customer.moved' })).not.toEqual([]);
    expect(fidelity.eventProblems({ ...event, data: { object: { ...customer, plate: 'A' } } })).toEqual([
      'event: data.object.plate is unknown',
    ]);
    expect(fidelity.eventProblems({ ...event, data: { object: customer, previous_attributes: { plate: 'A' } } })).toEqual([
      'event: data.previous_attributes.plate is unknown',
    ]);
  });
});

describe('the watch', () => {
  it('answers 500 with what drifted, and keeps it in the file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stripe-drift-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'drift');
    const watched = new DriftWatch(fidelity, file).around(() => ({ status: 200, body: { ...customer, plate: 'A' }, replayed: false }));
    const answer = watched({ method: 'GET', url: new URL('http://stripe.test/v1/customers/cus_1'), headers: {}, body: '' }, 'req_1');
    expect(answer).toMatchObject({
      status: 500,
      body: { error: { type: 'api_error', message: expect.stringContaining('plate is unknown') } },
    });
    expect(readFileSync(file, 'utf8')).toBe("Drift from the SDK's types, GET /v1/customers/cus_1: answer: plate is unknown\n");
  });
});
