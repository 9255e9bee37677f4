import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { downloadedCsv } from '../../../testing/files.ts';
import { renderScreen } from '../../../testing/screen.tsx';
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
  sitewatchName: null,
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
  expect(row('Luis Barrera').getByText('Active')).toBeTruthy();
  expect(row('Luis Barrera').queryByRole('button', { name: /^Unlock|^Reset/ })).toBeNull();
  expect(row('Uma User').getByText('Deactivated')).toBeTruthy();
  expect(row('Uma User').getByText('Not set up')).toBeTruthy();
});

it('has a file in words', async () => {
  await open();
  expect(await downloadedCsv()).toEqual([
    'Number,Name,Roles,Username,PIN,One-time codes,State',
    '103,Priya Raman,SupportCenter,priya,Set,Set up,Locked at 2 places',
    '201,Luis Barrera,User,None,Set,Not needed,Active',
    '202,Uma User,SupportCenter,priya,Set,Not set up,Deactivated',
  ]);
});

it('filters the list by the words, and shows when no user matches', async () => {
  await open();
  await userEvent.type(screen.getByLabelText('Find a person'), 'user barr');
  expect(screen.getByText('Luis Barrera')).toBeTruthy();
  expect(screen.queryByText('Uma User')).toBeNull();
  await userEvent.type(screen.getByLabelText('Find a person'), 'x');
  expect(screen.getByText('No staff match “user barrx”')).toBeTruthy();
});

it('unlocks a person, and shows the list again', async () => {
  stub.on('POST /auth/unlockpin', { body: { unlocked: 2 } });
  await open();
  stub.on('GET /staff', { body: { staff: [{ ...person, locked: 0 }, ...others], count: 3 } });
  await userEvent.click(screen.getByRole('button', { name: 'Unlock Priya Raman' }));
  await screen.findByText('Priya Raman was unlocked on all registers');
  expect(stub.calls('POST /auth/unlockpin').map(({ body }) => body)).toEqual([{ employee: 103 }]);
  expect(await row('Priya Raman').findByText('Active')).toBeTruthy();
});

it('resets one-time codes after a question', async () => {
  stub.on('POST /auth/resetcode', { body: { reset: true } });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Reset Codes of Priya Raman' }));
  expect(stub.calls('POST /auth/resetcode')).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Reset' }));
  await screen.findByText('Priya Raman was signed out everywhere and will set up new one-time codes at the next sign-in');
  expect(stub.calls('POST /auth/resetcode').map(({ body }) => body)).toEqual([{ employee: 103 }]);
});

it('says what went wrong', async () => {
  stub.on('POST /auth/unlockpin', { status: 503, body: stubError('database_unavailable', 'Try again in a moment') });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Unlock Priya Raman' }));
  expect(await screen.findByText('Couldn’t unlock')).toBeTruthy();
  expect(screen.getByText('Try again in a moment')).toBeTruthy();
});

it('adds a person with roles, and says what is missing before the first sign-in', async () => {
  stub.on('POST /staff', { body: { saved: true } });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Add a Person' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a person' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add Person' }));
  expect(await dialog.findByText(/ must be a number of at most 9 digits$/)).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Employee number'), '4711');
  await userEvent.type(dialog.getByLabelText('Name'), 'Nadia Novak');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Reporter' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add Person' }));
  expect(await screen.findByText('Nadia Novak was added. Set a PIN or password before the first sign-in.')).toBeTruthy();
  expect(stub.calls('POST /staff').map(({ body }) => body)).toEqual([{ number: 4711, name: 'Nadia Novak', roles: ['User', 'Reporter'] }]);
});

it('changes roles, and tells why the last Admin stays one', async () => {
  const message = 'Priya Raman is the last Admin. Make another person an Admin first';
  stub.on('PUT /staff/103', { status: 409, body: stubError('staff_refused', message) });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Roles of Priya Raman' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Roles of Priya Raman' }));
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'SupportCenter' }).checked).toBe(true);
  await userEvent.click(dialog.getByRole('checkbox', { name: 'User' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save Roles' }));
  expect(await dialog.findByText(message)).toBeTruthy();
  expect(stub.calls('PUT /staff/103').map(({ body }) => body)).toMatchObject([{ roles: ['User', 'SupportCenter'] }]);
});

it('sets a PIN, or a password with a username', async () => {
  stub.on('POST /staff/201/secret', { body: { saved: true } });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'PIN or password of Luis Barrera' }));
  let dialog = within(await screen.findByRole('dialog', { name: 'PIN or password of Luis Barrera' }));
  await userEvent.type(dialog.getByLabelText('PIN', { selector: 'input[type=password]' }), '7305');
  await userEvent.click(dialog.getByRole('button', { name: 'Set PIN' }));
  expect(await screen.findByText('Luis Barrera has a new PIN and signs in with it.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'PIN or password of Luis Barrera' }));
  dialog = within(await screen.findByRole('dialog', { name: 'PIN or password of Luis Barrera' }));
  await userEvent.click(dialog.getByText('Password', { selector: '.ant-segmented-item-label' }));
  await userEvent.type(await dialog.findByLabelText('Username'), 'luis');
  await userEvent.type(dialog.getByLabelText('Password', { selector: 'input[type=password]' }), 'four quiet blue whales');
  await userEvent.click(dialog.getByRole('button', { name: 'Set Password' }));
  expect(await screen.findByText('Luis Barrera has a new password and signs in with it.')).toBeTruthy();
  expect(stub.calls('POST /staff/201/secret').map(({ body }) => body)).toEqual([
    { pin: '7305' },
    { password: 'four quiet blue whales', username: 'luis' },
  ]);
});

it('switches a person off after a question, and on again', async () => {
  stub.on('PUT /staff/201', { body: { saved: true } });
  stub.on('PUT /staff/202', { body: { saved: true } });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Deactivate Luis Barrera' }));
  expect(stub.calls('PUT /staff/201')).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Deactivate' }));
  expect(await screen.findByText('Luis Barrera was signed out everywhere and can’t sign in')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Activate Uma User' }));
  expect(await screen.findByText('Uma User can sign in again')).toBeTruthy();
  expect(stub.calls('PUT /staff/202').map(({ body }) => body)).toEqual([{ active: true }]);
});

it('asks who has a number that has another name in Sitewatch', async () => {
  stub.on('GET /staff', { body: { staff: [{ ...person, sitewatchName: 'Bo Berg' }, ...others], count: 3 } });
  stub.on('PUT /staff/103/identity', { body: { saved: true } });
  await open();
  expect(screen.getByText('Bo Berg in Sitewatch')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'New person instead of Luis Barrera' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'New person instead of Priya Raman' }));
  expect(stub.calls('PUT /staff/103/identity')).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'New Person' }));
  expect(await screen.findByText('Bo Berg is a cashier now')).toBeTruthy();
  expect(stub.calls('PUT /staff/103/identity').map(({ body }) => body)).toEqual([{ sitewatchName: 'Bo Berg', is: 'new' }]);
});
