import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { TracesScreen } from './traces-screen.tsx';

const hop = (step: string, afterMs: number, detail: string, device: string | null = null) => ({ step, afterMs, device, detail });
const trace = (id: number, more: object = {}) => ({
  id: `0193a1b0-0000-7000-8000-00000000000${id}`,
  site: 12,
  began: '2026-11-21T15:12:04.000Z',
  lane: 1,
  gate: 'lane1',
  code: 'ABC123-IL',
  customer: 'cus_1',
  name: 'Ada Moore',
  command: null,
  requestId: null,
  employee: null,
  outcome: 'not-opened',
  reason: 'The member’s plan has ended',
  hops: [
    hop('read', 0, 'Antenna 1 read the tag', 'reader'),
    hop('filter', 2_400, 'Enough reads'),
    hop('decision', 2_401, 'The member’s plan has ended'),
  ],
  ...more,
});
const opened = trace(2, {
  code: '12345+123456',
  name: null,
  outcome: 'opened',
  reason: null,
  hops: [hop('read', 0, 'Antenna 1 read the tag')],
});

let stub: StubApi;
const answer = (traces: object[], more = false) => ({ body: { traces, count: traces.length, more } });
const show = (search = '') =>
  renderScreen(<TracesScreen />, { path: '/admin/traces', address: `/admin/traces${search}`, roles: Role.SalesManager });
const width = (px: number) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: px >= Number(/\d+/.exec(query)?.[0]),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));

beforeEach(() => {
  stub = stubApi();
  width(1280);
  stub.on('GET /locations', {
    body: {
      locations: [{ id: 'tml_12', display_name: 'Joliet', metadata: { site: '12', state: 'IL' }, time_zone: 'America/Chicago' }],
      next_page: null,
    },
  });
  stub.on('GET /lane/traces', answer([trace(1), opened]));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('TracesScreen', () => {
  it('says who opens the gate of a car that was only shown at the register', async () => {
    stub.on('GET /lane/traces', answer([trace(1, { outcome: 'shown', reason: 'The member is admitted' })]));
    show();
    expect(await screen.findByText(/A cashier decides at the register/)).toBeTruthy();
  });

  it('names the step that ended it, the slow one and those not reached', async () => {
    show();
    const steps = await screen.findByRole('list', { name: 'Steps' });
    const texts = within(steps)
      .getAllByRole('listitem')
      .map((step) => step.textContent);
    expect(texts).toHaveLength(3 + 4);
    expect(texts[1]).toContain('Slow: usually at most 1.7 s');
    expect(texts[2]).toContain('It ended here');
    expect(texts[3]).toBe('CommandNot reached');
    expect(screen.getByText(/Debounce took 2.4 s, usually at most 1.7 s/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ada Moore' }).getAttribute('href')).toBe('/customers/cus_1');
  });

  it('names the request of a press of Open Gate', async () => {
    stub.on('GET /lane/traces', answer([trace(1, { code: null, requestId: '3f0c9a52-aaaa.1b2c3d4e' })]));
    show();
    expect(await screen.findByText('3f0c9a52-aaaa.1b2c3d4e')).toBeTruthy();
  });

  it('searches by what is in the URL, and by the form in the time of the site', async () => {
    const user = userEvent.setup();
    show('?site=12&lane=1&gate=lane1&customer=cus_1&from=2026-11-21T15:00:00.000Z');
    await screen.findByRole('list', { name: 'Cars' });
    expect(stub.calls('GET /lane/traces').at(-1)?.query).toMatchObject({ site: '12', lane: '1', gate: 'lane1', customer: 'cus_1' });
    expect(await screen.findByText('Cars of one customer. Gate lane1.', { exact: false })).toBeTruthy();

    await user.type(screen.getByLabelText('Plate or tag'), 'abc123-il');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(stub.calls('GET /lane/traces').at(-1)?.query).toMatchObject({ code: 'abc123-il', site: '12', lane: '1' }));
    expect(stub.calls('GET /lane/traces').at(-1)?.query).not.toHaveProperty('customer');
  });

  it('opens another car by a press, and on a phone in place of the list', async () => {
    width(390);
    const user = userEvent.setup();
    show();
    await user.click(within(await screen.findByRole('list', { name: 'Cars' })).getAllByRole('link')[0]!);
    expect(await screen.findByRole('list', { name: 'Steps' })).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Cars' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Back to List' }));
    expect(await screen.findByRole('list', { name: 'Cars' })).toBeTruthy();
  });

  it('leads to older cars, and says what to do if there are none or the API fails', async () => {
    stub.on('GET /lane/traces', answer([trace(1)], true));
    show();
    expect((await screen.findByRole('link', { name: 'Show older' })).getAttribute('href')).toContain('until=2026-11-21T15');
    cleanup();
    stub.on('GET /lane/traces', answer([]));
    show('?code=NONE');
    expect(await screen.findByText(/No cars found/)).toBeTruthy();
    cleanup();
    stub.on('GET /lane/traces', { status: 500, body: stubError('internal', 'It failed') });
    show();
    expect(await screen.findByText('It failed')).toBeTruthy();
  });
});
