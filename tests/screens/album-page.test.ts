import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sizes, specName, type Screenshot } from '../e2e/support/view.ts';
import { albumPage, parts } from './album-page.ts';

const picture = (spec: string, walk: string, name: string, order: Screenshot['order'] = [1, 1]): Screenshot => {
  const files = sizes.map(({ width }) => `${name}-${width}.png`);
  return { spec, order, walk, name, role: 'Cashier', route: '/', files };
};

const namesIn = (page: string): string[] => [...page.matchAll(/<h3>([^<]+)/g)].map(([, name]) => name!);

it('goes from the sign-in over counter, payments, office and admin to what is rare, each walk in its own order', () => {
  const page = albumPage([
    picture('rare-states', 'declines can', 'rare'),
    picture('screens.accessibility', 'every screen of the admin opens', 'admin'),
    picture('screens.accessibility', 'every screen of the office opens', 'office'),
    picture('payments.accessibility', 'a refund can', 'refund', [90, 1]),
    picture('payments.accessibility', 'a charge can', 'charge', [20, 1]),
    picture('counter.accessibility', 'a sign-up can', 'second', [46, 10]),
    picture('counter.accessibility', 'a sign-up can', 'first', [46, 9]),
    picture('screens.accessibility', 'every screen of the counter opens', 'counter', [70, 1]),
    picture('screens.accessibility', 'enrolment, location, reader and sign-in can', 'sign-in', [14, 1]),
  ]);
  expect(namesIn(page)).toEqual(['sign-in', 'counter', 'first', 'second', 'charge', 'refund', 'office', 'admin', 'rare']);
});

it('orders walks whose files there are', () => {
  const there = new Set(readdirSync(path.join(import.meta.dirname, '../e2e')).map(specName));
  expect(parts.filter(({ spec }) => !there.has(spec))).toEqual([]);
});

it('lays the earlier picture of the same name and size before each, and says where there was none', () => {
  const earlier = { ...picture('rare-states', 'declines can', 'old'), files: ['x-1280.png', 'x-390.png'] };
  const page = albumPage([picture('rare-states', 'declines can', 'old'), picture('rare-states', 'declines can', 'new')], {
    folder: '../earlier',
    pictures: [earlier],
  });
  const sources = [...page.matchAll(/src="([^"]+)"/g)].map(([, source]) => source);
  expect(sources.slice(0, 6)).toEqual([
    '../earlier/x-1280.png',
    'old-1280.png',
    'old-1024.png',
    '../earlier/x-390.png',
    'old-390.png',
    'old-640.png',
  ]);
  expect(page.match(/no earlier picture/g)).toHaveLength(1);
});
