import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import { withoutMarker } from '@washdesk/rules/codes/codes';
import { seededRandom } from '@washdesk/simulators/seeded-random';
import type { CommandResult } from '@washdesk/site-protocol/commands';
import type { SitewatchMember } from '@washdesk/site-protocol/sitewatch';
import { seed, sizeOf } from '@washdesk/test-support/sizes';
import { member, startWrittenSite, today, type WrittenSite } from './pos-writes.ts';

let site: WrittenSite;
let plates = 0;

beforeAll(async () => {
  site = await startWrittenSite();
});

afterAll(() => site.stop());

const freshPlate = (): string => `NEW${(plates += 1)}-IL`;
const converge = (told: SitewatchMember): Promise<CommandResult<'sitewatch.converge'>> => site.write('sitewatch.converge', told);

/** Creates a member of a club that the site bills itself, with a new plate. */
async function clubMember(plate: string, expires: string | null): Promise<number> {
  const { objid, codes } = await converge(member(plate, { plan: null }));
  const end = expires === null ? 'null' : `date '${expires}'`;
  await site.query(
    `insert into CUSTOMERPLAN (OBJID, CUSTOMER, CUSTOMERCODE, PLANTYPE, EXPIRES) values (next value for GEN_OBJID, ${objid}, ${codes[0]!.objid}, 42, ${end})`,
  );
  return objid;
}

