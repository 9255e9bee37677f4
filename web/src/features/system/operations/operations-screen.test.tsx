import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LateOperation } from '@washdesk/contracts/system/operation';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { OperationsScreen } from './operations-screen.tsx';

let stub: StubApi;
beforeEach(() => void (stub = stubApi()));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const late: LateOperation = {
  id: '0193a1b0-0000-7000-8000-0000000000aa',
  title: 'Discontinue a subscription',
  customer: 'cus_ada',
  name: 'Moore, Ada',
  plate: 'ADA1-IL',
  by: 'Dana Whitfield',
  since: '2026-11-20T12:00:00.000Z',
  runs: 4,
  reason: 'Stripe did not respond',
  nextRun: '2026-11-20T12:05:00.000Z',
};
const show = () => renderScreen(<OperationsScreen />, { path: '/admin/operations', roles: Role.Admin });

it('lists what each change does, for whom, and why it is late', async () => {
  stub.on('GET /operation', { body: { rows: [late], count: 1, more: false } });
  show();
  const link = await screen.findByRole('link', { name: 'Moore, Ada, ADA1-IL' });
  expect(link.getAttribute('href')).toBe('/customers/cus_ada');
  expect(screen.getByText('Discontinue a subscription')).toBeTruthy();
  expect(screen.getByText('Stripe did not respond')).toBeTruthy();
});

it('says that nothing is late, and why it cannot say', async () => {
  stub.on('GET /operation', { body: { rows: [], count: 0, more: false } });
  show();
  expect(await screen.findByText('Every change has its outcome')).toBeTruthy();
  cleanup();
  stub.on('GET /operation', { status: 503, body: stubError('busy', 'The database is busy') });
  show();
  expect(await screen.findByText('The database is busy')).toBeTruthy();
});
