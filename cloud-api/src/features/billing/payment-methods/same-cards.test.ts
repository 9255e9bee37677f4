import { expect, it } from 'vitest';
import type { ProviderCard } from '../../../common/provider-objects.ts';
import { copiesOf, sameCards } from './same-cards.ts';

const card = (id: string, fingerprint: string | null, created: number): ProviderCard => ({
  id,
  type: fingerprint === null ? 'link' : 'card',
  created,
  ...(fingerprint !== null && { card: { brand: 'visa', last4: '4242', fingerprint } }),
});
const all = [
  card('pm_1', 'a', 1),
  card('pm_2', 'a', 2),
  card('pm_3', 'a', 3),
  card('pm_4', 'b', 4),
  card('pm_5', null, 5),
  card('pm_6', null, 6),
];
const ids = (groups: ProviderCard[][]) => groups.map((group) => group.map(({ id }) => id));

it('are one card, which the default stands for, otherwise the newest', () => {
  expect(ids(sameCards(all, null))).toEqual([['pm_6'], ['pm_5'], ['pm_4'], ['pm_3', 'pm_2', 'pm_1']]);
  expect(ids(sameCards(all, 'pm_1')).at(-1)).toEqual(['pm_1', 'pm_3', 'pm_2']);
});

it('are found from any of them', () => {
  expect(ids([copiesOf(all[1]!, all)])).toEqual([['pm_2', 'pm_3', 'pm_1']]);
  expect(ids([copiesOf(all[4]!, all)])).toEqual([['pm_5']]);
});
