import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { apiOf, showCustomer } from '../customer-screen.fixture.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows who saw the customer, when and where', async () => {
  const read = { at: '2026-11-21T12:00:00.000Z', name: 'Luis Barrera', opened: true, site: 12, device: 'Register 1' };
  apiOf().on('GET /customer/cus_1/reads', {
    body: { reads: [read, { ...read, name: 'Night report', opened: false, device: null }], count: 2 },
  });
  showCustomer({ hash: '#access', roles: Role.SupportCenter });
  expect(await screen.findByText('Luis Barrera')).toBeTruthy();
  expect(screen.getByText('Customer page')).toBeTruthy();
  expect(screen.getByText('Register 1')).toBeTruthy();
  expect(screen.getByText('List')).toBeTruthy();
  expect(screen.getByText('Not enrolled')).toBeTruthy();
});
