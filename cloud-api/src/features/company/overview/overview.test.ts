import { describe, expect, it } from 'vitest';
import { atLeastRole, exactRole } from '@washdesk/contracts/endpoint';
import { Role } from '@washdesk/rules/company/roles';
import type { OverviewSource } from '../../../common/overview-source.ts';
import { OverviewService } from './overview.service.ts';

const sources: OverviewSource[] = [
  { kind: 'signUps', access: atLeastRole('User'), read: async () => ({ count: 0, before: 61 }) },
  { kind: 'jobs', access: atLeastRole('User'), read: async (site) => ({ count: site === 12 ? 4 : 0 }) },
  { kind: 'readersOffline', access: atLeastRole('User'), read: () => Promise.reject(new Error('Stripe is away')) },
  { kind: 'disputes', access: exactRole('SupportCenter'), read: async () => ({ count: 1, deadline: 1_764_600_000 }) },
];

function overview(roles: number, site: number | null) {
  const failures: unknown[] = [];
  const service = new OverviewService({ overviewSources: sources, onFailure: (kind, error) => failures.push([kind, String(error)]) });
  return service.overview(roles, site).then((result) => ({ ...result, failures }));
}

describe('the overview', () => {
  it('is complete but for a figure that cannot be read, which it names', async () => {
    const { items, failed, failures } = await overview(Role.User | Role.SupportCenter, 12);
    expect(items.map(({ kind, count }) => [kind, count])).toEqual([
      ['disputes', 1],
      ['jobs', 4],
      ['signUps', 0],
    ]);
    expect(failed).toEqual(['readersOffline']);
    expect(failures).toEqual([['readersOffline', 'Error: Stripe is away']]);
  });

  it('leaves out what needs no attention, and what the roles may not open', async () => {
    expect((await overview(Role.User, 27)).items.map(({ kind }) => kind)).toEqual(['signUps']);
  });
});
