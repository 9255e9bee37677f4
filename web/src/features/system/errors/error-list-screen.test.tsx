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
  const error = {
    id: '1',
    at: '2026-11-20T12:00:00.000Z',
    source: 'server',
    message: 'out of luck',
    stack: 'Error: out of luck\n    at somewhere',
    path: '/api/redeem',
    who: 'Dana Whitfield',
    device: 'Register 1',
    requestId: '12345678-0000-4000-8000-000000000000',
  };

  it('shows what went wrong, with more behind each row', async () => {
    const reported = {
      ...error,
      id: '2',
      source: 'browser',
      message: 'x is undefined',
      who: null,
      device: null,
      requestId: null,
      stack: null,
    };
    stub.on('GET /admin/errors', { body: { data: [error, reported], count: 2 } });
    renderScreen(<ErrorListScreen />, { path: '/admin/errorlist', ...asAdmin });
    await screen.findByText('out of luck');
    expect(row('out of luck').getByText('Dana Whitfield, Register 1')).toBeTruthy();
    expect(row('out of luck').getByText('12345678')).toBeTruthy();
    expect(row('x is undefined').getByText('Not signed in')).toBeTruthy();
    await userEvent.click(row('out of luck').getByRole('button', { name: /expand/i }));
    expect(await screen.findByText(/at somewhere/)).toBeTruthy();
  });

  it('pages by 20, and clears what was seen after a question', async () => {
    const page = Array.from({ length: 20 }, (_, place) => ({ ...error, id: String(place) }));
    stub.on('GET /admin/errors', { body: { data: page, count: 45 } });
    stub.on('DELETE /admin/errors', { body: { cleared: 45 } });
    renderScreen(<ErrorListScreen />, { path: '/admin/errorlist', ...asAdmin });
    await userEvent.click(await screen.findByTitle('2'));
    expect(stub.calls('GET /admin/errors').at(-1)?.query).toEqual({ page: '2', pageSize: '20' });
    await userEvent.click(screen.getByTitle('1'));
    await userEvent.click(screen.getByRole('button', { name: 'Clear Errors' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('45 errors were cleared')).toBeTruthy();
    expect(stub.calls('DELETE /admin/errors')[0]?.query).toEqual({ until: error.at });
  });

  it('says that nothing went wrong, or that it could not be loaded', async () => {
    stub.on('GET /admin/errors', { body: { data: [], count: 0 } });
    renderScreen(<ErrorListScreen />, { path: '/admin/errorlist', ...asAdmin });
    expect(await screen.findByText('No errors')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Clear Errors' }).disabled).toBe(true);
    cleanup();
    stub.on('GET /admin/errors', { status: 503, body: stubError('database_unavailable', 'Try again in a moment') });
    renderScreen(<ErrorListScreen />, { path: '/admin/errorlist', ...asAdmin });
    expect(await screen.findByText('Try again in a moment')).toBeTruthy();
    expect(screen.queryByText('No errors')).toBeNull();
  });
});
