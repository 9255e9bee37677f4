import { beforeEach, describe, expect, it } from 'vitest';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import type { PosDatabase } from '@washdesk/site-agent/ports/pos-database';
import { adapters, SuiteSite } from './pos-site.ts';

/** Site 12 is OBJID 1, Washcashier1 is 10, employee 3242 is 20, José is 50 with codes 60 and 61 and the plan 70. */
const rows = `
INSERT INTO MAKE (ID, NAME) VALUES (2, 'Škoda');
INSERT INTO MAKE (ID, NAME) VALUES (1, 'Citroën');
INSERT INTO MODEL (ID, NAME, MAKE) VALUES (11, 'DS', 1);
INSERT INTO MODEL (ID, NAME, MAKE) VALUES (12, 'Ami 8', 1);
INSERT INTO MODEL (ID, NAME, MAKE) VALUES (21, 'Octavia', 2);
INSERT INTO COLOR (ID, NAME) VALUES (1, 'Tan');
INSERT INTO PLANTYPE (OBJID, NAME, KIND, CLUBACCESS, ACTIVE) VALUES (42, 'KISS CLUB', 'U', 'A', 0);
INSERT INTO ITEM (OBJID, NAME, ITEMTYPE, PRICE) VALUES (31, 'Super Kiss Wash', 'W', 18);
INSERT INTO CUSTOMERCODE (OBJID, CUSTOMER, CODE) VALUES (62, 50, 'OLD1-IL~62');
INSERT INTO CUSTOMER (OBJID, SITE, FIRSTNAME) VALUES (51, 1, 'Ann');
INSERT INTO CUSTOMERCODE (OBJID, CUSTOMER, CODE) VALUES (63, 51, 'GIFT1');
INSERT INTO CUSTOMERPLAN (OBJID, CUSTOMER, CUSTOMERCODE, PLANTYPE, CREDIT, USED) VALUES (72, 51, 63, 41, 20.10, -0.07);
INSERT INTO CUSTOMERPLAN (OBJID, CUSTOMER, CUSTOMERCODE, PLANTYPE, CREDIT) VALUES (73, 51, 63, 41, 1234567.89);
INSERT INTO SALE (OBJID, SITE, SALEID, CREATED, TERMINAL, EMPLOYEE, CUSTOMER, CODE, TAX, TOTAL)
  VALUES (80, 1, 500, '2026-11-20 17:05:09.1230', 10, 20, 50, 'ABC1234-IL', 1.15, 19.15);
INSERT INTO SALEITEM (OBJID, SALE, ITEM, QTY, AMOUNT) VALUES (81, 80, 31, 2, 18.00);
INSERT INTO SALEITEM (OBJID, SALE, ITEM, AMOUNT, CUSTOMERPLAN) VALUES (82, 80, 30, 0, 70);
INSERT INTO TENDER (OBJID, SALE, TENDERTYPE, AMOUNT, REFERENCE) VALUES (83, 80, 'VISA', 19.15, '4242424242424242');
INSERT INTO TENDER (OBJID, SALE, TENDERTYPE, AMOUNT) VALUES (84, 80, 'CASH', 0);
INSERT INTO SALEDISCOUNT (OBJID, SALE, CUSTOMER, SOURCE_SYSTEM, DISCOUNT_TYPE, SITE, TRANSACTION_DATE, AMOUNT_SAVED, EXTENDED_DESCRIPTION)
  VALUES (85, 80, 50, 'SITEWATCH', 'COUPON', 1, '2026-11-20 17:05:09', 2.29, 'Café day');
INSERT INTO SALEDISCOUNT (OBJID, CUSTOMER) VALUES (86, 51);
INSERT INTO SALE (OBJID, SITE, SALEID, CREATED, CODE, TOTAL, STATUSCODE) VALUES (90, 1, 501, '2026-11-21 08:00:00', 'ABC1234-IL', 24, 1);
INSERT INTO SALEITEM (OBJID, SALE, ITEM, QTY, AMOUNT) VALUES (91, 90, 30, 9, 0);
INSERT INTO SALE (OBJID, SITE, SALEID, CREATED, CODE, TOTAL) VALUES (95, 2, 501, '2026-11-21 09:00:00', 'ABC1234-IL', 5);
INSERT INTO SALEITEM (OBJID, SALE, ITEM, QTY, AMOUNT) VALUES (96, 95, 30, 9, 0);
`;