describe('who is meant', () => {
  it('is a new customer of this site if no customer has the codes', async () => {
    const plate = freshPlate();
    const made = await converge(member(plate, { tag: { now: '54321+000001', was: null } }));
    expect(made).toEqual({
      objid: expect.any(Number) as number,
      created: true,
      codes: [
        { objid: expect.any(Number) as number, customer: made.objid, code: plate },
        { objid: expect.any(Number) as number, customer: made.objid, code: '54321+000001' },
      ],
    });
    expect(await site.query(`select * from CUSTOMER where OBJID = ${made.objid}`)).toMatchObject([
      { SITE: 1, FIRSTNAME: 'Zoë', LASTNAME: 'Núñez', EMAIL: 'zoe@example.com', STATE: 'IL', MODEL: null, ISCOMMERCIAL: 0, TAXEXEMPT: 1 },
    ]);
    expect(await site.query(`select CODETYPE from CUSTOMERCODE where CUSTOMER = ${made.objid} order by OBJID`)).toEqual([
      { CODETYPE: 'P' },
      { CODETYPE: 'T' },
    ]);
    expect(await site.runningPlansOf(made.objid)).toEqual([`STR SUPER KISS until 2027-01-01 on ${plate}`]);
  });

  it('is the customer with the plate, but first the one returned last; comment and alert stay', async () => {
    const plate = freshPlate();
    const { objid } = await converge(member(plate));
    await site.query(`update CUSTOMER set COMMENT = 'Mind the mirror', ALERT = 1 where OBJID = ${objid}`);
    expect(await converge(member(plate, { firstName: 'Ann' }))).toMatchObject({ objid, created: false });
    const moved = { now: freshPlate(), was: plate };
    expect(await converge(member(null, { objid, lastName: 'Lee', plate: moved }))).toMatchObject({ objid, created: false });
    expect(
      await site.query(`select FIRSTNAME, LASTNAME, ALERT, cast(COMMENT as varchar(99)) as COMMENT from CUSTOMER where OBJID = ${objid}`),
    ).toEqual([{ FIRSTNAME: 'Zoë', LASTNAME: 'Lee', ALERT: 1, COMMENT: 'Mind the mirror' }]);
  });

  it('is not another member who still has the plate: that one keeps the rest and loses the plate', async () => {
    const plate = freshPlate();
    const other = await converge(member(plate, { firstName: 'Ann', tag: { now: '54321+000002', was: null } }));
    const { objid, created } = await converge(member(plate, { others: [other.objid] }));
    expect(created).toBe(true);
    expect(Object.values(await site.codesOf(objid))).toEqual([plate]);
    expect(Object.values(await site.codesOf(other.objid))).toEqual([`${plate}~${other.codes[0]!.objid}`, '54321+000002']);
    expect(await site.query(`select FIRSTNAME from CUSTOMER where OBJID = ${other.objid}`)).toEqual([{ FIRSTNAME: 'Ann' }]);
  });

  it('is the customer with the former plate before the one with the new plate', async () => {
    const [former, plate] = [freshPlate(), freshPlate()];
    const [bob, ann] = [await converge(member(former)), await converge(member(plate, { firstName: 'Ann' }))];
    expect(await converge(member(plate, { plate: { now: plate, was: former } }))).toMatchObject({ objid: bob.objid, created: false });
    expect(await site.query(`select FIRSTNAME from CUSTOMER where OBJID = ${ann.objid}`)).toEqual([{ FIRSTNAME: 'Ann' }]);
    expect(Object.values(await site.codesOf(ann.objid))).toEqual([`${plate}~${ann.codes[0]!.objid}`]);
  });

  it('is not the customer with a plate that the site still has for another member', async () => {
    const plate = freshPlate();
    const ann = await converge(member(plate, { firstName: 'Ann' }));
    expect(await converge(member(plate, { foreign: [plate] }))).toMatchObject({ created: true });
    expect(await site.query(`select FIRSTNAME from CUSTOMER where OBJID = ${ann.objid}`)).toEqual([{ FIRSTNAME: 'Ann' }]);
  });

  it('is one customer with one plan where four commands tell the same new member at once', async () => {
    const plate = freshPlate();
    const answers = await Promise.all(Array.from({ length: 4 }, () => converge(member(plate))));
    const [customer, ...others] = new Set(answers.map(({ objid }) => objid));
    expect(others).toEqual([]);
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(await site.runningPlansOf(customer!)).toEqual([`STR SUPER KISS until 2027-01-01 on ${plate}`]);
  });

  it('is not the stranger to whom a restored Sitewatch gave the number: whatever the member is told', async () => {
    const plate = freshPlate();
    const { objid } = await converge(member(plate));
    // last night's backup: the member is gone, and the next walk-in gets the number
    await site.query(`delete from CUSTOMERPLAN where CUSTOMER = ${objid}`);
    await site.query(`delete from CUSTOMERCODE where CUSTOMER = ${objid}`);
    await site.query(
      `update CUSTOMER set FIRSTNAME = 'Walter', LASTNAME = 'Walkin', PHONE = '7735550111', EMAIL = null where OBJID = ${objid}`,
    );
    await site.query(`insert into CUSTOMERCODE (OBJID, CUSTOMER, CODE) values (next value for GEN_OBJID, ${objid}, 'WALK1-IL')`);
    const stranger = `select FIRSTNAME, LASTNAME, PHONE, EMAIL from CUSTOMER where OBJID = ${objid}`;
    const before = [await site.query(stranger), await site.codesOf(objid)];

    const moved = freshPlate();
    const again = await converge(member(null, { objid, known: [plate], plate: { now: moved, was: plate }, plan: null }));
    expect(again).toMatchObject({ created: true });
    expect(again.objid).not.toBe(objid);
    expect(await converge(member(plate, { objid, known: [plate] }))).toMatchObject({ created: true });
    expect([await site.query(stranger), await site.codesOf(objid)]).toEqual(before);
    await site.query(`delete from CUSTOMERCODE where CODE = 'WALK1-IL'`);
  });

  it('is the one answered last also without a code now, by a code that it had', async () => {
    const plate = freshPlate();
    const { objid } = await converge(member(plate));
    await converge(member(null, { objid, plate: { now: null, was: plate } }));
    expect(await converge(member(null, { objid, known: [plate], lastName: 'Lee' }))).toMatchObject({ objid, created: false });
  });

  it('is looked for again where the one answered last is gone', async () => {
    expect(await converge(member(freshPlate(), { objid: 999_999 }))).toMatchObject({ created: true });
  });
});

