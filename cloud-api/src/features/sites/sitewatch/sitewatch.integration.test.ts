import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '@washdesk/test-support/until';
import { AnsweringSite } from '../../../testing/answering-site.ts';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';

let cloud: Cloud;
let joliet: AnsweringSite;
let cashier: ApiClient;
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startCloud();
  joliet = await AnsweringSite.at(12, cloud);
  [cashier, manager] = [await clientAs(cloud, 'Cashier'), await clientAs(cloud, 'SalesManager')];
  await joliet.online(cloud);
  // a site that comes online is queried for every list, this one last
  await until('every list was asked for', () => joliet.askedFor('sitewatch.top-sellers')[0]);
});
afterAll(async () => {
  await joliet.close();
  await cloud.stop();
});
beforeEach(async () => {
  joliet.answers = {};
  joliet.asked.length = 0;
});

const away = { status: 503, body: { code: 'site_unreachable', message: 'Can’t reach the Sitewatch of Joliet' } };

describe('a list', () => {
  const makes = [
    { ID: 1, NAME: 'CITROËN' },
    { ID: 2, NAME: 'FORD' },
  ];
  const lists = () => cloud.database.db;
  beforeEach(() => lists().deleteFrom('site_list').execute());
  const keep = (site: number, items: unknown[], seen = new Date()) =>
    lists()
      .insertInto('site_list')
      .values({ site, kind: 'makes', items: JSON.stringify(items), seen })
      .execute();

  it('is asked of the site once and then answered from the copy', async () => {
    joliet.answers['sitewatch.makes'] = () => ({ makes });
    expect(await cashier.get('/firebird/makes')).toMatchObject({ status: 200, body: { makes, count: 2, site: 12 } });
    joliet.answers = {};
    expect(await cashier.get('/firebird/makes')).toMatchObject({ body: { makes } });
    expect(joliet.askedFor('sitewatch.makes')).toHaveLength(1);
  });

  it('that is old is answered at once and renewed behind the answer', async () => {
    const seen = new Date(Date.now() - 2 * 3_600_000);
    await keep(12, [{ ID: 9, NAME: 'STUDEBAKER' }], seen);
    joliet.answers['sitewatch.makes'] = () => ({ makes });
    const { body } = await cashier.get('/firebird/makes');
    expect(body).toMatchObject({ makes: [{ NAME: 'STUDEBAKER' }], asOf: seen.toISOString() });
    const names = async () => (await cashier.get<{ makes: { NAME: string }[] }>('/firebird/makes')).body.makes.map(({ NAME }) => NAME);
    await until('the copy is renewed', async () => ((await names()).includes('FORD') ? true : null));
  });

  it('is read again with noCache, and stays as it was if the site does not answer', async () => {
    await keep(12, [{ ID: 9, NAME: 'STUDEBAKER' }]);
    expect(await cashier.get('/firebird/makes?noCache=true')).toMatchObject({ body: { makes: [{ NAME: 'STUDEBAKER' }] } });
    joliet.answers['sitewatch.makes'] = () => ({ makes });
    expect(await cashier.get('/firebird/makes?noCache=true')).toMatchObject({ body: { makes } });
  });

  it("is another site's where this one never gave any, and says whose", async () => {
    await keep(27, makes);
    expect(await cashier.get('/firebird/makes')).toMatchObject({ status: 200, body: { makes, site: 27 } });
  });

  it('that was never set is an unreachable site', async () => {
    expect(await cashier.get('/firebird/makes')).toMatchObject(away);
  });

  it('is taken of every kind when a site comes online', async () => {
    joliet.answers = {
      'sitewatch.makes': () => ({ makes }),
      'sitewatch.models': () => ({
        models: [
          { ID: 5, NAME: 'F-150', MAKE: 2 },
          { ID: 6, NAME: 'C3', MAKE: 1 },
        ],
      }),
      'sitewatch.colors': () => ({ colors: [{ ID: 1, NAME: 'White' }] }),
      'sitewatch.sites': () => ({
        sites: [
          { number: 1812, name: 'Joliet', state: 'IL' },
          { number: 27, name: 'Merrillville', state: 'IN' },
          { number: 5000, name: 'Warehouse', state: null },
        ],
      }),
      'sitewatch.terminals': () => ({ terminals: [{ name: 'Washcashier1', type: 'W', ipAddress: '10.12.0.11' }] }),
      'sitewatch.top-sellers': () => ({ items: [{ OBJID: 4, NAME: 'Super Kiss' }] }),
    };
    await joliet.online(cloud);
    await until('every list is there', async () =>
      (await lists().selectFrom('site_list').select('kind').execute()).length === 6 ? true : null,
    );
    joliet.answers = {};

    const body = async (list: string) => (await cashier.get(`/firebird/${list}`)).body;
    expect(await body('models?make=2')).toMatchObject({ models: [{ NAME: 'F-150' }], count: 1 });
    expect(await body('colors')).toMatchObject({ colors: [{ ID: 1, NAME: 'White' }] });
    expect(await body('terminals')).toMatchObject({ terminals: [{ NAME: 'Washcashier1', TERMINALTYPE: 'W', IPADDRESS: '10.12.0.11' }] });
    expect(await body('topsellers')).toMatchObject({ topsellers: [{ OBJID: 4, NAME: 'Super Kiss' }] });
    const { sites } = await body('sites');
    expect(sites).toEqual([
      { SITENUMBER: 12, NAME: 'Joliet', STATE: 'IL' },
      { SITENUMBER: 27, NAME: 'Merrillville', STATE: 'IN' },
    ]);
    expect(joliet.askedFor('sitewatch.top-sellers')).toMatchObject([{ payload: { most: 20 } }]);
  });
});

