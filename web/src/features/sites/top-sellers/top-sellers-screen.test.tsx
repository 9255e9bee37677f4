import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { TopSellersScreen } from './top-sellers-screen.tsx';

const list = (topsellers: object[]) => ({ body: { topsellers, count: topsellers.length, site: 12, asOf: '2026-11-20T16:00:00.000Z' } });
const joliet = { id: 'tml_12', display_name: 'Joliet', metadata: { site: '12', state: 'IL', defaultplatestate: 'IL' } };
const route = 'GET /firebird/topsellers';

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /location', { body: { locations: [{ ...joliet, time_zone: 'America/Chicago' }], count: 1 } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const show = () => renderScreen(<TopSellersScreen />, { path: '/admin/topsellers', roles: Role.Admin });

it('has a button a product, which tells its number', async () => {
  stub.on(
    route,
    list([
      { OBJID: 30, NAME: 'Super Kiss' },
      { OBJID: 31, NAME: 'Air Freshener' },
    ]),
  );
  show();
  const product = await screen.findByRole('button', { name: 'Air Freshener' });
  expect(screen.getByText('Select a product to see its Sitewatch number.')).toBeTruthy();
  await userEvent.click(product);
  expect(product.getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByText('Item 31 in Sitewatch')).toBeTruthy();
});

it('says that nothing was sold, or why it is not known, and reads it again', async () => {
  stub.on(route, { status: 503, body: stubError('site_unreachable', 'Can’t reach the Sitewatch of Joliet') });
  show();
  expect(await screen.findByText('Can’t reach the Sitewatch of Joliet')).toBeTruthy();
  stub.on(route, list([]));
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('No sales in the last 30 days')).toBeTruthy();
});
