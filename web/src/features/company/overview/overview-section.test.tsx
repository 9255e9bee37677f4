import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { OverviewSection } from './overview-section.tsx';

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  const joliet = { id: 'tml_joliet', display_name: 'Joliet', metadata: { site: '12', state: 'IL', defaultplatestate: 'IL' } };
  stub.on('GET /location', { body: { locations: [{ ...joliet, time_zone: 'America/Chicago' }], count: 1 } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const item = { more: false, amount: null, deadline: null, before: null };
const show = () => renderScreen(<OverviewSection />, { path: '/office/', roles: Role.SalesManager });

it('counts what needs attention and the figures of the month, each linked to its list', async () => {
  stub.on('GET /overview', {
    body: {
      items: [
        { ...item, kind: 'disputes', count: 1, deadline: Date.parse('2026-11-30T18:00:00Z') / 1_000 },
        { ...item, kind: 'pastDue', count: 1_000, more: true, amount: 131_200 },
        { ...item, kind: 'signUps', count: 44, before: 61 },
      ],
      failed: ['readersOffline'],
    },
  });
  show();
  const link = (name: string | RegExp) => screen.findByRole('link', { name }).then((one) => one.getAttribute('href'));
  expect(await link('1 dispute to answer until 11/30/2026')).toBe('/office/worklists#disputes');
  expect(await link('1,000+ payments due $1,312.00')).toBe('/office/worklists#pastdue');
  expect(await link('44 sign-ups this month 61 last month')).toBe('/office/metrics');
  expect(screen.getByText('Not available right now: card readers offline')).toBeTruthy();
});

it('says that nothing needs attention, and why it cannot say', async () => {
  stub.on('GET /overview', { body: { items: [], failed: [] } });
  show();
  expect(await screen.findByText('Nothing needs attention.')).toBeTruthy();
  cleanup();
  stub.on('GET /overview', { status: 503, body: stubError('busy', 'The database is busy') });
  show();
  expect(await screen.findByText('The database is busy')).toBeTruthy();
});