describe('sales', () => {
  const sale = {
    saleId: 8_812,
    created: '2026-11-21 09:30:00',
    terminal: 'Washcashier1',
    employee: 201,
    code: 'ABC123-IL',
    planName: 'STR SUPER KISS',
    total: 1_250,
    tax: 75,
    status: 0,
  };
  const row = {
    SITE: 12,
    SITENAME: 'Joliet',
    SALEID: 8_812,
    CREATED: '2026-11-21T15:30:00.000Z',
    TERMINAL: 'Washcashier1',
    EMPLOYEE: 201,
    CODE: 'ABC123-IL',
    CUSTOMER: 'cus_api',
    PLANNAME: 'STR SUPER KISS',
    TOTAL: 1_250,
    TAX: 75,
    STATUSCODE: 0,
  };
  const none = { status: 400, body: { code: 'invalid_site', message: 'Invalid Site Number Detected' } };
  beforeEach(() => {
    joliet.answers['sitewatch.sales'] = ({ code }) => ({ sales: code === sale.code ? [sale] : [] });
    joliet.answers['sitewatch.sale'] = ({ saleId }) => ({
      sale:
        saleId === sale.saleId
          ? {
              ...sale,
              items: [{ name: 'Super Kiss', quantity: 1, amount: 1_250 }],
              tenders: [{ type: 'CASH', amount: 1_250, reference: null }],
              discounts: [{ type: 'COUPON', amountSaved: 300, description: '$3 off' }],
            }
          : null,
    });
  });

  it("of a plate are the session's site's, at UTC", async () => {
    expect(await cashier.get('/firebird/sales?code=abc123-il')).toEqual({ status: 200, body: { sales: [row], count: 1, next_page: null } });
    expect(await cashier.get('/firebird/sales?code=NOBODY1-IL')).toMatchObject({ status: 200, body: { sales: [], count: 0 } });
  });

  it("of another site are the manager's; the number may be Sitewatch's own", async () => {
    expect(await cashier.get('/firebird/sales?code=ABC123-IL&site=1812')).toMatchObject({ status: 200, body: { count: 1 } });
    expect(await cashier.get('/firebird/sales?code=ABC123-IL&site=27')).toMatchObject({ status: 403 });
    expect(await manager.get('/firebird/sales?code=ABC123-IL&site=27')).toMatchObject({
      status: 503,
      body: { message: 'Can’t reach the Sitewatch of Merrillville' },
    });
    expect(await cashier.get('/firebird/saledetails/1812/8812')).toMatchObject({ status: 200 });
    expect(await cashier.get('/firebird/saledetails/27/8812')).toMatchObject({ status: 403 });
    expect(await manager.get('/firebird/saledetails/27/8812')).toMatchObject({ status: 503 });
  });

  it('are shown in full', async () => {
    expect(await cashier.get('/firebird/saledetails/12/8812')).toEqual({
      status: 200,
      body: {
        ...row,
        ITEMS: [{ NAME: 'Super Kiss', QTY: 1, AMOUNT: 1_250 }],
        TENDERS: [{ TENDERTYPE: 'CASH', AMOUNT: 1_250, REFERENCE: null }],
        DISCOUNTS: [{ DISCOUNT_TYPE: 'COUPON', AMOUNT_SAVED: 300, EXTENDED_DESCRIPTION: '$3 off' }],
      },
    });
    expect(await cashier.get('/firebird/saledetails/12/1')).toMatchObject({
      status: 404,
      body: { code: 'sale_not_found', message: 'No Records Found' },
    });
  });

  it('of a member count the member as seen, so that members cannot be copied through sales', async () => {
    const seen = () => cloud.database.db.selectFrom('customer_read').select('customer').execute();
    await cloud.database.db.deleteFrom('customer_read').execute();
    await (await clientAs(cloud, 'Cashier')).get('/firebird/saledetails/12/8812');
    expect(await seen()).toEqual([{ customer: row.CUSTOMER }]);
  });

  it('of a number that is no site are refused', async () => {
    expect(await cashier.get('/firebird/saledetails/5000/1')).toMatchObject(none);
    // a valid number, but no site of this company
    expect(await manager.get('/firebird/sales?code=ABC123-IL&site=44')).toMatchObject(none);
  });
});
