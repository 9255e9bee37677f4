import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { oweConvergence } from './converge.store.ts';
import { claimDue, giveUp, owe, postpone, settle } from './obligation.store.ts';
import { openDebts, what, type Debts } from './test-debts.ts';

let debts: Debts;
beforeAll(async () => {
  debts = await openDebts();
});
afterEach(() => debts.clear());
afterAll(() => debts.stop());

describe('claiming', () => {
  it('gives each row to one of several workers', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, (_one, i) => debts.oweOne(i % 2 ? 12 : 27)));
    const claims = await Promise.all(Array.from({ length: 6 }, () => claimDue(debts.db, [what], 5)));
    const claimed = claims.flat().map(({ key }) => key);
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(keys).toEqual(expect.arrayContaining(claimed));
  });

  it('waits for nobody who holds a row', async () => {
    const [held, free] = [await debts.oweOne(), await debts.oweOne()];
    await debts.db.transaction().execute(async (tx) => {
      await tx.selectFrom('obligation').select('id').where('key', '=', held).forUpdate().execute();
      expect((await claimDue(debts.db, [what], 16)).map(({ key }) => key)).toEqual([free]);
    });
  });

  it('takes over what a dead worker held, after its time and not before', async () => {
    const key = await debts.oweOne();
    expect(await claimDue(debts.db, [what], 16)).toMatchObject([{ key, attempts: 1 }]);
    expect(await claimDue(debts.db, [what], 16)).toEqual([]);
    await debts.db
      .updateTable('obligation')
      .set({ claimed_until: sql`now() - interval '1 second'` })
      .execute();
    expect(await claimDue(debts.db, [what], 16)).toMatchObject([{ key, attempts: 2 }]);
  });

  it('leaves room for other sites beside one that is owed much', async () => {
    await Promise.all(Array.from({ length: 30 }, () => debts.oweOne(12)));
    const other = await debts.oweOne(27);
    const claimed = await claimDue(debts.db, [what], 16);
    expect(claimed.map(({ key }) => key)).toContain(other);
    expect(claimed.filter(({ site }) => site === 12)).toHaveLength(8);
  });

  it('gives one kind that goes to no site no more than its share', async () => {
    const created = new Date();
    const message = (key: string) =>
      ({ what: 'message.send', key, site: null, customer: null, payload: { message: key }, created }) as const;
    await debts.db.transaction().execute(async (tx) => {
      for (let i = 0; i < 12; i += 1) await owe(tx, { ...message(`${i}`), deadlineDays: 1 });
      await oweConvergence(tx, ['cus_1'], created);
    });
    const claimed = await claimDue(debts.db, ['message.send', 'converge.loyalty'], 9);
    expect(claimed.map(({ what: name }) => name)).toContain('converge.loyalty');
  });

  it('takes some of each, however many sites are owed much', async () => {
    await Promise.all(Array.from({ length: 60 }, (_one, i) => debts.oweOne(i % 2 ? 12 : 27)));
    await debts.db.transaction().execute((tx) => oweConvergence(tx, ['cus_1'], new Date()));
    const claimed = await claimDue(debts.db, [what, 'converge.loyalty'], 16);
    expect(claimed.map(({ what: name }) => name)).toContain('converge.loyalty');
  });
});

describe('whose claim has run out', () => {
  const expire = () =>
    debts.db
      .updateTable('obligation')
      .set({ claimed_until: sql`now() - interval '1 second'` })
      .execute();
  const claim = async () => (await claimDue(debts.db, [what], 16))[0]!;

  it('neither puts off nor gives up what another has done since', async () => {
    for (const end of [postpone, giveUp]) {
      const key = await debts.oweOne();
      const slow = await claim();
      await expire();
      await settle(debts.db, await claim(), { saleId: 7 });
      await (end === postpone ? postpone(debts.db, slow, 'offline', 60_000) : giveUp(debts.db, slow, 'refused'));
      expect(await debts.rowOf(key)).toMatchObject({ state: 'done', result: { saleId: 7 }, last_error: null });
    }
  });

  it('takes nothing from whoever holds it now', async () => {
    const key = await debts.oweOne();
    const slow = await claim();
    await expire();
    await claim();
    await postpone(debts.db, slow, 'offline', 60_000);
    expect((await debts.rowOf(key)).claimed_until).not.toBeNull();
    expect(await claimDue(debts.db, [what], 16)).toEqual([]);
  });

  it('may still say that it is done', async () => {
    const key = await debts.oweOne();
    const slow = await claim();
    await expire();
    const other = await claim();
    await settle(debts.db, slow, { saleId: 7 });
    await postpone(debts.db, other, 'offline', 60_000);
    expect(await debts.rowOf(key)).toMatchObject({ state: 'done', result: { saleId: 7 } });
  });
});
