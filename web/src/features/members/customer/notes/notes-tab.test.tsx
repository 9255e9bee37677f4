import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubError, type StubApi } from '../../../../testing/api.ts';
import { aNote, apiOf, showCustomer } from '../customer-screen.fixture.tsx';

let api: StubApi;
const user = userEvent.setup();
const admin = 256;

beforeEach(() => {
  api = apiOf();
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const answerNotes = (count: number) =>
  api.on('GET /customer/cus_1/notes', ({ query }) => ({
    body: { notes: count === 0 ? [] : [aNote({ note: `Note of page ${query['page'] ?? 1}` })], count, alerts: [] },
  }));

describe('notes', () => {
  it('say when, by whom and what', async () => {
    answerNotes(1);
    showCustomer({ hash: '#notes' });
    expect(await screen.findByText('Note of page 1')).toBeTruthy();
    expect(screen.getByText('Dana Whitfield')).toBeTruthy();
    expect(screen.getByText('Page 1/1 (1 Notes)')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete Note' })).toBeNull();
  });

  it('are paged forward, back, to either end, and in other sizes', async () => {
    answerNotes(120);
    showCustomer({ hash: '#notes' });
    expect(await screen.findByText('Page 1/3 (120 Notes)')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Last' }));
    expect(await screen.findByText('Note of page 3')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(await screen.findByText('Note of page 2')).toBeTruthy();
    await user.click(screen.getByRole('combobox', { name: 'Notes per page' }));
    await user.click(await screen.findByTitle('10 per page'));
    expect(await screen.findByText('Page 1/12 (120 Notes)')).toBeTruthy();
    expect(api.calls('GET /customer/cus_1/notes').at(-1)?.query).toEqual({ page: '1', pageSize: '10' });
  });

  it('keep what was typed while another tab is read', async () => {
    answerNotes(0);
    showCustomer({ hash: '#notes' });
    await user.type(await screen.findByLabelText('Note'), 'Prefers the north lane');
    cleanup();
    showCustomer({ hash: '#notes' });
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Note')).value).toBe('Prefers the north lane');
  });

  it('are added with attention, and the first page shows them', async () => {
    answerNotes(120);
    api.on('POST /note', { body: { notes: [], count: 121, alerts: [] } });
    showCustomer({ hash: '#notes' });
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await user.type(screen.getByLabelText('Note'), 'Prefers the north lane');
    await user.click(screen.getByRole('checkbox', { name: /^Attention: show/ }));
    answerNotes(121);
    await user.click(screen.getByRole('button', { name: 'Add Note' }));
    expect(await screen.findByText('Page 1/3 (121 Notes)')).toBeTruthy();
    expect(api.calls('POST /note').map(({ body }) => body)).toEqual([
      { customerId: 'cus_1', note: 'Prefers the north lane', attention: 1 },
    ]);
    expect(screen.getByLabelText('Note')).toHaveProperty('value', '');
  });

  it('need words, and what was typed stays where they could not be saved', async () => {
    answerNotes(0);
    showCustomer({ hash: '#notes' });
    await user.click(await screen.findByRole('button', { name: 'Add Note' }));
    expect(await screen.findByText('Enter a note.')).toBeTruthy();
    await user.type(screen.getByLabelText('Note'), 'Moved away');
    api.on('POST /note', 'lost');
    await user.click(screen.getByRole('button', { name: 'Add Note' }));
    expect(await screen.findByText('Couldn’t save the note')).toBeTruthy();
    expect(screen.getByLabelText('Note')).toHaveProperty('value', 'Moved away');
    expect(await screen.findByText('No Notes Found')).toBeTruthy();
  });

  it('have their attention switched by anyone', async () => {
    answerNotes(1);
    showCustomer({ hash: '#notes' });
    api.on(`PUT /note/${aNote({}).id}`, { body: aNote({ attention: 1 }) });
    await user.click(await screen.findByRole('checkbox', { name: 'Attention' }));
    await waitFor(() =>
      expect(api.calls(`PUT /note/${aNote({}).id}`)).toMatchObject([{ query: { customerid: 'cus_1' }, body: { attention: 1 } }]),
    );
  });

  it('are deleted by an Admin, who confirms it', async () => {
    answerNotes(1);
    showCustomer({ hash: '#notes', roles: admin });
    api.on(`DELETE /note/${aNote({}).id}`, { status: 404, body: stubError('note_not_found', 'Note any more not found') });
    await user.click(await screen.findByRole('button', { name: 'Delete Note' }));
    await user.click((await screen.findAllByRole('button', { name: 'Delete Note' })).at(-1)!);
    expect(await screen.findByText('Couldn’t delete the note')).toBeTruthy();
    expect(screen.getByText('Note any more not found')).toBeTruthy();
  });

  it('are deleted by others with the approval of an Admin, and a lost answer is checked and not repeated', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { click, type } = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    answerNotes(1);
    showCustomer({ hash: '#notes' });
    const { id } = aNote({});
    api.on(`DELETE /note/${id}`, ({ headers }) =>
      headers.get('x-approval') ? 'lost' : { status: 403, body: stubError('forbidden', 'You may not do this') },
    );
    api.on('POST /auth/stepup', {
      body: { approval: 'token', approver: { id: '103', name: 'Priya Raman' }, expires: '2026-11-20T16:01:00.000Z', amount: null },
    });
    await click(await screen.findByRole('button', { name: 'Delete Note (needs approval)' }));
    await click(await screen.findByRole('button', { name: 'Delete Note' }));
    await type(await screen.findByLabelText("Manager's username"), 'priya');
    await type(screen.getByLabelText("Manager's password"), 'long enough{Enter}');
    await waitFor(() => expect(api.calls(`DELETE /note/${id}`).at(-1)?.headers.get('x-approval')).toBe('token'));
    await act(() => vi.advanceTimersByTimeAsync(6_500));
    const check = await screen.findByRole('button', { name: 'Check' });
    const sent = api.calls(`DELETE /note/${id}`).length;
    const call = api.calls(`DELETE /note/${id}`).at(-1);
    api.on(`GET /operation/${call?.headers.get('idempotency-key')}`, {
      body: { id: 'op', kind: 'note.delete', state: 'done', status: 200, answer: { id, customerId: 'cus_1', deleted: true } },
    });
    api.on('GET /customer/cus_1/notes', { body: { notes: [], count: 0, alerts: [] } });
    await click(check);
    expect(await screen.findByText('No Notes Found')).toBeTruthy();
    expect(api.calls(`DELETE /note/${id}`)).toHaveLength(sent);
  });
});
