import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TimelineEntry } from '@washdesk/contracts/members/customer-timeline';
import type { StubApi } from '../../../../testing/api.ts';
import { apiOf, showCustomer } from '../customer-screen.fixture.tsx';

let api: StubApi;
const user = userEvent.setup();
const route = 'GET /customer/cus_1/timeline';

const entry = (more: Partial<TimelineEntry>): TimelineEntry => ({
  id: 'note-1',
  at: '2026-11-20T16:00:00.000Z',
  kind: 'note',
  site: null,
  by: null,
  title: 'Note',
  detail: null,
  amount: null,
  link: null,
  ...more,
});

const answer = (entries: TimelineEntry[], next: string | null = null) => api.on(route, { body: { entries, next_page: next } });

beforeEach(() => {
  api = apiOf();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the timeline', () => {
  it('names another site, and tells its time, at a register that works at its own site alone', async () => {
    const own = { id: 'tml_joliet', display_name: 'Joliet', metadata: { site: '12', state: 'IL', defaultplatestate: 'IL' } };
    const sites = [{ site: 27, name: 'Merrillville', time_zone: 'Asia/Tokyo' }];
    api.on('GET /location', { body: { locations: [own], count: 1, sites } });
    answer([entry({ kind: 'wash', title: 'Washed', site: 27 })]);
    showCustomer({ hash: '#timeline' });
    const day = within(await screen.findByRole('region', { name: '11/21/2026' }));
    expect(day.getByText('Merrillville')).toBeTruthy();
    expect(day.getByText('1:00 AM GMT+9')).toBeTruthy();
  });

  it('is searched at the server, over all pages', async () => {
    answer([entry({ title: 'Washed', kind: 'wash' })], 'next');
    showCustomer({ hash: '#timeline' });
    await user.type(await screen.findByRole('searchbox', { name: 'Search the timeline' }), 'joliet {Enter}');
    await waitFor(() => expect(api.calls(route).at(-1)?.query).toEqual({ text: 'joliet' }));
  });

  it('leads to the tab of each kind', async () => {
    answer([
      entry({ id: 'a', kind: 'signature', title: 'Signed', link: { kind: 'signature', id: null } }),
      entry({ id: 'b', kind: 'account', title: 'Customer information changed' }),
      entry({ id: 'c', kind: 'dispute', title: 'Disputed' }),
      entry({ id: 'd', kind: 'gate', title: 'Gate opened' }),
    ]);
    showCustomer({ hash: '#timeline' });
    const day = within(await screen.findByRole('region', { name: '11/20/2026' }));
    expect(day.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/customers/cus_1#tools',
      '/customers/cus_1#info',
      '/customers/cus_1#disputes',
    ]);
  });

  it('says under its day what happened, why, by whom, and leads to more', async () => {
    answer([
      entry({
        id: 'a',
        kind: 'refund',
        title: 'Refunded',
        amount: 700,
        detail: 'Scratched mirror',
        by: 'Sam Fuller',
        site: 12,
        link: { kind: 'charge', id: null },
      }),
      entry({ id: 'b', at: '2026-11-10T16:00:00.000Z', title: 'Washed: Super Kiss', kind: 'wash', link: { kind: 'receipt', id: 'r1' } }),
    ]);
    showCustomer({ hash: '#timeline' });
    const day = within(await screen.findByRole('region', { name: '11/20/2026' }));
    expect(day.getByText('$7.00')).toBeTruthy();
    expect(day.getByText('Scratched mirror')).toBeTruthy();
    expect(day.getByText('Sam Fuller')).toBeTruthy();
    expect(day.getByText('Site 12')).toBeTruthy();
    expect(day.getByRole('link', { name: 'Refunded' }).getAttribute('href')).toBe('/customers/cus_1#payments');
    const earlier = within(screen.getByRole('region', { name: '11/10/2026' }));
    api.on('GET /receipt/r1/receipt', { body: '<p>Thank you</p>' });
    await user.click(earlier.getByRole('button', { name: /^Receipt: Washed: Super Kiss, / }));
    expect(await screen.findByTitle('Receipt r1')).toBeTruthy();
  });

  it('shows before and after of a change', async () => {
    const changes = [{ what: 'Phone', before: '8155550100', after: null }];
    answer([entry({ kind: 'account', title: 'Customer information changed', changes })]);
    showCustomer({ hash: '#timeline' });
    const day = await screen.findByRole('region', { name: '11/20/2026' });
    expect(day.textContent).toContain('Phone: 8155550100 → none');
  });

  it('is paged to older entries and back, and a filter begins on its first page', async () => {
    api.on(route, ({ query }) => ({
      body: {
        entries: [entry({ title: `Page ${query['page'] ?? 'one'} of ${query['kinds'] ?? 'all'}` })],
        next_page: query['page'] ? null : 'two',
      },
    }));
    showCustomer({ hash: '#timeline' });
    await screen.findByText('Page one of all');
    await user.click(screen.getByRole('button', { name: 'Older' }));
    expect(await screen.findByText('Page two of all')).toBeTruthy();
    await user.click(screen.getByRole('combobox', { name: 'Show in the timeline' }));
    await user.click(await screen.findByTitle('Washes and gates'));
    expect(await screen.findByText('Page one of wash,gate')).toBeTruthy();
  });

  it('stands beside the other tabs on a large screen, with the way to its filter', async () => {
    const narrow = window.matchMedia;
    vi.stubGlobal('matchMedia', (query: string) => Object.assign(narrow(query), { matches: true }));
    answer([entry({ title: 'Washed: Super Kiss' })]);
    showCustomer();
    const aside = await screen.findByRole('complementary', { name: 'Recent activity' });
    expect(aside.parentElement?.childElementCount).toBe(2);
    expect(screen.getByRole('tabpanel').contains(aside)).toBe(true);
    const panel = within(aside);
    expect(await panel.findByText('Washed: Super Kiss')).toBeTruthy();
    await user.click(panel.getByRole('link', { name: 'Filter' }));
    expect(await screen.findByRole('combobox', { name: 'Show in the timeline' })).toBeTruthy();
    expect(screen.queryByRole('complementary', { name: 'Recent activity' })).toBeNull();
  });

  it('says that nothing happened, and what failed, with another try', async () => {
    api.on(route, 'lost');
    showCustomer({ hash: '#timeline' });
    expect(await screen.findByText('Couldn’t load the timeline')).toBeTruthy();
    answer([]);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Nothing Found')).toBeTruthy();
  });
});
