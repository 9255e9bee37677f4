import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { ErrorListScreen } from './error-list-screen.tsx';

let stub: StubApi;
beforeEach(() => void (stub = stubApi()));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const asAdmin = { roles: Role.Admin };
const row = (words: string) => within(screen.getByText(words).closest('tr')!);

describe('the error list', () => {
  const group = {
    group: '0123456789abcdef0123456789abcdef',
    source: 'server',
    message: 'out of luck 7',
    count: 1_204,
    first: '2026-11-20T12:00:00.000Z',
    last: '2026-11-21T12:00:00.000Z',
  };
  const error = {
    id: '1',
    at: '2026-11-20T12:00:00.000Z',
    source: 'server',
    message: 'out of luck 7',
    stack: 'Error: out of luck 7\n    at somewhere',
    path: '/api/redeem',
    who: 'Dana Whitfield',
    device: 'Register 1',
    requestId: '12345678-0000-4000-8000-000000000000',
  };
  const open = (query = '') =>
    renderScreen(<ErrorListScreen />, { path: '/admin/errorlist', address: `/admin/errorlist${query}`, ...asAdmin });

  it('shows each error once with its count, and leads to its occurrences with everything about each', async () => {
    stub.on('GET /admin/errors/groups', { body: { groups: [group], count: 1_204 } });
    const reported = { ...error, id: '2', message: 'out of luck 8', who: null, device: null, requestId: null, stack: null };
    stub.on('GET /admin/errors', { body: { data: [error, reported], count: 45 } });
    open();
    await screen.findByText('out of luck 7');
    expect(row('out of luck 7').getByText('1,204')).toBeTruthy();
    expect(screen.getByRole('heading', { name: '1,204 errors' })).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'out of luck 7' }));
    await screen.findByText('out of luck 8');
    expect(stub.calls('GET /admin/errors').at(-1)?.query).toEqual({ page: '1', pageSize: '20', group: group.group });
    expect(row('out of luck 7').getByText('Dana Whitfield, Register 1')).toBeTruthy();
    expect(row('out of luck 7').getByText('12345678')).toBeTruthy();
    expect(row('out of luck 8').getByText('Not signed in')).toBeTruthy();
    await userEvent.click(row('out of luck 7').getByRole('button', { name: 'Details' }));
    expect(screen.getByText(/at somewhere/)).toBeTruthy();
    await userEvent.click(screen.getByTitle('2'));
    expect(stub.calls('GET /admin/errors').at(-1)?.query).toEqual({ page: '2', pageSize: '20', group: group.group });
    await userEvent.click(screen.getByRole('link', { name: 'All errors' }));
    expect(await screen.findByText('1,204')).toBeTruthy();
  });

  it('is searched at the server', async () => {
    stub.on('GET /admin/errors/groups', ({ query }) => ({
      body: query['search'] === undefined ? { groups: [group], count: 1_204 } : { groups: [], count: 0 },
    }));
    open();
    await userEvent.type(await screen.findByLabelText('Message, path or request ID'), ' no luck {Enter}');
    expect(await screen.findByText('No errors found for “no luck”')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear Errors' })).toBeNull();
  });

  it('clears what was seen after a question', async () => {
    stub.on('GET /admin/errors/groups', { body: { groups: [group], count: 1_204 } });
    stub.on('DELETE /admin/errors', { body: { cleared: 45 } });
    open();
    await screen.findByText('out of luck 7');
    await userEvent.click(screen.getByRole('button', { name: 'Clear Errors' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('45 errors were cleared')).toBeTruthy();
    expect(stub.calls('DELETE /admin/errors')[0]?.query).toEqual({ until: group.last });
  });

  it('says that nothing went wrong, or that it could not be loaded', async () => {
    stub.on('GET /admin/errors/groups', { body: { groups: [], count: 0 } });
    open();
    expect(await screen.findByText('No errors')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Clear Errors' }).disabled).toBe(true);
    cleanup();
    stub.on('GET /admin/errors/groups', { status: 503, body: stubError('database_unavailable', 'Try again in a moment') });
    open();
    expect(await screen.findByText('Try again in a moment')).toBeTruthy();
    expect(screen.queryByText('No errors')).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
  });
});