const soldOnTheTwentieth = {
  saleId: 500,
  created: '2026-11-20 17:05:09',
  terminal: 'Washcashier1',
  employee: 3242,
  code: 'ABC1234-IL',
  planName: 'STR SUPER KISS',
  total: 1915,
  tax: 115,
  status: 0,
};
const voided = {
  saleId: 501,
  created: '2026-11-21 08:00:00',
  terminal: null,
  employee: null,
  code: 'ABC1234-IL',
  planName: null,
  total: 2400,
  tax: 0,
  status: 1,
};

describe.each(adapters)('what may be asked of a point of sale: $name', (adapter) => {
  const suite = new SuiteSite(adapter, rows);
  let database: PosDatabase;

  beforeEach(async () => {
    database = await suite.ready();
  });

  it('employees, with their accents, and those who left', async () => {
    const zoe = { number: 3242, firstName: 'Zoë', lastName: 'Müller', active: true };
    expect(await database.employee(3242, abortOnHang())).toEqual(zoe);
    expect(await database.employee(1, abortOnHang())).toBeNull();
    expect(await database.employees(abortOnHang())).toEqual([zoe, { number: 7, firstName: '', lastName: '', active: false }]);
  });

  it('the active terminals of its own site, and all sites', async () => {
    expect(await database.terminals(abortOnHang())).toEqual([{ name: 'Washcashier1', type: 'W', ipAddress: '10.0.0.5' }]);
    expect(await database.sites(abortOnHang())).toEqual([
      { number: 12, name: 'Joliet', state: 'IL' },
      { number: 27, name: 'Merrillville', state: 'IN' },
    ]);
  });

  it('makes, models and colors, by name', async () => {
    expect(await database.makes(abortOnHang())).toEqual([
      { ID: 1, NAME: 'Citroën' },
      { ID: 2, NAME: 'Škoda' },
    ]);
    const ofCitroen = [
      { ID: 12, NAME: 'Ami 8', MAKE: 1 },
      { ID: 11, NAME: 'DS', MAKE: 1 },
    ];
    expect(await database.models(1, abortOnHang())).toEqual(ofCitroen);
    expect(await database.models(null, abortOnHang())).toEqual([...ofCitroen, { ID: 21, NAME: 'Octavia', MAKE: 2 }]);
    expect(await database.colors(abortOnHang())).toEqual([{ ID: 1, NAME: 'Tan' }]);
  });

  it('club plans, those no longer sold too, and no gift cards', async () => {
    expect(await database.clubPlans(abortOnHang())).toEqual([
      { objid: 42, name: 'KISS CLUB', redeemId: null, clubAccess: 'A', isStripe: false, productClass: null, active: false },
      { objid: 40, name: 'STR SUPER KISS', redeemId: 30, clubAccess: null, isStripe: true, productClass: 'Super Kiss', active: true },
    ]);
  });

  it('what this site sold most, without what was voided or sold elsewhere', async () => {
    const wash = { OBJID: 31, NAME: 'Super Kiss Wash' };
    expect(await database.topSellers('2026-11-20', 5, abortOnHang())).toEqual([wash, { OBJID: 30, NAME: 'Redeem Super Kiss' }]);
    expect(await database.topSellers('2026-11-20', 1, abortOnHang())).toEqual([wash]);
    expect(await database.topSellers('2026-11-21', 5, abortOnHang())).toEqual([]);
  });

  it('every gift card of a code, to the cent', async () => {
    expect(await database.giftCards('GIFT1', abortOnHang())).toEqual([
      { objid: 72, code: 'GIFT1', planName: 'GIFT CARD', credit: 2010, used: -7 },
      { objid: 73, code: 'GIFT1', planName: 'GIFT CARD', credit: 123_456_789, used: 0 },
    ]);
    expect(await database.giftCards('ABC1234-IL', abortOnHang())).toEqual([]);
  });

  it("this site's sales of a code, the newest first", async () => {
    expect(await database.sales('ABC1234-IL', 10, abortOnHang())).toEqual([voided, soldOnTheTwentieth]);
    expect(await database.sales('ABC1234-IL', 1, abortOnHang())).toEqual([voided]);
    expect(await database.sales("' or 1=1 --", 10, abortOnHang())).toEqual([]);
  });

  it("a sale with all that hangs on it, and no card's number", async () => {
    expect(await database.sale(500, abortOnHang())).toEqual({
      ...soldOnTheTwentieth,
      items: [
        { name: 'Super Kiss Wash', quantity: 2, amount: 1800 },
        { name: 'Redeem Super Kiss', quantity: 1, amount: 0 },
      ],
      tenders: [
        { type: 'VISA', amount: 1915, reference: '[card number removed]' },
        { type: 'CASH', amount: 0, reference: null },
      ],
      discounts: [{ type: 'COUPON', amountSaved: 229, description: 'Café day' }],
    });
    expect(await database.sale(499, abortOnHang())).toBeNull();
  });

  it('a customer by any code, with codes and club plans and without gift cards', async () => {
    expect(await database.customerByCode('12345+123456', abortOnHang())).toEqual({
      objid: 50,
      firstName: 'José',
      lastName: 'Núñez',
      codes: [
        { objid: 60, code: 'ABC1234-IL' },
        { objid: 61, code: '12345+123456' },
        { objid: 62, code: 'OLD1-IL~62' },
      ],
      plans: [{ planName: 'STR SUPER KISS', isStripe: true, productClass: 'Super Kiss', starts: '2026-01-01', expires: '2026-12-01' }],
    });
    expect(await database.customerByCode('abc1234-il', abortOnHang())).toBeNull();
  });

  it('the codes of the customer: the known one if a code agrees, otherwise all with one of the codes', async () => {
    const ofJose = ['ABC1234-IL', '12345+123456', 'OLD1-IL~62'].map((code, index) => ({ objid: 60 + index, customer: 50, code }));
    const ofAnn = { objid: 63, customer: 51, code: 'GIFT1' };
    expect(await database.codes({ objid: 50, codes: ['ABC1234-IL'] }, abortOnHang())).toEqual(ofJose);
    expect(await database.codes({ objid: 50, codes: [] }, abortOnHang())).toEqual(ofJose);
    expect(await database.codes({ objid: 50, codes: ['GIFT1'] }, abortOnHang())).toEqual([ofAnn]);
    expect(await database.codes({ objid: null, codes: ['GIFT1', 'ABC1234-IL', '12345+123456'] }, abortOnHang())).toEqual([
      ...ofJose,
      ofAnn,
    ]);
    expect(await database.codes({ objid: 999, codes: ['GIFT1'] }, abortOnHang())).toEqual([ofAnn]);
    expect(await database.codes({ objid: null, codes: [] }, abortOnHang())).toEqual([]);
  });

  it('customers with codes and running Stripe plans, in batches', async () => {
    const page = { after: 0, most: 100, today: '2026-11-20' };
    const all = await database.customers(page, abortOnHang());
    expect(all.map(({ objid }) => objid)).toEqual([50, 51]);
    expect(all[0]).toMatchObject({ firstName: 'José', isCommercial: false, country: 'US' });
    expect(all[0]!.codes).toContain('OLD1-IL~62');
    expect(all[0]!.plans).toMatchObject([{ productClass: expect.any(String), expires: expect.any(String) }]);
    expect(all[1]).toMatchObject({ firstName: 'Ann', lastName: '', email: null, codes: ['GIFT1'], plans: [] });
    expect(await database.customers({ ...page, after: 50 }, abortOnHang())).toEqual([all[1]]);
    expect((await database.customers({ ...page, today: '2099-01-01' }, abortOnHang()))[0]!.plans).toEqual([]);
    expect(await database.customers({ ...page, after: 51 }, abortOnHang())).toEqual([]);
  });

  it('the codes of every customer, in batches', async () => {
    const all = await database.allCodes(0, 100, abortOnHang());
    expect(all.map(({ objid }) => objid)).toEqual(all.map(({ objid }) => objid).toSorted((a, b) => a - b));
    expect(all).toContainEqual({ objid: 63, customer: 51, code: 'GIFT1' });
    const first = await database.allCodes(0, 2, abortOnHang());
    expect([...first, ...(await database.allCodes(first[1]!.objid, 100, abortOnHang()))]).toEqual(all);
    expect(await database.allCodes(all.at(-1)!.objid, 100, abortOnHang())).toEqual([]);
  });

  it('one code by its own number, switched off or not', async () => {
    const found = await Promise.all([62, 63, 999].map((objid) => database.code(objid, abortOnHang())));
    expect(found).toEqual([{ objid: 62, customer: 50, code: 'OLD1-IL~62' }, { objid: 63, customer: 51, code: 'GIFT1' }, null]);
  });

  it('the discounts of the customer', async () => {
    const coupon = {
      sourceSystem: 'SITEWATCH',
      discountType: 'COUPON',
      site: 12,
      at: '2026-11-20 17:05:09',
      amountSaved: 229,
      description: 'Café day',
    };
    const empty = { sourceSystem: null, discountType: null, site: null, at: null, amountSaved: 0, description: null };
    expect(await database.discounts({ objid: 50, codes: [] }, abortOnHang())).toEqual([coupon]);
    expect(await database.discounts({ objid: null, codes: ['GIFT1', 'ABC1234-IL'] }, abortOnHang())).toEqual([coupon, empty]);
  });
});
