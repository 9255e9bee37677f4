import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { apiOf, showCustomer } from '../customer-screen.fixture.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

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
      detail: [
        {
          CREATED: '2026-11-20T16:00:00.000Z',
          SITE: 12,
          SITENAME: 'Joliet',
          TERMINAL: 'Washcashier1',
          CODE: 'ABC123-IL',
          SALEID: 700,
          TOTAL: 0,
          STATUSCODE: 0,
        },
      ],
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
