import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Role } from '@washdesk/rules/company/roles';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubApi, stubError, type StubApi } from '../../../test-api.ts';
import { renderScreen } from '../../../test-screen.tsx';
import { StaffScreen } from './staff-screen.tsx';

const person = {
  number: 103,
  name: 'Priya Raman',
  roles: Role.SupportCenter,
  username: 'priya',
  active: true,
  hasPassword: true,
  hasPin: true,
  code: 'set',
  codeSince: '2026-11-20T12:00:00.000Z',
  locked: 2,
};
const others = [
  { ...person, number: 201, name: 'Luis Barrera', roles: Role.User, username: null, code: 'not_needed', codeSince: null, locked: 0 },
  { ...person, number: 202, name: 'Uma User', active: false, code: 'missing', codeSince: null, locked: 0 },
];

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /staff', { body: { staff: [person, ...others], count: 3 } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  renderScreen(<StaffScreen />, { path: '/admin/staff', roles: Role.Admin });
  await screen.findByText('Priya Raman');
}
const row = (name: string) => within(screen.getByText(name).closest('tr')!);

it('shows who may sign in, who is locked out and where codes are missing', async () => {
  await open();
  expect(row('Priya Raman').getByText('Locked at 2 places')).toBeTruthy();
  expect(row('Priya Raman').getByText('Set up')).toBeTruthy();
  expect(row('Luis Barrera').getByText('May sign in')).toBeTruthy();
  expect(row('Luis Barrera').queryByRole('button')).toBeNull();
  expect(row('Uma User').getByText('Deactivated')).toBeTruthy();
  expect(row('Uma User').getByText('Not set up yet')).toBeTruthy();
});

it('unlocks a person, and shows the list anew', async () => {
  stub.on('POST /auth/unlockpin', { body: { unlocked: 2 } });
  await open();
  stub.on('GET /staff', { body: { staff: [{ ...person, locked: 0 }, ...others], count: 3 } });
  await userEvent.click(screen.getByRole('button', { name: 'Unlock Priya Raman' }));
  await screen.findByText('Priya Raman may try PIN and one-time code again at every register');
  expect(stub.calls('POST /auth/unlockpin').map(({ body }) => body)).toEqual([{ employee: 103 }]);
  expect(await row('Priya Raman').findByText('May sign in')).toBeTruthy();
});

it('resets one-time codes after a question', async () => {
  stub.on('POST /auth/resetcode', { body: { reset: true } });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Reset codes of Priya Raman' }));
  expect(stub.calls('POST /auth/resetcode')).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Reset' }));
  await screen.findByText('Priya Raman was signed out everywhere and sets up new one-time codes at the next sign-in');
  expect(stub.calls('POST /auth/resetcode').map(({ body }) => body)).toEqual([{ employee: 103 }]);
});

it('says what went wrong', async () => {
  stub.on('POST /auth/unlockpin', { status: 503, body: stubError('database_unavailable', 'Please try again in a moment') });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Unlock Priya Raman' }));
  expect(await screen.findByText('Nobody was unlocked')).toBeTruthy();
  expect(screen.getByText('Please try again in a moment')).toBeTruthy();
});
