import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { member } from '@washdesk/contracts/samples.fixture';
import { offsetTo } from '@washdesk/stripe-simulator/company-clock.fixture';
import { AnsweringSite } from '../../../testing/answering-site.ts';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';

let cloud: Cloud;
let folder: string;
let joliet: AnsweringSite;
let merrillville: AnsweringSite;
let cashier: ApiClient;
let user: ApiClient;
let manager: ApiClient;
let admin: ApiClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'washdesk-clock-'));
  const clock = join(folder, 'clock.json');
  await writeFile(clock, JSON.stringify({ offsetMs: offsetTo('2026-11-21T15:30:00Z') }));
  cloud = await startCloud({ WASHDESK_CLOCK_FILE: clock });
  joliet = await AnsweringSite.at(12, cloud);
  merrillville = await AnsweringSite.at(27, cloud);
  [cashier, user, manager, admin] = await Promise.all([
    clientAs(cloud, 'Cashier'),
    clientAs(cloud, 'User'),
    clientAs(cloud, 'SalesManager'),
    clientAs(cloud, 'Admin'),
  ]);
  await joliet.online(cloud);
  await merrillville.online(cloud);
});
afterAll(async () => {
  await joliet.close();
  await merrillville.close();
  await cloud.stop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  for (const site of [joliet, merrillville]) {
    site.answers = {};
    site.asked.length = 0;
  }
  for (const table of ['sitewatch_copy', 'sitewatch_link', 'usage'] as const) {
    await cloud.database.db.deleteFrom(table).execute();
  }
});

const link = (site: number, objid: number, plate: string | null = null) =>
  cloud.database.db
    .insertInto('sitewatch_link')
    .values({ site, customer: member.customer, objid, plate, tag: null, changed: new Date() })
    .execute();
const view = async (part: string, person: ApiClient = admin) => person.get(`/customer/${member.customer}/${part}`);

it.each(['discounts', 'platesandtags', 'dxt'])('%s of an unknown customer is 404', async (part) => {
  expect(await admin.get(`/customer/cus_nobody/${part}`)).toMatchObject({ status: 404, body: { code: 'customer_not_found' } });
});

describe('plates and tags', () => {
  const codesOf = (customer: number, ...codes: string[]) => ({
    codes: codes.map((code, index) => ({ objid: customer * 10 + index, customer, code })),
  });

  it('are those of all sites, each asked by the customer it knows and the codes', async () => {
    await link(12, 50, 'OLD1-IL');
    joliet.answers['sitewatch.codes'] = () => codesOf(50, member.plate, 'OLD1-IL~501');
    merrillville.answers['sitewatch.codes'] = () => codesOf(7, member.plate);
    expect(await view('platesandtags')).toEqual({
      status: 200,
      body: {
        sitewatchid: 50,
        tags: [
          { CODE: member.plate, OBJID: 500, CUSTOMER: 50, site: 12 },
          { CODE: 'OLD1-IL~501', OBJID: 501, CUSTOMER: 50, site: 12 },
          { CODE: member.plate, OBJID: 70, CUSTOMER: 7, site: 27 },
        ],
        missing: [],
        count: 3,
        next_page: null,
      },
    });
    expect(joliet.askedFor('sitewatch.codes')).toMatchObject([{ payload: { objid: 50, codes: [member.plate, 'OLD1-IL'] } }]);
    expect(merrillville.askedFor('sitewatch.codes')).toMatchObject([{ payload: { objid: null, codes: [member.plate] } }]);
  });

  it('show object ids to those who work with them, and customers to Admins', async () => {
    await link(12, 50);
    joliet.answers['sitewatch.codes'] = () => codesOf(50, member.plate);
    const hidden = { sitewatchid: null, tags: [{ CODE: member.plate, CUSTOMER: null }] };
    expect((await view('platesandtags', manager)).body).toMatchObject({ ...hidden, tags: [{ OBJID: 500, CUSTOMER: null }] });
    expect((await view('platesandtags', user)).body).toMatchObject({ ...hidden, tags: [{ OBJID: null, CUSTOMER: null }] });
  });

  it('of a site that does not answer are those of last time, and the site is named', async () => {
    joliet.answers['sitewatch.codes'] = () => codesOf(50, member.plate);
    merrillville.answers['sitewatch.codes'] = () => codesOf(7, 'THEN1-IN');
    await view('platesandtags');
    merrillville.answers['sitewatch.codes'] = () => 'silent';
    const { body } = await view('platesandtags');
    expect(body).toMatchObject({
      tags: [
        { CODE: member.plate, site: 12 },
        { CODE: 'THEN1-IN', site: 27 },
      ],
      missing: [{ site: 27, name: 'Merrillville', asOf: expect.stringMatching(/^2026-11-21T15:/) as string }],
    });
  });
});

describe('discounts', () => {
  const discount = {
    sourceSystem: 'ISI',
    discountType: 'COUPON',
    site: 1812,
    at: '2026-11-20 10:00:00',
    amountSaved: 300,
    description: '$3 off',
  };

  it('are those of all sites, the newest first; a site that never answered is named', async () => {
    joliet.answers['sitewatch.discounts'] = () => ({
      discounts: [discount, { ...discount, site: null, at: '2026-11-21 08:00:00', description: null }],
    });
    expect(await view('discounts', cashier)).toEqual({
      status: 200,
      body: {
        discounts: [
          {
            SOURCE_SYSTEM: 'ISI',
            DISCOUNT_TYPE: 'COUPON',
            SITE: 12,
            TRANSACTION_DATE: '2026-11-21T14:00:00.000Z',
            AMOUNT_SAVED: 300,
            EXTENDED_DESCRIPTION: null,
          },
          {
            SOURCE_SYSTEM: 'ISI',
            DISCOUNT_TYPE: 'COUPON',
            SITE: 12,
            TRANSACTION_DATE: '2026-11-20T16:00:00.000Z',
            AMOUNT_SAVED: 300,
            EXTENDED_DESCRIPTION: '$3 off',
          },
        ],
        missing: [{ site: 27, name: 'Merrillville', asOf: null }],
        count: 2,
        next_page: null,
      },
    });
  });
});

describe('dxt', () => {
  it('says of the plate what a lane would say, and records nothing', async () => {
    expect(await view('dxt', cashier)).toEqual({
      status: 200,
      body: {
        found: true,
        active: true,
        hasAccess: true,
        expires: '2026-12-01T10:00:00.000Z',
        priceIncrease: false,
        scheduleId: null,
        PlanName: 'Super Kiss',
        id: member.customer,
        type: 'plate',
      },
    });
    expect(await cloud.database.db.selectFrom('usage').select('id').execute()).toEqual([]);
  });

  it('finds no customer unknown to the lanes', async () => {
    await cloud.database.db.updateTable('roster_entry').set({ removed: true }).where('customer', '=', member.customer).execute();
    expect((await view('dxt')).body).toMatchObject({ found: false, active: false, hasAccess: false, id: member.customer, type: 'unknown' });
  });
});
