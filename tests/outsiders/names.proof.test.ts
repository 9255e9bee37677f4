import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findReceipt } from '@washdesk/cloud-api/features/billing/receipts/find-receipt';
import { receiptSource } from '@washdesk/cloud-api/features/billing/receipts/receipt-source';
import { AnsweringSite } from '@washdesk/cloud-api/testing/answering-site';
import { ApiClient, cardHandlesOf } from '@washdesk/cloud-api/testing/api-client';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import { signedIn } from '@washdesk/cloud-api/testing/callers';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import { Role } from '@washdesk/rules/company/roles';
import { plainPunctuation } from '@washdesk/rules/text/text';
import { sitewatchSchema } from '@washdesk/simulators/sitewatch/seed-sitewatch';
import { receiptBytes } from '@washdesk/site-agent/drivers/escpos-printer/receipt-bytes';
import type { SitewatchConfig } from '@washdesk/site-agent/drivers/sitewatch/config';
import { startTestSitewatch, type TestSitewatch } from '@washdesk/site-agent/drivers/sitewatch/firebird.fixture';
import { Sitewatch } from '@washdesk/site-agent/drivers/sitewatch/sitewatch';
import type { CommandPayload } from '@washdesk/site-protocol/commands';
import { namesOfTwentyLanguages } from '@washdesk/test-support/names-of-twenty-languages';
import { until } from '@washdesk/test-support/until';

type Converge = CommandPayload<'sitewatch.converge'>;

/** What the database declares, with the agent's setting. WIN1252 needs a library that this test's Firebird lacks; its bytes are the same. */
const databases: readonly [declared: 'UTF8' | 'NONE', charset: SitewatchConfig['charset']][] = [
  ['UTF8', 'UTF8'],
  ['NONE', 'WIN1252'],
  ['NONE', 'NONE'],
];

const latin = /^[\p{Script=Latin}\p{P}]+$/u;
const members = namesOfTwentyLanguages.map(personOf);

function personOf(spellings: { name: string; windows: string; dos: string }, index: number) {
  const typed = halves(spellings.name);
  // typographic signs are mended when they are typed
  const name = halves(plainPunctuation(spellings.name));
  const isMended = plainPunctuation(spellings.name) !== spellings.name;
  return {
    plate: `NAME${100 + index}-IL`,
    typed,
    name,
    windows: isMended ? name : halves(spellings.windows),
    paper: isMended ? name : halves(spellings.dos),
  };
}