describe('codes', () => {
  it('are replaced in place, so that the plan stays on them', async () => {
    const [old, plate] = [freshPlate(), freshPlate()];
    const { objid, codes } = await converge(member(old));
    await converge(member(plate, { objid, plate: { now: plate, was: old } }));
    expect(await site.codesOf(objid)).toEqual({ [codes[0]!.objid]: plate });
    expect(await site.runningPlansOf(objid)).toEqual([`STR SUPER KISS until 2027-01-01 on ${plate}`]);
  });

  it('are switched off where the member has none any more, and on again where they come back', async () => {
    const plate = freshPlate();
    const { objid, codes } = await converge(member(plate));
    const row = codes[0]!.objid;
    await converge(member(null, { objid, plate: { now: null, was: plate } }));
    expect(await site.codesOf(objid)).toEqual({ [row]: `${plate}~${row}` });
    await converge(member(plate, { objid }));
    expect(await site.codesOf(objid)).toEqual({ [row]: plate });
  });

  it('come back in place of another: that one is switched off, and the plan moves', async () => {
    const [first, second] = [freshPlate(), freshPlate()];
    const { objid, codes } = await converge(member(first));
    const row = codes[0]!.objid;
    await converge(member(null, { objid, plate: { now: null, was: first } }));
    const later = await converge(member(second, { objid, known: [first] }));
    const secondRow = later.codes.find(({ code }) => code === second)!.objid;
    await converge(member(first, { objid, plate: { now: first, was: second } }));
    expect(await site.codesOf(objid)).toEqual({ [row]: first, [secondRow]: `${second}~${secondRow}` });
    expect(await site.runningPlansOf(objid)).toEqual([`STR SUPER KISS until 2027-01-01 on ${first}`]);
  });

  it('that a site added by itself stay', async () => {
    const [plate, second] = [freshPlate(), freshPlate()];
    const { objid } = await converge(member(plate));
    await site.query(`insert into CUSTOMERCODE (OBJID, CUSTOMER, CODE) values (next value for GEN_OBJID, ${objid}, '${second}')`);
    await converge(member(freshPlate(), { objid, plate: { now: freshPlate(), was: plate } }));
    expect(Object.values(await site.codesOf(objid))).toContain(second);
  });

  it('are taken from another customer by switching theirs off', async () => {
    const plate = freshPlate();
    const other = await converge(member(plate));
    const former = freshPlate();
    const { objid } = await converge(member(former));
    await converge(member(plate, { objid, known: [former] }));
    expect(Object.values(await site.codesOf(objid))).toContain(plate);
    expect(await site.codesOf(other.objid)).toEqual({ [other.codes[0]!.objid]: `${plate}~${other.codes[0]!.objid}` });
  });

  it.each([
    ['2027-03-01', /is in a non-Stripe club plan at this site until 2027-03-01$/],
    [null, /is in a non-Stripe club plan at this site with no expiration$/],
  ])('are not taken from a club outside Stripe that runs until %s', async (expires, sentence) => {
    const plate = freshPlate();
    const other = await clubMember(plate, expires);
    const former = freshPlate();
    const { objid } = await converge(member(former));
    const before = await site.rows();
    const sitewatch = await site.open();
    const id = randomUUID();
    const told = member(plate, { objid, known: [former], firstName: 'Not written' });
    await expect(sitewatch.write('sitewatch.converge', id, told, abortOnHang())).rejects.toThrow(sentence);
    expect(await site.rows()).toEqual(before);

    await site.query(`update CUSTOMERPLAN set EXPIRES = date '${today}' where CUSTOMER = ${other}`);
    expect(await sitewatch.write('sitewatch.converge', id, told, abortOnHang())).toMatchObject({ repeated: false });
    expect(Object.values(await site.codesOf(objid))).toContain(plate);
  });
});

describe('the plan', () => {
  it('runs longer in place, changes its class, and ends', async () => {
    const plate = freshPlate();
    const { objid } = await converge(member(plate));
    await converge(member(plate, { objid, plan: { productClass: 'Super Kiss', expires: '2027-02-01' } }));
    expect(await site.runningPlansOf(objid)).toEqual([`STR SUPER KISS until 2027-02-01 on ${plate}`]);
    await converge(member(plate, { objid, plan: { productClass: 'Interior', expires: '2027-02-01' } }));
    expect(await site.runningPlansOf(objid)).toEqual([`STR INTERIOR until 2027-02-01 on ${plate}`]);
    await converge(member(plate, { objid, plan: null }));
    expect(await site.runningPlansOf(objid)).toEqual([]);
    expect(await site.query(`select cast(EXPIRES as varchar(10)) as ENDED from CUSTOMERPLAN where CUSTOMER = ${objid}`)).toEqual([
      { ENDED: today },
      { ENDED: today },
    ]);
  });

  it('outside Stripe is never touched', async () => {
    const plate = freshPlate();
    const objid = await clubMember(plate, '2027-03-01');
    await converge(member(plate, { objid }));
    expect(await site.runningPlansOf(objid)).toEqual([
      `OLD CLUB until 2027-03-01 on ${plate}`,
      `STR SUPER KISS until 2027-01-01 on ${plate}`,
    ]);
    await converge(member(plate, { objid, plan: null }));
    expect(await site.runningPlansOf(objid)).toEqual([`OLD CLUB until 2027-03-01 on ${plate}`]);
  });

  it('of a class that this site does not sell is refused, and the sentence names it', async () => {
    await expect(converge(member(freshPlate(), { plan: { productClass: 'Moon Wash', expires: '2027-01-01' } }))).rejects.toThrow(
      'This Sitewatch has no Stripe club plan for the product class Moon Wash',
    );
  });
});

