import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { downloadedCsv } from '../../../../testing/files.ts';
import { apiOf, showCustomer } from '../customer-screen.fixture.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const wash = {
  CREATED: '2026-11-20T16:00:00.000Z',
  SITE: 12,
  SITENAME: 'Joliet',
  TERMINAL: 'Washcashier1',
  CODE: 'ABC123-IL',
  SALEID: 700,
  TOTAL: 0,
  STATUSCODE: 0,
};

it('shows averages, trend, band, months and washes', async () => {
  const api = apiOf();
  api.on('GET /customer/cus_1/usage', {
    body: {
      summary: [
        { year: 2026, month: 11, plan: 'Super Kiss', returns: 2 },
        { year: 2026, month: 10, plan: 'Super Kiss', returns: 5 },
      ],
      averages: { average12: 4.25, average6: 5 },
      trend: 'Rising',
      badge: 'yellow',
      detail: [wash],
      count: 700,
      next_page: 'older',
    },
  });
  showCustomer({ hash: '#usage' });
  const summary = await screen.findByRole('region', { name: 'Summary Usage' });
  for (const words of ['4.3', '5.0', 'Rising', 'Up to 5 a month', 'November', 'October'])
    expect(within(summary).getByText(words)).toBeTruthy();
  const detail = screen.getByRole('region', { name: 'Detailed Usage (700)' });
  for (const words of ['Joliet', 'Washcashier1', 'ABC123-IL', '700', '$0.00']) expect(within(detail).getByText(words)).toBeTruthy();
  await userEvent.click(within(detail).getByRole('button', { name: 'Next 500 Results' }));
  await waitFor(() => expect(api.calls('GET /customer/cus_1/usage').at(-1)?.query).toMatchObject({ page: 'older' }));
});

it('has a file of the months, and one of all pages of washes', async () => {
  const api = apiOf();
  const pages: Record<string, [object, string | null]> = {
    one: [wash, 'two'],
    two: [{ ...wash, SALEID: 699, STATUSCODE: 1 }, 'three'],
    three: [{ ...wash, SALEID: null }, null],
  };
  api.on('GET /customer/cus_1/usage', ({ query }) => {
    const [one, next_page] = pages[query['page'] ?? 'one']!;
    const summary = [{ year: 2026, month: 11, plan: 'Super Kiss', returns: 3 }];
    const averages = { average12: 3, average6: 3 };
    return { body: { summary, averages, trend: 'Steady', badge: 'green', detail: [one], count: 3, next_page } };
  });
  showCustomer({ hash: '#usage' });
  expect(await downloadedCsv('Download CSV: Summary Usage')).toEqual(['Year,Month,Plan,Returns', '2026,November,Super Kiss,3']);
  const washes = await downloadedCsv('Download CSV: Detailed Usage');
  expect(washes[0]).toBe('Date and time,Location,Terminal,Plate/Tag,Sale ID,Total,Status Code');
  expect(washes.slice(1).map((line) => line.replace(/^[^,]*,/, ''))).toEqual([
    'Joliet,Washcashier1,ABC123-IL,700,0.00,0',
    'Joliet,Washcashier1,ABC123-IL,699,0.00,1 (voided)',
    'Joliet,Washcashier1,ABC123-IL,Not yet,0.00,0',
  ]);
});
