import { addMonths } from '@washdesk/rules/dates/dates';
import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './metrics.ts';

/** A month with metrics, this many months before the current one. */
const monthsAgo = (months: number): string => addMonths(new Date().toISOString().slice(0, 10), -months).slice(0, 7);
const ofMonth =
  (list: string, more: Record<string, string> = {}) =>
  () => ({ query: { list, month: monthsAgo(1), ...more } });

export const samples: SamplesOf<typeof contracts> = {
  getMetrics: {
    bench: {
      'all sites': () => ({}),
      'a site': () => ({ query: { site: '12' } }),
    },
  },
  metricMembers: {
    query: { list: 'members', month: '2026-11' },
    bench: {
      members: ofMonth('members'),
      'sign-ups': ofMonth('new'),
      washes: ofMonth('washes'),
      'members of a site': ofMonth('members', { site: '12' }),
      'who left': ofMonth('left'),
      'a cohort': ofMonth('cohort', { cohort: monthsAgo(9) }),
    },
  },
};