describe('any member', () => {
  const { converges } = sizeOf('firebird');

  it(`is as told after each of ${converges} changes, and telling it again changes nothing (seed ${seed})`, async () => {
    const random = seededRandom(seed);
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
    const pool = Array.from({ length: 5 }, () => freshPlate());
    const told = new Map<string, { objid: number; plate: string | null; tag: string | null; known: string[] }>();

    for (let change = 0; change < converges; change += 1) {
      const name = pick(['Ann', 'Bob', 'Cleo']);
      const last = told.get(name);
      const plate = pick([...pool, null]);
      const tag = pick(['54321+100001', '54321+100002', null]);
      // the cloud sends a site no member without a code
      if (!last && plate === null && tag === null) continue;
      const plan = pick([null, { productClass: pick(['Super Kiss', 'Interior']), expires: pick([today, '2027-01-01', '2027-02-01']) }]);
      const now = member(null, {
        firstName: name,
        objid: last?.objid ?? null,
        known: last?.known ?? [],
        plate: { now: plate, was: last?.plate ?? null },
        tag: { now: tag, was: last?.tag ?? null },
        plan,
      });
      const { objid, codes } = await converge(now);
      const known = codes.map(({ code }) => withoutMarker(code));
      told.set(name, { objid, plate, tag, known });

      const on = Object.values(await site.codesOf(objid)).filter((code) => !code.includes('~'));
      expect(on).toEqual(expect.arrayContaining([plate, tag].filter((code) => code !== null)));
      const runs = plan && plan.expires > today;
      const wanted = runs ? [`STR ${plan.productClass.toUpperCase()} until ${plan.expires} on ${plate ?? tag ?? 'nothing'}`] : [];
      expect(await site.runningPlansOf(objid)).toEqual(wanted);

      const before = await site.rows();
      expect(await converge({ ...now, objid, known })).toMatchObject({ objid, created: false });
      expect(await site.rows()).toEqual(before);
    }
  });
});

describe('a plan by its code', () => {
  const activate = (code: string, expires: string, productClass = 'Super Kiss'): Promise<CommandResult<'sitewatch.activate-plan'>> =>
    site.write('sitewatch.activate-plan', { code, productClass, expires, today });

  it('is made, runs longer, and ends', async () => {
    const plate = freshPlate();
    const { objid } = await converge(member(plate, { plan: null }));
    const plan = { planName: 'STR SUPER KISS', isStripe: true, productClass: 'Super Kiss', starts: today, expires: '2027-01-01' };
    expect(await activate(plate, '2027-01-01')).toEqual({ found: true, plan });
    expect(await activate(plate, '2027-02-01')).toEqual({ found: true, plan: { ...plan, expires: '2027-02-01' } });
    expect(await site.runningPlansOf(objid)).toEqual([`STR SUPER KISS until 2027-02-01 on ${plate}`]);
    expect(await activate(plate, today)).toEqual({ found: true, plan: { ...plan, expires: today } });
    expect(await site.runningPlansOf(objid)).toEqual([]);
    expect(await activate(plate, today)).toEqual({ found: true, plan: null });
  });

  it('ends outside Stripe too, and leaves other classes', async () => {
    const plate = freshPlate();
    const objid = await clubMember(plate, null);
    expect(await activate(plate, today, 'Interior')).toEqual({ found: true, plan: null });
    expect(await activate(plate, today)).toMatchObject({ plan: { planName: 'OLD CLUB', isStripe: false, expires: today } });
    expect(await site.runningPlansOf(objid)).toEqual([]);
  });

  it('of an unknown customer is not found', async () => {
    expect(await activate('NOBODY1-IL', '2027-01-01')).toEqual({ found: false, plan: null });
  });
});

