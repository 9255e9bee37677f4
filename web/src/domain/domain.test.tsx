import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Customer } from '@washdesk/contracts/members/customer';
import { stubApi } from '../testing/api.ts';
import { renderScreen } from '../testing/screen.tsx';
import { PaymentCard } from './cards/payment-card.tsx';
import { VehicleCode } from './codes/vehicle-code.tsx';
import { currentSubscription, planName, vehicleOf, type Subscription } from './customers/membership.ts';
import { useSiteColumns } from './list-columns.tsx';
import { PreviewTerms } from './plan-preview/preview-terms.tsx';
import { RelativeTime } from './sites/relative-time.tsx';
import { SubscriptionBadge } from './status/subscription-badge.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('VehicleCode', () => {
  it('draws a plate with its state apart from the characters', () => {
    render(<VehicleCode code="ABC123-IL" />);
    const plate = screen.getByRole('img', { name: 'Plate ABC123-IL' });
    expect([...plate.children].map((part) => part.textContent)).toEqual(['IL', 'ABC123']);
  });

  it.each(['12345+678901', '6298921312345678'])('draws %s as a chip', (code) => {
    render(<VehicleCode code={code} />);
    expect(screen.getByRole('img', { name: `Tag ${code}` }).textContent).toBe(code);
  });
});

describe('SubscriptionBadge', () => {
  it.each([
    ['active', 'Active'],
    ['past_due', 'Payment due'],
    ['canceled', 'Canceled'],
    [null, 'No plan'],
    ['of a later version', 'of a later version'],
  ])('tells %s in words and a shape', (status, word) => {
    const { container } = render(<SubscriptionBadge status={status} />);
    expect(container.textContent).toBe(word);
    expect(container.querySelector('svg')).not.toBeNull();
  });
});

it('a card shows its brand and last 4', () => {
  render(<PaymentCard brand="amex" last4="0005" />);
  expect(screen.getByRole('img', { name: 'Amex ending in 0005' })).toBeTruthy();
});

const joliet = {
  id: 'tml_joliet',
  display_name: 'Joliet',
  time_zone: 'America/Denver',
  metadata: { site: '12', state: 'IL', defaultplatestate: 'IL' },
};

it('PreviewTerms gives its dates by the clock of the site, in the one form', async () => {
  const midnightInDenver = (date: string): number => Date.parse(`${date}T07:00:00Z`) / 1_000;
  const [start, end] = [midnightInDenver('2026-11-21'), midnightInDenver('2026-12-01')];
  stubApi().on('GET /location', { body: { locations: [joliet], count: 1 } });
  const lines = [{ description: '1 × plan', amount: 1_500, period: { start: start - 1, end } }];
  renderScreen(<PreviewTerms preview={{ lines, tax: 0, next: { date: end - 1, amount: 2_999, tax: 0, lines: [] } }} />, { path: '/' });
  expect(await screen.findByText('11/20/2026 – 12/01/2026')).toBeTruthy();
  expect(screen.getByText(/from 11\/30\/2026/)).toBeTruthy();
});

it('PreviewTerms says that only the next bill is lower where it settles a credit', async () => {
  stubApi().on('GET /location', { body: { locations: [joliet], count: 1 } });
  const next = { date: Date.parse('2026-12-01T07:00:00Z') / 1_000, amount: 2_722, monthly: 3_149, tax: 150, lines: [] };
  renderScreen(<PreviewTerms preview={{ lines: [], tax: 0, next }} />, { path: '/' });
  expect((await screen.findByText(/Next bill/)).textContent).toBe('Next bill $27.22 with tax on 12/01/2026, then $31.49/mo');
});

it('PreviewTerms promises no monthly amount where a coupon lowers the next bill and ends', async () => {
  stubApi().on('GET /location', { body: { locations: [joliet], count: 1 } });
  const next = { date: Date.parse('2026-12-01T07:00:00Z') / 1_000, amount: 2_624, monthly: null, tax: 125, lines: [] };
  renderScreen(<PreviewTerms preview={{ lines: [], tax: 0, next }} />, { path: '/' });
  expect((await screen.findByText(/Next bill/)).textContent).toBe('Next bill $26.24 with tax on 12/01/2026');
});

it('RelativeTime keeps up with the clock, and tells the time at the site', async () => {
  stubApi().on('GET /location', { body: { locations: [joliet], count: 1 } });
  vi.useFakeTimers({ now: new Date('2026-11-21T18:00:00Z') });
  renderScreen(<RelativeTime time="2026-11-21T18:00:00Z" />, { path: '/' });
  expect(screen.getByText('just now')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(180_000));
  expect(screen.getByText('3 min ago')).toBeTruthy();
  expect(screen.getByText('3 min ago').title).toBe('11/21/2026 11:00 AM');
});

describe('membership', () => {
  const subscription = (id: string, status: string, created: number): Subscription => ({
    id,
    status,
    created,
    current_period_start: null,
    current_period_end: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    terms: null,
    plan: { id: 'price_1', nickname: 'Monthly', amount: 2999, product: { id: 'prod_1', name: 'Super Kiss', metadata: {} } },
  });
  const customer = (data: Subscription[], metadata: Record<string, string> = {}): Customer => ({
    id: 'cus_1',
    name: null,
    email: null,
    phone: null,
    created: 1,
    deleted: false,
    tax_exempt: null,
    address: null,
    metadata,
    subscriptions: { data },
    cards: [],
  });

  it('takes a good subscription before a newer canceled one', () => {
    const current = currentSubscription(customer([subscription('new', 'canceled', 20), subscription('good', 'past_due', 10)]));
    expect(current?.id).toBe('good');
  });

  it('takes the newest of equals, and none where there is none', () => {
    expect(currentSubscription(customer([subscription('old', 'canceled', 1), subscription('new', 'canceled', 2)]))?.id).toBe('new');
    expect(currentSubscription(customer([]))).toBeNull();
  });

  it("names the plan by its product, else by the price's nickname", () => {
    const named = subscription('one', 'active', 1);
    expect(planName(named)).toBe('Super Kiss');
    expect(planName({ ...named, plan: named.plan && { ...named.plan, product: null } })).toBe('Monthly');
    expect(planName(null)).toBeNull();
  });

  it('reads the vehicle, leaving out what is not on record', () => {
    const metadata = { CustomerCode: 'ABC123-IL', CarColor: 'Red', CarModel: 'F-150' };
    expect(vehicleOf(customer([], metadata))).toEqual({ plate: 'ABC123-IL', tag: '', vehicle: 'Red F-150' });
  });
});

describe('a time in a file', () => {
  function Times() {
    const column = useSiteColumns().time<{ site: number }>('Time', () => 1_795_273_200, { siteOf: ({ site }) => site });
    return [12, 27].map((site) => <p key={site}>{column.text?.({ site })}</p>);
  }

  it('names the clock of each row’s site, also the session’s own', async () => {
    const place = { state: 'IL', defaultplatestate: 'IL' };
    const locations = [
      { id: 'tml_12', display_name: 'Joliet', metadata: { ...place, site: '12' }, time_zone: 'America/Chicago' },
      { id: 'tml_27', display_name: 'Detroit', metadata: { ...place, site: '27' }, time_zone: 'America/Detroit' },
    ];
    stubApi().on('GET /location', { body: { locations, count: 2 } });
    renderScreen(<Times />, { path: '/' });
    expect(await screen.findByText('11/21/2026 9:00 AM CST')).toBeTruthy();
    expect(screen.getByText('11/21/2026 10:00 AM EST')).toBeTruthy();
  });
});
