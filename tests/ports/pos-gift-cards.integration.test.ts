import { randomUUID } from 'node:crypto';
import { attachAsync } from 'node-firebird';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import type { CommandResult } from '@washdesk/site-protocol/commands';
import { until } from '@washdesk/test-support/until';
import { startWrittenSite, type WrittenSite } from './pos-writes.ts';

let site: WrittenSite;
let cards = 0;

beforeAll(async () => {
  site = await startWrittenSite();
});

afterAll(() => site.stop());

/** Creates a code with gift cards of these dollars. */
async function giftCard(...credits: string[]): Promise<string> {
  const code = `GIFT${(cards += 1)}`;
  const row = 5_000 + cards;
  await site.query(`insert into CUSTOMERCODE (OBJID, CUSTOMER, CODE, CODETYPE) values (${row}, 50, '${code}', 'G')`);
  for (const credit of credits) {
    await site.query(
      `insert into CUSTOMERPLAN (OBJID, CUSTOMER, CUSTOMERCODE, PLANTYPE, CREDIT) values (next value for GEN_OBJID, 50, ${row}, 41, ${credit})`,
    );
  }
  return code;
}

const deduct = (code: string, amount: number, card?: number): Promise<CommandResult<'sitewatch.deduct-gift-card'>> =>
  site.write('sitewatch.deduct-gift-card', { code, amount, card });

/** Returns the ids of the code's cards, oldest first. */
async function cardsOf(code: string): Promise<number[]> {
  const rows = await site.query(
    `select p.OBJID from CUSTOMERPLAN p join CUSTOMERCODE k on k.OBJID = p.CUSTOMERCODE where k.CODE = '${code}' order by p.OBJID`,
  );
  return rows.map((row) => Number(row['OBJID']));
}

