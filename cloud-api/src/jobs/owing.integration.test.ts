import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { oweConvergence } from './converge.store.ts';
import { claimDue, giveUp, owe, postpone, settle } from './obligation.store.ts';
import { openDebts, payload, what, type Debts } from './test-debts.ts';

let debts: Debts;
beforeAll(async () => {
  debts = await openDebts();
});
afterEach(() => debts.clear());
afterAll(() => debts.stop());

describe('what is owed', () => {
  it('is owed once, however often it is said', async () => {
    const key = await debts.oweOne();
    const owed = { what, key, site: 12, customer: 'cus_1', deadlineDays: 7, created: new Date() } as const;
    await debts.db.transaction().execute((tx) => owe(tx, { ...owed, payload: { ...payload, code: 'OTHER-IL' } }));
    expect(await debts.db.selectFrom('obligation').select('payload').execute()).toEqual([{ payload }]);
  });

  it('is owed only if the transaction that owes it commits', async () => {
    const broken = debts.db.transaction().execute(async (tx) => {
      await owe(tx, { what, key: 'never', site: 12, customer: null, payload, deadlineDays: 7, created: new Date() });
      throw new Error('the act itself failed');
    });
    await expect(broken).rejects.toThrow('the act itself failed');
    expect(await debts.db.selectFrom('obligation').selectAll().execute()).toEqual([]);
  });
});

describe('what becomes owed again', () => {
  const converge = 'converge.loyalty';
  const change = () => debts.db.transaction().execute((tx) => oweConvergence(tx, ['cus_1'], new Date()));
  const debt = () => debts.rowOf('cus_1');
  const claim = async () => (await claimDue(debts.db, [converge], 16))[0]!;

  it('stays owed when the former debt is settled, and is free to be claimed at once', async () => {
    await change();
    const former = await claim();
    await change();
    await settle(debts.db, former, {});
    expect(await debt()).toMatchObject({ state: 'owed', generation: 1, attempts: 0, claimed_until: null });
    await settle(debts.db, await claim(), { told: true });
    expect(await debt()).toMatchObject({ state: 'done', result: { told: true } });
  });

  it('is not put off, nor given up, because of what the former debt met', async () => {
    for (const end of [postpone, giveUp]) {
      await change();
      const former = await claim();
      await change();
      await (end === postpone ? postpone(debts.db, former, 'offline', 60_000) : giveUp(debts.db, former, 'refused'));
      expect(await debt()).toMatchObject({ state: 'owed', last_error: null });
      await settle(debts.db, await claim(), {});
    }
  });

  it('does not take the new debt from whoever holds it', async () => {
    await change();
    const former = await claim();
    await change();
    await debts.db.updateTable('obligation').set({ claimed_until: null }).execute();
    await claim();
    await settle(debts.db, former, {});
    expect((await debt()).claimed_until).not.toBeNull();
  });
});