function halves(name: string): { first: string; last: string } {
  const [first = '', ...rest] = name.split(' ');
  return { first, last: rest.join(' ') || 'Moore' };
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-names-'));
let cloud: BillingCloud;
let cashier: ApiClient;
let site: AnsweringSite;
let firebird: TestSitewatch;
/** The members at Stripe, by plate. */
const customers = new Map<string, { id: string; card: string }>();

beforeAll(async () => {
  firebird = await startTestSitewatch(folder);
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  site = await AnsweringSite.at(12, cloud);
  let objid = 4_000;
  site.answers = {
    'sitewatch.converge': () => ({ objid: (objid += 1), created: true, codes: [] }),
  };
  await site.online(cloud);
  const headers = await signedIn(cloud, { roles: Role.Cashier | Role.User, terminal: 'Washcashier1' });
  cashier = new ApiClient(cloud.url, headers, cardHandlesOf(cloud));
  for (const { plate, typed } of members) {
    const made = await cashier.post('/customer', {
      FirstName: typed.first,
      LastName: typed.last,
      Email: `${plate.toLowerCase()}@names.test`,
      CellPhone: '815-555-0101',
      Zipcode: '60435',
      City: 'Joliet',
      State: 'IL',
      Country: 'US',
      CustomerCode: plate,
      CarMake: 'FORD',
      CarModel: 'F-150',
      CarColor: 'Red',
      SITENUMBER: 12,
    });
    if (made.status !== 200) throw new Error(`${plate} was not created: ${JSON.stringify(made.body)}`);
    const id = String(made.body['id']);
    customers.set(plate, { id, card: await cloud.card(id, 'pm_card_visa') });
  }
});
afterAll(async () => {
  await site.close();
  await cloud.stop();
  await firebird.stop();
  rmSync(folder, { recursive: true, force: true });
});

it.each(members)(
  '$typed.first $typed.last is stored as typed, and found by it in any spelling',
  async ({ plate, typed, name, windows, paper }) => {
    const { id } = customers.get(plate)!;
    const { body } = await cashier.get<{ name: string; firstName: string; lastName: string }>(`/customer/${id}/general`);
    expect(body).toMatchObject({ name: `${name.last}, ${name.first}`, firstName: name.first, lastName: name.last });
    const spellings = [typed, name, ...(latin.test(name.first + name.last) ? [windows, paper] : [])].map(
      ({ first, last }) => `${first} ${last}`,
    );
    for (const spelling of spellings.flatMap((one) => [one, one.normalize('NFD'), one.toUpperCase()])) {
      const found = await cashier.get<{ customers: { id: string }[] }>(`/customer/search/${encodeURIComponent(spelling)}`);
      expect(
        found.body.customers.map((one) => one.id),
        spelling,
      ).toContain(id);
    }
  },
);

it.each(members)('$typed.first $typed.last is printed in the letters of the printer, without a question mark', async ({ plate, paper }) => {
  const { id, card } = customers.get(plate)!;
  const sold = await cashier.post('/subscription', { stripeCustomer: id, PaymentMethodId: card, PlanId: 'price_SuperKiss_12' });
  expect(sold.status, JSON.stringify(sold.body)).toBe(200);
  const { body } = await cashier.get<{ receipts: { id: string }[] }>(`/customer/${id}/receipts`);
  const source = receiptSource(await findReceipt(cloud.database.db, body.receipts[0]!.id, undefined));
  const bytes = receiptBytes(source, { columns: 42, encoding: 'cp437' }).toString('latin1');
  for (const part of [paper.first, paper.last]) expect(bytes).toContain(iconv.encode(part, 'cp437').toString('latin1'));
  expect(bytes).not.toContain('?');
});

describe.each(databases)('a Sitewatch that declares %s, with the setting %s', (declared, charset) => {
  let sitewatch: Sitewatch;

  beforeAll(async () => {
    const { server } = firebird;
    const name = `${declared}-${charset}`;
    const script = `ALTER DATABASE SET DEFAULT CHARACTER SET ${declared}; COMMIT; ${await sitewatchSchema()}
      INSERT INTO SITE (OBJID, SITENUMBER, NAME, STATE) VALUES (1, 12, 'Joliet', 'IL');
      SET GENERATOR GEN_OBJID TO 1000;`;
    await server.createDatabase(name, script);
    const config = { ...firebird.config, database: server.databasePath(name), charset };
    sitewatch = new Sitewatch(12, 'America/Chicago', config, { now: () => new Date() });
    sitewatch.start();
    await until('the database is ready', () => (sitewatch.health().status === 'ready' ? true : null));
  });
  afterAll(() => sitewatch.stop());

  it('gets each member from the cloud, and gives the name back in its own letters', async () => {
    for (const { plate, name, windows } of members) {
      const asked = () =>
        site
          .askedFor('sitewatch.converge')
          .map(({ payload }) => payload as Converge)
          .findLast((one) => one.plate.now === plate);
      const { objid: _, ...payload } = await until(`the cloud writes ${plate}`, () => asked() ?? null);
      expect(payload).toMatchObject({ firstName: name.first, lastName: name.last });
      await sitewatch.write('sitewatch.converge', randomUUID(), { ...payload, objid: null, plan: null }, abortOnHang());
      const { first, last } = declared === 'UTF8' ? name : windows;
      expect(await sitewatch.customerByCode(plate, abortOnHang())).toMatchObject({ firstName: first, lastName: last });
    }
  });
});
