import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AnsweringSite } from '@washdesk/cloud-api/testing/answering-site';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import { newRegister, signedIn, type Headers } from '@washdesk/cloud-api/testing/callers';
import { pathOf, send } from '@washdesk/cloud-api/testing/calls';
import { allEndpoints } from '@washdesk/contracts/all';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { roleNames, rolesFromNames } from '@washdesk/rules/company/roles';

/** What two people read, and what each of them then saves. */
interface TwoSavers {
  params?: Record<string, string>;
  first: unknown;
  second: unknown;
  /** The field with both values, as the second sees it. */
  stale: Record<string, unknown>;
  /** The second of two booleans may want what the first saw: only one order is a conflict. */
  inTurn?: true;
}

const opposite: Record<string, string> = { now: 'wanted', wanted: 'now', theirs: 'yours', yours: 'theirs' };

/** Both values as the first sees them, if the second was faster. */
const swapped = (stale: TwoSavers['stale']): TwoSavers['stale'] =>
  Object.fromEntries(Object.entries(stale).map(([name, value]) => [opposite[name] ?? name, value]));

let cloud: BillingCloud;
let site: AnsweringSite;
let savers: [Headers, Headers];

const clubPlan = { objid: 40, name: 'STR A', redeemId: 30, clubAccess: 'A', isStripe: true, productClass: 'Super Kiss', active: true };

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  const roles = rolesFromNames(roleNames);
  savers = [await signedIn(cloud, { roles }), await signedIn(cloud, { roles })];
  site = await AnsweringSite.at(12, cloud);
  let inSitewatch = clubPlan;
  site.answers = {
    'sitewatch.club-plans': () => ({ plans: [inSitewatch] }),
    'sitewatch.save-club-plan': ({ name }) => ({ plan: (inSitewatch = { ...inSitewatch, name: name ?? inSitewatch.name }) }),
  };
  await site.online(cloud);
});
afterAll(async () => {
  await site.close();
  await cloud.stop();
});

const endpointOf = (id: string): Endpoint => allEndpoints.find((endpoint) => endpoint.id === id)!;

