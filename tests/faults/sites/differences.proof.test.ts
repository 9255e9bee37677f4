import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differenceKinds, isRepairable } from '@washdesk/rules/reconcile/difference-kinds';
import { sizeOf } from '@washdesk/test-support/sizes';
import { startComparedCompany, type ComparedCompany } from './compared-company.ts';
import { plantDifferences, type Planted } from './planted-differences.ts';

const size = sizeOf('reconcile');

let company: ComparedCompany;
beforeAll(async () => {
  company = await startComparedCompany(size.members);
});
afterAll(() => company.stop());

/** Returns the open differences, sorted, without the shared codes that the company has from the start. */
async function open(): Promise<Planted[]> {
  await company.compareEverything();
  const rows = await company.db.selectFrom('difference').select(['kind', 'customer', 'site']).where('state', '=', 'open').execute();
  return sorted(rows.filter(({ kind }) => kind !== 'code-shared') as Planted[]);
}

const nameOf = ({ kind, customer, site }: Planted): string => `${kind} ${customer} ${site ?? ''}`;
const sorted = (planted: readonly Planted[]): Planted[] => planted.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));

const states = async (): Promise<Record<string, number>> => {
  const rows = await company.db
    .selectFrom('difference')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('kind', '<>', 'code-shared')
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};

describe('differences between Stripe, the mirror, the lanes, Sitewatch and the loyalty system', () => {
  let planted: Planted[];
  const repairable = (): Planted[] => planted.filter(({ kind }) => isRepairable(kind));

  it('are none in a company whose systems agree', async () => {
    expect(await open()).toEqual([]);
  });

  it('are all found, and none that was not planted', async () => {
    planted = sorted(await plantDifferences(company, size.ofEachKind));
    expect(new Set(planted.map(({ kind }) => kind)).size).toBe(Object.keys(differenceKinds).length - 1);
    expect(await open()).toEqual(planted);
  });

  it('are all repaired, except those that a person must decide', async () => {
    await company.repairAll();
    expect(await states()).toEqual({ repaired: repairable().length, open: planted.length - repairable().length });
    expect(await open()).toEqual(planted.filter(({ kind }) => !isRepairable(kind)));
  });

  it('are all there again once the repairs are undone', async () => {
    await company.undoAll();
    expect(await states()).toEqual({ undone: repairable().length, open: planted.length });
    expect(await open()).toEqual(planted);
  });
});
