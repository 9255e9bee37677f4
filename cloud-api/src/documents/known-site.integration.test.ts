import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samples } from '@washdesk/contracts/all-samples.fixture';
import { member } from '@washdesk/contracts/samples.fixture';
import { clientAs, type ApiClient, type Reply } from '../testing/api-client.ts';
import { startCloud, type Cloud } from '../testing/cloud.ts';

let cloud: Cloud;
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startCloud();
  manager = await clientAs(cloud, 'SalesManager');
});
afterAll(() => cloud.stop());

/** Every call in which a browser sends a Sitewatch site number. */
const calls: readonly (readonly [string, (site: number) => Promise<Reply>])[] = [
  ['POST /customer', (SITENUMBER) => manager.post('/customer', { ...(samples['createCustomer']?.body as object), SITENUMBER })],
  ['POST /subscription', (SITENUMBER) => manager.post('/subscription', { stripeCustomer: member.customer, PlanId: 'price_1', SITENUMBER })],
  ['POST /subscription/preview', (SITENUMBER) => manager.post('/subscription/preview', { PlanId: 'price_1', SITENUMBER })],
  ['GET /invoice/{price}/latestinvoice', (site) => manager.get(`/invoice/price_1/latestinvoice?site=${site}`)],
  ['POST /charge/search', (site) => manager.post('/charge/search', { site })],
  ['POST /subscription/search', (site) => manager.post('/subscription/search', { site })],
  ['GET /firebird/sales', (site) => manager.get(`/firebird/sales?code=${member.plate}&site=${site}`)],
  ['GET /firebird/saledetails/{site}/{sale}', (site) => manager.get(`/firebird/saledetails/${site}/1`)],
];

describe.each(calls)('%s', (_name, call) => {
  it.each([77, 1877, 2099])('knows no site %i', async (site) => {
    expect(await call(site)).toMatchObject({ status: 400, body: { code: 'invalid_site', message: 'Invalid Site Number Detected' } });
  });

  it.each([12, 1812, 27])('knows %i', async (site) => {
    expect((await call(site)).body['code']).not.toBe('invalid_site');
  });
});