async function save(id: string, by: Headers, params: Record<string, string> = {}, body?: unknown) {
  const endpoint = endpointOf(id);
  const { status, text } = await send(cloud.url, {
    method: endpoint.method,
    path: pathOf(endpoint, params),
    headers: { ...by, 'idempotency-key': randomUUID() },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status, body: JSON.parse(text) as Record<string, unknown> };
}

async function read<T>(id: string): Promise<T> {
  const { status, body } = await save(id, savers[0]);
  expect(status, id).toBe(200);
  return body as T;
}

/** Each whole value that two people may save, by its contract. */
const wholeValues: Record<string, () => Promise<TwoSavers>> = {
  async setDeviceNetworks() {
    const { id } = await newRegister(cloud);
    const body = (network: string) => ({ networks: [network], was: [] });
    return {
      params: { id },
      first: body('203.0.113.0/24'),
      second: body('198.51.100.0/24'),
      stale: { field: 'networks', now: ['203.0.113.0/24'], wanted: ['198.51.100.0/24'] },
    };
  },
  async changeStaff() {
    await save('addStaff', savers[0], {}, { number: 871, name: 'Ada Moore', roles: ['Cashier'] });
    const body = (role: string) => ({ roles: ['Cashier', role], was: { roles: ['Cashier'] } });
    return {
      params: { number: '871' },
      first: body('User'),
      second: body('SalesManager'),
      stale: { field: 'roles', now: ['Cashier', 'User'], wanted: ['Cashier', 'SalesManager'] },
    };
  },
  async editProduct() {
    const body = (value: string) => ({ key: 'sort_order', value, was: '2' });
    const product = cloud.stripe.store.get('product', 'prod_SuperKiss');
    await cloud.sdk.products.update(product!.id, { metadata: { sort_order: '2' } });
    await cloud.settled();
    return { params: { id: product!.id }, first: body('7'), second: body('8'), stale: { now: '7', wanted: '8' } };
  },
  async changePromo() {
    const { body: promo } = await save('addPromo', savers[0], {}, { description: 'Two for one' });
    const was = { description: 'Two for one', active: true };
    return {
      params: { id: String(promo['id']) },
      first: { ...was, description: 'Three for one', was },
      second: { ...was, description: 'Four for one', was },
      stale: { field: 'description', now: 'Three for one', wanted: 'Four for one' },
    };
  },
  async changeReason() {
    const { body: reason } = await save('addReason', savers[0], {}, { reasontext: 'Sold the car', kinds: ['terminate'] });
    const was = { reasontext: 'Sold the car', kinds: ['terminate'], active: true };
    return {
      params: { reasonvalue: String(reason['reasonvalue']) },
      first: { ...was, reasontext: 'Sold their car', was },
      second: { ...was, reasontext: 'Car sold', was },
      stale: { field: 'reasontext', now: 'Sold their car', wanted: 'Car sold' },
    };
  },
  async putFlags() {
    const flag = (value: boolean, was?: boolean) => [
      { name: 'gatecontrol', description: 'Gates', value, ...(was !== undefined && { was }) },
    ];
    await save('putFlags', savers[0], {}, flag(true));
    return {
      first: flag(false, true),
      second: flag(true, true),
      stale: { field: 'gatecontrol', now: false, wanted: true },
      inTurn: true,
    };
  },
  async saveAlertSettings() {
    const { settings: was } = await read<{ settings: { escalateAfterMinutes: number } }>('getAlertSettings');
    return {
      first: { ...was, escalateAfterMinutes: 30, was },
      second: { ...was, escalateAfterMinutes: 60, was },
      stale: { field: 'escalateAfterMinutes', now: 30, wanted: 60 },
    };
  },
  async savePriceRange() {
    const { priceranges } = await read<{ priceranges: { id: number; product_class: string; max_car: number }[] }>('listPriceRanges');
    const { id, product_class: _, ...was } = priceranges[0]!;
    const now = was.max_car + 100;
    return {
      params: { id: String(id) },
      first: { ...was, max_car: now, was },
      second: { ...was, max_car: now + 100, was },
      stale: { field: 'max_car', now, wanted: now + 100 },
    };
  },
  async changeSetting() {
    const body = (value: number) => ({ value, changed: null });
    return { params: { name: 'goodDaysAfterPeriodEnd' }, first: body(5), second: body(9), stale: { now: 5, wanted: 9 } };
  },
  async setSystemMessage() {
    const body = (message: string) => ({ message, was: '' });
    return { first: body('Snow today'), second: body('Ice today'), stale: { field: 'message', now: 'Snow today', wanted: 'Ice today' } };
  },
  async saveCustomer() {
    const { customer } = await cloud.member({ plate: 'SAVERS1-IL' });
    const base = { metadata: { CarColor: '' } };
    const body = (CarColor: string) => ({ metadata: { CarColor }, base });
    return {
      params: { id: customer },
      first: body('Red'),
      second: body('Blue'),
      stale: { field: 'metadata.CarColor', theirs: 'Red', yours: 'Blue' },
    };
  },
  async setCustomerMetadata() {
    const { customer } = await cloud.member({ plate: 'SAVERS2-IL', card: 'pm_card_mastercard' });
    const body = (value: string) => ({ key: 'bademail', value, was: '' });
    return { params: { id: customer }, first: body('true'), second: body('false'), stale: { now: 'true', wanted: 'false' } };
  },
  async saveClubPlan() {
    const body = (name: string) => ({ name, was: { name: 'STR A' } });
    return {
      params: { objid: '40' },
      first: body('STR B'),
      second: body('STR C'),
      stale: { field: 'name', now: 'STR B', wanted: 'STR C' },
    };
  },
};

const seen = ['was', 'base', 'changed'];
const compares = ({ body }: Endpoint): boolean => {
  const schema = body ? JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })) : '';
  return seen.some((name) => schema.includes(`"${name}":`));
};

describe('the second of two people who save', () => {
  it('is tried at every call that says what the caller saw', () => {
    expect(Object.keys(wholeValues).toSorted()).toEqual(
      allEndpoints
        .filter(compares)
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it.each(Object.keys(wholeValues))('%s overwrites nothing, and sees both values', async (id) => {
    const { params, first, second, stale, inTurn } = await wholeValues[id]!();
    const [ada, bo] = savers;
    const saving = save(id, ada, params, first);
    if (inTurn) await saving;
    const answers = await Promise.all([saving, save(id, bo, params, second)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const isSecondLate = answers[1].status === 409;
    const both = isSecondLate ? stale : swapped(stale);
    expect(answers[isSecondLate ? 1 : 0].body).toMatchObject({ details: { fields: [both] } });
    await cloud.settled();
    // the value seen is outdated for every user, except one who repeats what is stored
    expect(await save(id, bo, params, isSecondLate ? second : first)).toMatchObject({ status: 409, body: { details: { fields: [both] } } });
  });
});
