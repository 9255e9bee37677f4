import { expect, it } from 'vitest';
import type { FleetSite } from '@washdesk/contracts/sites/fleet';
import { rowsShown } from './rows-shown.ts';
import { inOrder } from './use-held-order.ts';

it('keeps an order: new sites last, sites not found any more in place, removed ones gone', () => {
  const sites = [12, 27, 30].map((site) => ({ site }) as FleetSite);
  const all = new Map(sites.map((one) => [one.site, one]));
  const found = sites.filter(({ site }) => site !== 12);
  expect(inOrder([12, 99, 27], found, all).map(({ site }) => site)).toEqual([12, 27, 30]);
});

it('keeps the row with the focus, and those beside it, wherever the window is', () => {
  const range = { startIndex: 50, endIndex: 52, overscan: 1, count: 100 };
  expect(rowsShown(range, null)).toEqual([49, 50, 51, 52, 53]);
  expect(rowsShown(range, 0)).toEqual([0, 1, 49, 50, 51, 52, 53]);
  expect(rowsShown(range, 54)).toEqual([49, 50, 51, 52, 53, 54, 55]);
  expect(rowsShown(range, 'all')).toHaveLength(100);
});
