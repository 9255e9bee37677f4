import { expect, it } from 'vitest';
import { byAttention } from './site-attention.ts';

it('sorts by what needs a person: level, number of causes, number of the site', () => {
  const sites = [
    { site: 5, level: 'go', causes: [] },
    { site: 4, level: 'wait', causes: [1] },
    { site: 3, level: 'stop', causes: [1] },
    { site: 2, level: 'neutral', causes: [1] },
    { site: 9, level: 'stop', causes: [1, 2] },
    { site: 1, level: 'stop', causes: [1] },
  ] as const;
  expect(sites.toSorted(byAttention).map(({ site }) => site)).toEqual([9, 1, 3, 4, 2, 5]);
});