describe('a comment', () => {
  it('is removed with its alert', async () => {
    const { objid } = await converge(member(freshPlate()));
    await site.query(`update CUSTOMER set COMMENT = 'Old', ALERT = 1 where OBJID = ${objid}`);
    expect(await site.write('sitewatch.clear-comment', { objid })).toEqual({ found: true });
    expect(await site.query(`select COMMENT, ALERT from CUSTOMER where OBJID = ${objid}`)).toEqual([{ COMMENT: null, ALERT: 0 }]);
    expect(await site.write('sitewatch.clear-comment', { objid: 999_999 })).toEqual({ found: false });
  });

  it('is left to a stranger to whom a restored Sitewatch gave the number', async () => {
    const [plate, lost] = [freshPlate(), freshPlate()];
    const { objid } = await converge(member(plate));
    await site.query(`update CUSTOMER set COMMENT = 'Pays cash', ALERT = 1 where OBJID = ${objid}`);
    const person = () => site.query(`select LASTNAME, iif(COMMENT is null, 0, 1) as HELD, ALERT from CUSTOMER where OBJID = ${objid}`);
    const before = await person();
    expect(before).toMatchObject([{ HELD: 1, ALERT: 1 }]);
    expect(await site.write('sitewatch.clear-comment', { objid, codes: [lost] })).toEqual({ found: false });
    expect(await site.write('sitewatch.erase-customer', { objid, codes: [lost] })).toEqual({ found: false });
    expect(await person()).toEqual(before);
    expect(await site.write('sitewatch.clear-comment', { objid, codes: [lost, plate] })).toEqual({ found: true });
  });
});

describe('an erased customer', () => {
  it('has no personal values left, keeps plans and sales, and leaves a plate that another has by now', async () => {
    const [plate, former] = [freshPlate(), freshPlate()];
    const { objid } = await converge(member(former, { tag: { now: '54321+000777', was: null } }));
    await converge(member(plate, { objid, plate: { now: plate, was: former } }));
    await converge(member(former, { firstName: 'Ann', others: [objid] }));
    await site.query(`update CUSTOMER set COMMENT = 'Zoë pays cash', ALERT = 1, ADDRESS = '1 Main St' where OBJID = ${objid}`);
    await site.query(
      `insert into SALE (OBJID, SITE, CUSTOMER, CODE) select first 1 next value for GEN_OBJID, OBJID, ${objid}, '${plate}' from SITE`,
    );
    const erase = { objid, codes: [plate, '54321+000777'] };
    expect(await site.write('sitewatch.erase-customer', erase)).toEqual({ found: true });
    expect(await site.write('sitewatch.erase-customer', erase)).toEqual({ found: true });
    expect(
      await site.query(`select FIRSTNAME, LASTNAME, EMAIL, PHONE, ADDRESS, ZIP, COMMENT, ALERT from CUSTOMER where OBJID = ${objid}`),
    ).toEqual([{ FIRSTNAME: null, LASTNAME: 'Erased', EMAIL: null, PHONE: null, ADDRESS: null, ZIP: null, COMMENT: null, ALERT: 0 }]);
    expect(Object.values(await site.codesOf(objid)).every((code) => /^ERASED~\d+$/.test(code))).toBe(true);
    expect(await site.query(`select count(*) as SALES from SALE where CUSTOMER = ${objid} and CODE is null`)).toEqual([{ SALES: 1 }]);
    expect(await site.query(`select count(*) as FOUND from WD_COMMAND where RESULT containing '${plate}'`)).toEqual([{ FOUND: 0 }]);
    expect(await site.query(`select count(*) as HELD from CUSTOMERCODE where CODE = '${former}'`)).toEqual([{ HELD: 1 }]);
  });

  it('loses no sale under the plate that is later than the erasure, because the plate may have a new owner', async () => {
    const plate = freshPlate();
    for (const created of ['2026-11-20 11:59:59', '2026-11-20 12:00:01'])
      await site.query(
        `insert into SALE (OBJID, SITE, CODE, CREATED) select first 1 next value for GEN_OBJID, OBJID, '${plate}', timestamp '${created}' from SITE`,
      );
    const erase = { objid: null, codes: [plate], until: '2026-11-20 12:00:00.000' };
    expect(await site.write('sitewatch.erase-customer', erase)).toEqual({ found: false });
    expect(
      await site.query(`select substring(cast(CREATED as varchar(24)) from 1 for 19) as CREATED from SALE where CODE = '${plate}'`),
    ).toEqual([{ CREATED: '2026-11-20 12:00:01' }]);
  });

  it('that this site never had changes no sales under the plate', async () => {
    const plate = freshPlate();
    await site.query(`insert into SALE (OBJID, SITE, CODE) select first 1 next value for GEN_OBJID, OBJID, '${plate}' from SITE`);
    expect(await site.write('sitewatch.erase-customer', { objid: null, codes: [plate] })).toEqual({ found: false });
    expect(await site.query(`select count(*) as FOUND from SALE where CODE = '${plate}'`)).toEqual([{ FOUND: 0 }]);
  });
});