describe('a gift card', () => {
  it('is deducted to the cent and not below zero', async () => {
    const code = await giftCard('20.00');
    const [objid] = await cardsOf(code);
    const card = { objid, code, planName: 'GIFT CARD', credit: 2_000 };
    const after = { ...card, used: -1_999 };
    expect(await deduct(code, 1_999)).toEqual({ result: 'deducted', cards: [after], card: after, repeated: false });
    expect(await deduct(code, 2)).toEqual({ result: 'exceeds-balance', cards: [{ ...card, used: -1_999 }], repeated: false });
    expect(await deduct(code, 1)).toMatchObject({ result: 'deducted', cards: [{ used: -2_000 }] });
    expect(await deduct(code, 1)).toMatchObject({ result: 'zero-balance', cards: [{ used: -2_000 }] });
    expect(await deduct('NOCARD', 1)).toEqual({ result: 'not-found', cards: [], repeated: false });
  });

  it('of $20 from which two registers deduct $15 in the same moment: one succeeds', async () => {
    const registers = [await site.open(), await site.open()];
    for (let round = 0; round < 10; round += 1) {
      const code = await giftCard('20.00');
      const answers = await Promise.all(
        registers.map((one) => one.write('sitewatch.deduct-gift-card', randomUUID(), { code, amount: 1_500 }, abortOnHang())),
      );
      expect(answers.map(({ result }) => result.result).toSorted()).toEqual(['deducted', 'exceeds-balance']);
      expect(await registers[0]!.giftCards(code, abortOnHang())).toMatchObject([{ credit: 2_000, used: -1_500 }]);
    }
  });

  it('waits for a till that holds it, and takes what that one left', async () => {
    const code = await giftCard('20.00');
    const till = await attachAsync({ ...site.firebird.config, encoding: 'UTF8' });
    const change = await till.transactionAsync();
    await change.queryAsync(
      `update CUSTOMERPLAN set USED = USED - 15 where CUSTOMERCODE = (select OBJID from CUSTOMERCODE where CODE = '${code}')`,
    );
    const deduction = deduct(code, 1_500);
    await until('the deduction waits', async () => {
      const waiting = await site.query(
        "select 1 as WAITS from MON$STATEMENTS where MON$STATE = 1 and MON$SQL_TEXT containing 'set USED = USED - cast'",
      );
      return waiting[0];
    });
    await change.commitAsync();
    await till.detachAsync();
    expect(await deduction).toMatchObject({ result: 'exceeds-balance', cards: [{ used: -1_500 }] });
  });

  it('is the oldest that has enough; an amount is never put together from several', async () => {
    const code = await giftCard('5.00', '20.00', '30.00');
    expect(await deduct(code, 1_000)).toMatchObject({ cards: [{ used: 0 }, { used: -1_000 }, { used: 0 }] });
    expect(await deduct(code, 3_500)).toMatchObject({ result: 'exceeds-balance' });
  });

  it('is the one named among several of its code, up to that one’s balance', async () => {
    const code = await giftCard('20.00', '5.00', '30.00');
    const [, second = 0] = await cardsOf(code);
    expect(await deduct(code, 501, second)).toMatchObject({ result: 'exceeds-balance', cards: [{ used: 0 }, { used: 0 }, { used: 0 }] });
    expect(await deduct(code, 500, second)).toMatchObject({
      result: 'deducted',
      cards: [{ used: 0 }, { used: -500 }, { used: 0 }],
      card: { objid: second, credit: 500, used: -500 },
    });
    expect(await deduct(code, 1, second)).toMatchObject({ result: 'zero-balance', cards: [{ used: 0 }, { used: -500 }, { used: 0 }] });
  });

  it('that has another code now, or is a club plan, is not touched by its number alone', async () => {
    const [code, other] = [await giftCard('20.00'), await giftCard('20.00')];
    const [foreign = 0] = await cardsOf(other);
    expect(await deduct(code, 100, foreign)).toMatchObject({ result: 'not-found', cards: [{ code, used: 0 }] });
    expect(await deduct('NOCARD', 100, foreign)).toEqual({ result: 'not-found', cards: [], repeated: false });
    expect(await deduct('ABC1234-IL', 100, 70)).toMatchObject({ result: 'not-found', cards: [] });
    expect(await site.query(`select USED from CUSTOMERPLAN where OBJID in (${foreign}, 70)`)).toMatchObject([{ USED: 0 }, { USED: 0 }]);
  });

  it('is deducted once an id, also when the same id comes many times at once', async () => {
    const sitewatch = await site.open();
    const code = await giftCard('20.00');
    const id = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => sitewatch.write('sitewatch.deduct-gift-card', id, { code, amount: 500 }, abortOnHang())),
    );
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(new Set(answers.map(({ result }) => result.cards[0]?.used))).toEqual(new Set([-500]));
    expect(await sitewatch.giftCards(code, abortOnHang())).toMatchObject([{ used: -500 }]);
  });
});

describe('a club plan', () => {
  it('changes what is given and leaves the rest', async () => {
    const sitewatch = await site.open();
    const plan = {
      objid: 40,
      name: 'STR SUPER KISS',
      redeemId: 30,
      clubAccess: 'E',
      isStripe: true,
      productClass: 'Super Kiss',
      active: true,
    };
    expect(await site.write('sitewatch.save-club-plan', { objid: 40, clubAccess: 'E' })).toEqual({ plan });
    const retired = { ...plan, name: 'STR OLD', redeemId: null, active: false };
    expect(await site.write('sitewatch.save-club-plan', { objid: 40, name: 'STR OLD', redeemId: null, active: false })).toEqual({
      plan: retired,
    });
    expect(await sitewatch.clubPlans(abortOnHang())).toContainEqual(retired);
    expect(await site.write('sitewatch.save-club-plan', { objid: 999_999, name: 'X' })).toEqual({ plan: null });
    expect(await site.write('sitewatch.save-club-plan', { objid: 40, active: true, was: 'Another plan' })).toEqual({ plan: null });
    await expect(site.write('sitewatch.save-club-plan', { objid: 41, name: 'X' })).resolves.toEqual({ plan: null });
    await expect(site.write('sitewatch.save-club-plan', { objid: 40, redeemId: 999_999 })).rejects.toThrow(
      'No item 999999 to sell for a wash',
    );
  });
});
