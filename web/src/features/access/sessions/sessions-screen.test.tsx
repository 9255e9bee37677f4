import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ListedSession } from '@washdesk/contracts/access/session-list';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { downloadedCsv } from '../../../testing/files.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { SessionsScreen } from './sessions-screen.tsx';

const session = (more: Partial<ListedSession> = {}): ListedSession => ({
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'staff',
  user_id: '103',
  realname: 'Priya Raman',
  employee: 103,
  roles: Role.SupportCenter,
  device: 'Register 1',
  site: null,
  terminal: 'Washcashier1',
  created: '2026-11-20T12:00:00.000Z',
  lastUsed: '2026-11-20T13:00:00.000Z',
  expiredDate: '2026-11-21T00:00:00.000Z',
  own: false,
  ...more,
});
const own = session({ id: '00000000-0000-4000-8000-000000000002', realname: 'Ada Admin', employee: 1, own: true, roles: Role.Admin });
const program = session({ id: '00000000-0000-4000-8000-000000000003', realname: 'Agent 12', employee: null, kind: 'service', roles: 0 });

const joliet = { id: 'tml_12', display_name: 'Joliet', metadata: { site: '12', state: 'IL', defaultplatestate: 'IL' } };

const listed = (sessions: ListedSession[], next_page: string | null = null) => ({
  body: { sessions, count: sessions.length, more: false, next_page },
});

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /admin/refreshTokens', listed([session(), own, program]));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  renderScreen(<SessionsScreen />, { path: '/admin/sessions', roles: Role.Admin });
  await screen.findByText('Priya Raman');
}
const row = (name: string) => within(screen.getByText(name).closest('tr')!);

it('shows who is signed in, a piece of the id instead of a token, and no way to end one’s own session', async () => {
  await open();
  expect(row('Priya Raman').getByText('SupportCenter')).toBeTruthy();
  expect(row('Priya Raman').getByText('000000000001')).toBeTruthy();
  expect(row('Ada Admin').getByText('You')).toBeTruthy();
  expect(row('Ada Admin').queryByRole('button')).toBeNull();
  expect(row('Agent 12').queryByRole('button', { name: /^End All/ })).toBeNull();
  expect(screen.getByRole('heading', { name: '3 signed in' })).toBeTruthy();
});

it('ends one session, or all of a person after a question', async () => {
  stub.on('DELETE /auth/refreshtoken/00000000-0000-4000-8000-000000000001', { body: { ended: true } });
  stub.on('POST /admin/sessions/end', { body: { ended: 2 } });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'End this session of Priya Raman' }));
  expect(await screen.findByText('Priya Raman was signed out of that session')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'End all sessions of Priya Raman' }));
  expect(stub.calls('POST /admin/sessions/end')).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Out Everywhere' }));
  expect(await screen.findByText('Priya Raman was signed out everywhere (2)')).toBeTruthy();
  expect(stub.calls('POST /admin/sessions/end').map(({ body }) => body)).toEqual([{ employee: 103 }]);
});

it('searches, and shows that no user of that name is signed in', async () => {
  await open();
  stub.on('GET /admin/refreshTokens', listed([]));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search sessions' }), 'nobody{Enter}');
  expect(await screen.findByText('No matching sessions')).toBeTruthy();
  expect(stub.calls('GET /admin/refreshTokens').at(-1)?.query).toEqual({ search: 'nobody' });
});

it('has a file of every page of the search, in words, or says that it could not be read', async () => {
  const pages: Record<string, [ListedSession, string | null]> = {
    one: [session({ site: 12 }), 'two'],
    two: [own, 'three'],
    three: [program, null],
  };
  stub.on('GET /location', { body: { locations: [{ ...joliet, time_zone: 'America/Chicago' }], count: 1 } });
  stub.on('GET /admin/refreshTokens', ({ query }) => {
    const [one, next] = pages[query['page'] ?? 'one']!;
    return listed([one], next);
  });
  await open();
  expect(await downloadedCsv()).toEqual([
    'Name,Role,Where,Last used,Ends,Token',
    'Priya Raman 103,SupportCenter,"Joliet, Register 1",11/20/2026 7:00 AM CST,11/20/2026 6:00 PM CST,000000000001',
    expect.stringMatching(/^Ada Admin 103,Admin,Register 1,/),
    expect.stringMatching(/^Agent 12 103,Program,Register 1,/),
  ]);
  stub.on('GET /admin/refreshTokens', ({ query }) =>
    query['page'] === undefined ? listed([own], 'two') : { status: 503, body: stubError('database_unavailable', 'Try again in a moment') },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
  expect(await screen.findByText('Couldn’t download the file')).toBeTruthy();
});

it('says what went wrong', async () => {
  const message = 'Try again in a moment';
  stub.on('DELETE /auth/refreshtoken/00000000-0000-4000-8000-000000000001', {
    status: 503,
    body: stubError('database_unavailable', message),
  });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'End this session of Priya Raman' }));
  expect(await screen.findByText('Couldn’t sign out')).toBeTruthy();
  expect(screen.getByText(message)).toBeTruthy();
});
