import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followConnection } from '../../../lib/connection.ts';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { RedeemScreen } from './redeem-screen.tsx';
import type { RedeemAnswer } from './verdict/verdict.ts';

const usageId = '0193a1b0-0000-7000-8000-000000000001';
const member: RedeemAnswer = {
  found: true,
  active: true,
  hasAccess: true,
  expires: '2026-12-01T10:00:00.000Z',
  priceIncrease: false,
  scheduleId: null,
  PlanName: 'Super Kiss',
  id: 'cus_1',
  type: 'plate',
  status: 'active',
  name: 'Ann Member',
  usageId,
  redeemed: '2026-11-21T18:00:00.000Z',
  otherHolders: [],
};
const config = {
  publicKey: 'pk_test',
  apiVersion: '0.1.0',
  clientVersion: '2.0.891',
  configOptions: {
    AllowManualEntry: false,
    redeem: 'yes',
    dashboardUrl: 'https://dashboard.example/',
    dxtUrl: null,
    defaultWashTerminal: 'Washcashier1',
    terminals: [],
    tabletTerminals: [],
    carColors: [],
  },
};
const register = {
  id: usageId,
  kind: 'register',
  name: 'Register 2',
  site: 12,
  terminal: 'Washcashier2',
  networks: [],
  enrolled: '2026-11-01T00:00:00.000Z',
  lastSeen: null,
  revoked: null,
};
const lookUp = 'GET /dxt/ABC123-IL';

let api: StubApi;
let user: UserEvent;

const box = () => screen.getByLabelText<HTMLInputElement>('Plate or tag');
const result = () => screen.getByRole('status', { name: 'Result' });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const redeem = async (code = 'abc123-il ') => {
  await user.clear(box());
  await user.type(box(), `${code}{Enter}`);
};

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  api = stubApi();
  api.on('GET /config', { body: config });
  api.on('GET /config/flags', { body: [] });
  api.on('GET /device/current', { body: { device: null } });
  api.on('GET /dxt/recent', { body: { usages: [], count: 0, next_page: null, windowMs: 300_000 } });
  api.on(lookUp, { body: member });
  user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a look-up', () => {
  beforeEach(() => renderScreen(<RedeemScreen />, { path: '/redeemunlimited' }));

  it('records a usage of the trimmed, uppercased code and says so', async () => {
    await redeem();
    expect(await within(result()).findByText('Usage recorded')).toBeTruthy();
    expect(within(result()).getByText('Ann Member')).toBeTruthy();
    const [call] = api.calls(lookUp);
    expect(call?.query).toEqual({ type: 'WASH', redeem: 'yes' });
    expect(call?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    await pass(5_000);
    expect(screen.getByRole('link', { name: 'Open ABC123-IL' })).toBeTruthy();
  });

  it('clears the message and the box after 5 seconds, and the box has the focus', async () => {
    await redeem();
    await within(result()).findByText('Usage recorded');
    await pass(4_000);
    expect(within(result()).queryByText('Usage recorded')).toBeTruthy();
    await pass(1_000);
    expect(within(result()).queryByText('Usage recorded')).toBeNull();
    expect(box().value).toBe('');
    expect(document.activeElement).toBe(box());
  });

  it('says for 5 seconds that a code was already redeemed: the API decides, not the browser’s clock', async () => {
    await redeem();
    await within(result()).findByText('Usage recorded');
    await pass(5_000);
    api.on(lookUp, { body: { ...member, error: 'Customer Already Redeemed' } });
    await redeem('ABC123-IL');
    expect(await within(result()).findByText('Customer Already Redeemed')).toBeTruthy();
    expect(api.calls(lookUp)).toHaveLength(2);
    await pass(5_000);
    expect(within(result()).queryByText('Customer Already Redeemed')).toBeNull();
  });

  it('asks again with a key of its own, and drops the entry after 5 minutes', async () => {
    await redeem();
    await within(result()).findByText('Usage recorded');
    await pass(310_000);
    expect(screen.queryByRole('link', { name: 'Open ABC123-IL' })).toBeNull();
    await redeem();
    await within(result()).findByText('Usage recorded');
    const keys = api.calls(lookUp).map((call) => call.headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  it.each([
    ['a second register', { body: { ...member, usageId: null, error: 'Customer Already Redeemed' } }, 'Customer Already Redeemed'],
    ['no active plan', { body: { ...member, active: false, usageId: null } }, 'No Active Plan Found in Stripe'],
    ['a payment due', { body: { ...member, status: 'past_due' } }, 'Usage recorded. Payment due'],
    ['nobody', { status: 404, body: stubError('customer_not_found', 'Nobody') }, 'Customer Not Found in Stripe'],
    ['another error', { status: 409, body: stubError('no_location', 'Choose a location first') }, 'Error: Choose a location first'],
  ])('tells of %s', async (_what, answer, message) => {
    api.on(lookUp, answer);
    await redeem();
    expect(await within(result()).findByText(message)).toBeTruthy();
  });

  it('lists who was not found, with a way to search', async () => {
    api.on(lookUp, { status: 404, body: stubError('customer_not_found', 'Nobody') });
    await redeem();
    expect(await screen.findByText('Not Found', { selector: 'td *' })).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Search ABC123-IL' }));
    expect(await screen.findByText('At /search?searchString=ABC123-IL')).toBeTruthy();
  });

  it('hears a scan from anywhere and looks it up at once', async () => {
    api.on('GET /dxt/12345+678901', { body: { ...member, type: 'tag' } });
    box().blur();
    await user.keyboard('$R12345678901');
    expect(await within(result()).findByText('Usage recorded')).toBeTruthy();
  });

  it('warns of half a scan', async () => {
    await user.keyboard('$R1234567{Enter}');
    expect(await screen.findByText('The scan was incomplete. Scan again.', { selector: '[role=alert]' })).toBeTruthy();
  });

  it('sets the state by its buttons and clears by F4', async () => {
    await user.type(box(), 'abc123');
    await user.click(screen.getByRole('button', { name: 'Indiana' }));
    expect(box().value).toBe('ABC123-IN');
    await user.keyboard('{Alt>}l{/Alt}');
    expect(box().value).toBe('ABC123-IL');
    await user.keyboard('{F2}');
    expect(await within(result()).findByText('Usage recorded')).toBeTruthy();
    await user.keyboard('{F4}');
    expect(box().value).toBe('');
  });

  it('opens the customer in the dashboard of the configuration', async () => {
    await redeem();
    const link = await screen.findByRole('link', { name: 'Open In Stripe Dashboard' });
    expect(link.getAttribute('href')).toBe('https://dashboard.example/customers/cus_1');
  });
});

describe('what is seen from two metres', () => {
  beforeEach(() => renderScreen(<RedeemScreen />, { path: '/redeemunlimited' }));
  const nobody = { status: 404, body: stubError('customer_not_found', 'Nobody') };

  it.each([
    ['go', 'Let in', { body: member }],
    ['wait', 'Let in, payment due', { body: { ...member, status: 'past_due' } }],
    ['stop', 'Not active', { body: { ...member, active: false, usageId: null } }],
    ['stop', 'Not found', nobody],
    ['slate', 'Already redeemed', { body: { ...member, usageId: null, error: 'Customer Already Redeemed' } }],
    ['stop', 'Lookup failed', { status: 500, body: stubError('internal', 'Something broke') }],
    ['slate', 'Still checking', 'lost' as const],
  ])('is a %s field with "%s"', async (field, word, answer) => {
    api.on(lookUp, answer);
    await redeem();
    await within(result()).findByText(word);
    expect(result().parentElement?.className).toContain(field);
  });

  it.each([
    ['go', 'Active', { body: member }],
    ['wait', 'Payment due', { body: { ...member, status: 'past_due' } }],
    ['stop', 'Not Active', { body: { ...member, active: false, usageId: null } }],
    ['stop', 'Not Found', nobody],
  ])('stays among the recent customers as a %s badge with "%s"', async (tone, word, answer) => {
    api.on(lookUp, answer);
    await redeem();
    expect((await screen.findByText(word, { selector: 'td *' })).className).toMatch(new RegExp(`\\b_?${tone}_`));
  });

  it.each([
    ['Sign Up', nobody, 'At /customers/new?code=ABC123-IL'],
    ['New Card', { body: { ...member, status: 'past_due' } }, 'At /customers/cus_1'],
    ['Reinstate', { body: { ...member, active: false, status: 'canceled', usageId: null } }, 'At /customers/cus_1'],
    ['See Why', { body: { ...member, active: false, status: 'incomplete', usageId: null } }, 'At /customers/cus_1'],
  ])('is followed by %s, by F10', async (label, answer, place) => {
    api.on(lookUp, answer);
    await redeem();
    await screen.findByRole('button', { name: new RegExp(label) });
    await user.keyboard('{F10}');
    expect(await screen.findByText(place)).toBeTruthy();
  });

  it('offers another try where the look-up failed, with the gates below', async () => {
    cleanup();
    const gate = { host: 'lane1', name: 'north', lane: 1, health: 'online', reason: null };
    api.on('GET /config/flags', { body: [{ name: 'gatecontrol', description: 'Open Gate buttons', value: true }] });
    api.on('GET /dxt/hosts', { body: { hosts: [gate], readers: [] } });
    api.on('POST /gate/lane1/open', { body: { result: 'opened', message: 'It was opened', repeated: false, at: null } });
    api.on(lookUp, { status: 500, body: stubError('internal', 'Something broke') });
    renderScreen(<RedeemScreen />, { path: '/redeemunlimited' });
    await redeem();
    await user.click(await screen.findByRole('button', { name: /Open Gate · north/ }));
    expect(await screen.findByText('It was opened')).toBeTruthy();
    api.on(lookUp, { body: member });
    await user.keyboard('{F10}');
    expect(await within(result()).findByText('Let in')).toBeTruthy();
  });

  it('has no button of the previous customer once another one was refused', async () => {
    await redeem();
    await within(result()).findByText('Let in');
    const print = () => screen.getByRole<HTMLButtonElement>('button', { name: /Print Receipt/ });
    expect(print().disabled).toBe(false);
    api.on('GET /dxt/NOBODY-IL', nobody);
    await redeem('NOBODY-IL');
    await within(result()).findByText('Not found');
    expect(print().disabled).toBe(true);
    expect(screen.getByText('No customer yet')).toBeTruthy();
    expect(screen.getByRole('row', { name: /ABC123-IL ?Ann Member/ })).toBeTruthy();
  });
});

it('only looks, and says so, where the company is configured not to redeem', async () => {
  api.on('GET /config', { body: { ...config, configOptions: { ...config.configOptions, redeem: 'no' } } });
  api.on(lookUp, ({ query }) => ({ body: query['redeem'] === 'no' ? { ...member, usageId: null, redeemed: null } : member }));
  renderScreen(<RedeemScreen />, { path: '/redeemunlimited' });
  await waitFor(() => expect(api.calls('GET /config')).toHaveLength(1));
  await redeem();
  expect(await within(result()).findByText('Active plan found. No usage was recorded')).toBeTruthy();
  expect(screen.queryByRole('row', { name: /ABC123-IL/ })).toBeNull();
});

describe('sounds', () => {
  const played = vi.fn();
  /** The parts of Web Audio that a sound needs. */
  class Node {
    gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
    start = played;
    connect = (to: unknown) => to;
    stop = () => undefined;
  }

  beforeEach(() => {
    played.mockClear();
    localStorage.clear();
    vi.stubGlobal(
      'AudioContext',
      class {
        currentTime = 0;
        destination = null;
        resume = async () => undefined;
      },
    );
    vi.stubGlobal('OscillatorNode', Node);
    vi.stubGlobal('GainNode', Node);
    renderScreen(<RedeemScreen />, { path: '/redeemunlimited' });
  });

  it('say yes or no, until they are turned off in this browser', async () => {
    await redeem();
    await within(result()).findByText('Let in');
    expect(played).toHaveBeenCalledTimes(2);
    await user.click(screen.getByRole('button', { name: 'Sound On' }));
    api.on(lookUp, { body: { ...member, error: 'Customer Already Redeemed' } });
    await redeem();
    await within(result()).findByText('Already redeemed');
    expect(played).toHaveBeenCalledTimes(2);
  });
});

describe('codes that come while one is looked up', () => {
  const held = Promise.withResolvers<void>();
  const names = ['Ann Member', 'Ben Member', 'Cy Member'];
  const tags = ['12345+678901', '12345+678902', '12345+678903'];
  const scan = (tag: string | undefined) => user.keyboard(`$R${tag?.replace('+', '')}`);
  const asked = () => tags.flatMap((tag) => api.calls(`GET /dxt/${tag}`).map(({ path }) => path));

  beforeEach(() => {
    tags.forEach((tag, at) => {
      const body = { ...member, type: 'tag' as const, name: names[at] ?? null, usageId: `${usageId.slice(0, -1)}${at + 1}` };
      api.on(`GET /dxt/${tag}`, async () => {
        if (at === 0) await held.promise;
        return { body };
      });
    });
  });

  it('are looked up one after the other, in their order, each once; every result stands for a second', async () => {
    renderScreen(<RedeemScreen />, { path: '/redeemunlimited' });
    for (const tag of [...tags, tags[1], tags[0]]) await scan(tag);
    expect(asked()).toHaveLength(1);
    expect(within(result()).getByText('2 waiting')).toBeTruthy();
    held.resolve();
    expect(await within(result()).findByText('Ann Member')).toBeTruthy();
    await pass(900);
    expect(within(result()).getByText('Ann Member')).toBeTruthy();
    expect(await within(result()).findByText('Ben Member')).toBeTruthy();
    expect(await within(result()).findByText('Cy Member')).toBeTruthy();
    expect(within(result()).queryByText(/waiting/)).toBeNull();
    expect(asked()).toEqual(tags.map((tag) => `/dxt/${tag}`));
  });

  it('leave what is being typed in the box', async () => {
    renderScreen(<RedeemScreen />, { path: '/redeemunlimited' });
    await scan(tags[1]);
    await user.keyboard('XYZ');
    await within(result()).findByText('Ben Member');
    await user.keyboard('9');
    expect(box().value).toBe('XYZ9');
  });

  it('may be typed, too, however long the first takes', async () => {
    api.on(`GET /dxt/${tags[0]}`, () => new Promise(() => undefined));
    renderScreen(<RedeemScreen />, { path: '/redeemunlimited' });
    await scan(tags[0]);
    await pass(1_000);
    await user.keyboard('ABC123-IL{Enter}');
    expect(within(result()).getByText('1 waiting')).toBeTruthy();
  });

  it('are looked up on the next visit when the screen was left before their turn', async () => {
    api.on(`GET /dxt/${tags[0]}`, () => new Promise(() => undefined));
    renderScreen(<RedeemScreen />, { path: '/redeemunlimited' });
    await scan(tags[0]);
    await scan(tags[1]);
    cleanup();
    renderScreen(<RedeemScreen />, { path: '/redeemunlimited' });
    expect(await screen.findByRole('button', { name: `Check ${tags[1]}` })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: `Check ${tags[1]}` }));
    expect(await within(result()).findByText('Ben Member')).toBeTruthy();
  });
});

describe('an unknown outcome', () => {
  const keys = () => new Set(api.calls(lookUp).map(({ headers }) => headers.get('idempotency-key')));
  const show = () => renderScreen(<RedeemScreen />, { path: '/redeemunlimited' });
  const check = () => screen.queryByRole('button', { name: 'Check ABC123-IL' });
  let stop = (): void => undefined;

  beforeEach(() => {
    api.on(lookUp, 'lost');
    api.on('GET /health', { body: { alive: true } });
    stop = followConnection();
  });
  afterEach(() => stop());

  it('is checked again by itself under the same key until it is known', async () => {
    show();
    await redeem();
    await within(result()).findByText('Still checking');
    api.on(lookUp, { body: member });
    await pass(2_000);
    expect(await within(result()).findByText('Usage recorded')).toBeTruthy();
    expect(api.calls(lookUp)).toHaveLength(2);
    expect(keys().size).toBe(1);
    expect(check()).toBeNull();
  });

  it('is named "Offline" while the connection is lost: nothing is sent until it is back, then it continues by itself', async () => {
    api.on('GET /health', 'lost');
    show();
    await redeem();
    await within(result()).findByText('Offline');
    expect(within(result()).getByText('This code is kept and checked when the connection is back')).toBeTruthy();
    expect(screen.queryByText(/still checking/i)).toBeNull();
    const sent = api.calls(lookUp).length;
    await pass(30_000);
    expect(api.calls(lookUp)).toHaveLength(sent);
    api.on('GET /health', { body: { alive: true } });
    api.on(lookUp, { body: member });
    await pass(4_500);
    expect(await within(result()).findByText('Usage recorded')).toBeTruthy();
    expect(keys().size).toBe(1);
  });

  it('is checked after a reload too, and says so where another car is in sight', async () => {
    show();
    await redeem();
    await within(result()).findByText('Still checking');
    cleanup();
    show();
    expect(await screen.findByRole('button', { name: 'Check ABC123-IL' })).toBeTruthy();
    api.on('GET /dxt/NOBODY-IL', { status: 404, body: stubError('customer_not_found', 'Nobody') });
    await redeem('NOBODY-IL');
    await within(result()).findByText('Not found');
    api.on(lookUp, { body: member });
    await pass(2_000);
    expect(await screen.findByText('ABC123-IL: Usage recorded')).toBeTruthy();
    expect(within(result()).getByText('Not found')).toBeTruthy();
    expect(keys().size).toBe(1);
    expect(check()).toBeNull();
  });
});

describe('a similar code', () => {
  const nobody = { status: 404, body: stubError('customer_not_found', 'Nobody') };
  const similar = (...codes: string[]) => ({ body: { codes: codes.map((code) => ({ code, customer: `cus_${code}`, active: true })) } });
  const near = 'GET /dxt/CXG3529-IL';

  beforeEach(() => {
    api.on('GET /dxt/CXG3529', nobody);
    api.on('GET /dxt/CXG3529/similar', similar('CXG3529-IL'));
    api.on(near, { body: member });
    renderScreen(<RedeemScreen />, { path: '/redeemunlimited' });
  });

  it('is asked about in amber, and Enter redeems it', async () => {
    await redeem('cxg3529');
    expect(await within(result()).findByText('CXG3529-IL is a member')).toBeTruthy();
    expect(result().parentElement?.className).toContain('wait');
    expect(api.calls(near)).toHaveLength(0);
    await pass(500);
    await user.keyboard('{Enter}');
    expect(await within(result()).findByText('Let in')).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Refused cars' })).toBeNull();
  });

  it('is not redeemed by the second Enter of a hurried user, nor after other typing', async () => {
    await redeem('cxg3529{Enter}');
    await within(result()).findByText('CXG3529-IL is a member');
    await user.keyboard('{Enter}');
    expect(api.calls(near)).toHaveLength(0);
    await pass(500);
    await user.keyboard('X{Enter}');
    expect(api.calls(near)).toHaveLength(0);
  });

  it('among several is chosen by a key of its own, never by Enter', async () => {
    api.on('GET /dxt/CXG3529/similar', similar('CXG3529-IN', 'CXG3529-IL'));
    await redeem('cxg3529');
    await within(result()).findByText('Did you mean');
    await pass(500);
    await user.keyboard('{Enter}');
    expect(api.calls(near)).toHaveLength(0);
    await within(result()).findByText('Did you mean');
    await user.keyboard('{Alt>}2{/Alt}');
    expect(await within(result()).findByText('Let in')).toBeTruthy();
  });
});

describe('a redeem', () => {
  const undo = `DELETE /dxt/usage/${usageId}`;
  const undone = { body: { id: usageId, code: 'ABC123-IL', customer: 'cus_1' } };

  beforeEach(() => renderScreen(<RedeemScreen />, { path: '/redeemunlimited' }));

  it('can be undone for 5 seconds, by a key too, and says so', async () => {
    api.on(undo, undone);
    await redeem();
    await within(result()).findByText('Let in');
    await user.keyboard('{Alt>}u{/Alt}');
    expect(await within(result()).findByText('Redeem undone')).toBeTruthy();
    expect(await screen.findByText('Redeem of ABC123-IL undone')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Open ABC123-IL' })).toBeNull();
    expect(document.activeElement).toBe(box());
  });

  it('offers Undo in its row while another car is in sight, and no longer than 5 seconds', async () => {
    api.on('GET /dxt/NOBODY-IL', { status: 404, body: stubError('customer_not_found', 'Nobody') });
    await redeem();
    await within(result()).findByText('Let in');
    await redeem('NOBODY-IL');
    await within(result()).findByText('Not found');
    expect(screen.getByRole('button', { name: 'Undo ABC123-IL' })).toBeTruthy();
    await pass(5_000);
    expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Open ABC123-IL' })).toBeTruthy();
  });

  it('that the API no longer undoes says why and stays recorded', async () => {
    api.on(undo, { status: 409, body: stubError('too_late', 'It’s too late to undo this redeem.') });
    await redeem();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('It’s too late to undo this redeem.')).toBeTruthy();
    expect(within(result()).getByText('Let in')).toBeTruthy();
  });
});

describe('a refusal', () => {
  const nobody = { status: 404, body: stubError('customer_not_found', 'Nobody') };
  const refused = () => screen.queryByRole('list', { name: 'Refused cars' });

  beforeEach(() => {
    api.on(lookUp, { body: { ...member, active: false, status: 'canceled', usageId: null } });
    api.on('GET /dxt/NOBODY-IL', nobody);
    renderScreen(<RedeemScreen />, { path: '/redeemunlimited' });
  });

  it('stays in sight until it is done, while the box is emptied for the next car', async () => {
    await redeem();
    await within(result()).findByText('Not active');
    await pass(20_000);
    expect(within(result()).getByText('Not active')).toBeTruthy();
    expect(box().value).toBe('');
    await user.keyboard('{Alt>}d{/Alt}');
    expect(within(result()).queryByText('Not active')).toBeNull();
    expect(document.activeElement).toBe(box());
  });

  it('is kept beside the next cars, over a reload, until it is dealt with', async () => {
    await redeem();
    await within(result()).findByText('Not active');
    await redeem('NOBODY-IL');
    await within(result()).findByText('Not found');
    expect(within(refused()!).getByText('Ann Member')).toBeTruthy();
    cleanup();
    renderScreen(<RedeemScreen />, { path: '/redeemunlimited' });
    await screen.findByRole('list', { name: 'Refused cars' });
    expect(within(refused()!).getAllByRole('listitem')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Done with NOBODY-IL' }));
    await user.click(screen.getByRole('link', { name: 'Reinstate ABC123-IL' }));
    expect(await screen.findByText('At /customers/cus_1')).toBeTruthy();
    cleanup();
    renderScreen(<RedeemScreen />, { path: '/redeemunlimited' });
    await screen.findByText('No customers in the last 5 minutes');
    expect(refused()).toBeNull();
  });

  it('is dealt with once the car is let in', async () => {
    await redeem();
    await within(result()).findByText('Not active');
    api.on(lookUp, { body: member });
    await redeem();
    await within(result()).findByText('Let in');
    await redeem('NOBODY-IL');
    await within(result()).findByText('Not found');
    expect(refused()).toBeNull();
  });

  it('of a code with another, admitted holder names them and redeems for them only when told to', async () => {
    const berg = { id: 'cus_2', name: 'Ann Berg', active: true };
    api.on(lookUp, ({ query }) =>
      query['customer'] === 'cus_2'
        ? { body: { ...member, id: 'cus_2', name: 'Ann Berg' } }
        : { body: { ...member, active: false, status: 'canceled', usageId: null, otherHolders: [berg] } },
    );
    await redeem();
    expect(await within(result()).findByText('On 2 customers')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Resolve' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('link', { name: 'End Plan' }).getAttribute('href')).toBe('/customers/cus_2#subscriptions');
    expect(within(dialog).getByRole('link', { name: 'Delete Profile' }).getAttribute('href')).toBe('/customers/cus_1#tools');
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Redeem for Ann Berg' }));
    expect(await within(result()).findByText('Let in')).toBeTruthy();
    expect(api.calls(lookUp).map(({ query }) => query['customer'])).toEqual([undefined, 'cus_2']);
  });
});

describe('receipts', () => {
  beforeEach(() => {
    api.on('GET /device/current', { body: { device: register } });
    api.on(`POST /receipt/${usageId}/print`, { body: { state: 'printed', message: 'Printed at Register 2' } });
    renderScreen(<RedeemScreen />, { path: '/redeemunlimited', terminal: 'Washcashier2' });
  });

  it('prints by F7, each press a job of its own', async () => {
    await redeem();
    await within(result()).findByText('Usage recorded');
    await user.keyboard('{F7}');
    expect(await screen.findByText('Printed at Register 2')).toBeTruthy();
    await user.keyboard('{F7}');
    await screen.findByText('Printed at Register 2');
    const bodies = api.calls(`POST /receipt/${usageId}/print`).map((call) => call.body as { job: string; kind: string });
    expect(bodies.map(({ kind }) => kind)).toEqual(['redeem', 'redeem']);
    expect(new Set(bodies.map(({ job }) => job)).size).toBe(2);
  });

  it('prints the earlier usage of who has redeemed already, but never by itself', async () => {
    api.on(lookUp, { body: { ...member, priceIncrease: true, error: 'Customer Already Redeemed' } });
    await redeem();
    await within(result()).findByText('Already redeemed');
    expect(within(result()).queryByText(/prints automatically/)).toBeNull();
    await pass(2_000);
    expect(api.calls(`POST /receipt/${usageId}/print`)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: /Print Receipt/ }));
    expect(await screen.findByText('Printed at Register 2')).toBeTruthy();
  });

  it('prints the usage that a register remembers over a reload and another customer', async () => {
    cleanup();
    const usage = {
      id: usageId,
      code: 'ABC123-IL',
      customer: 'cus_1',
      redeemed: new Date().toISOString(),
      planName: null,
      name: 'Ann Member',
      paymentDue: false,
    };
    api.on('GET /dxt/recent', { body: { usages: [usage], count: 1, next_page: null, windowMs: 300_000 } });
    renderScreen(<RedeemScreen />, { path: '/redeemunlimited', terminal: 'Washcashier2' });
    await screen.findByText('Active', { selector: 'td *' });
    api.on(lookUp, { body: { ...member, error: 'Customer Already Redeemed' } });
    await redeem();
    expect(await within(result()).findByText('Customer Already Redeemed')).toBeTruthy();
    await user.keyboard('{F7}');
    expect(await screen.findByText('Printed at Register 2')).toBeTruthy();
  });

  it('prints a price increase by itself after 1 second', async () => {
    api.on(lookUp, { body: { ...member, priceIncrease: true } });
    await redeem();
    await within(result()).findByText('Usage recorded');
    expect(api.calls(`POST /receipt/${usageId}/print`)).toHaveLength(0);
    await pass(1_000);
    expect(api.calls(`POST /receipt/${usageId}/print`).map((call) => call.body)).toEqual([
      expect.objectContaining({ kind: 'priceincrease' }),
    ]);
    expect(await screen.findByText('Printed at Register 2')).toBeTruthy();
    expect(api.calls(`POST /receipt/${usageId}/acknowledge`)).toHaveLength(0);
  });

  it.each([
    ['acknowledges the notice that the register itself printed', () => Promise.resolve(), 'Receipt printed', 1],
    ['acknowledges none that it could not print', () => Promise.reject(new Error('The cover is open')), 'The cover is open', 0],
  ])('%s', async (_name, printing, message, acknowledged) => {
    window.washdeskRegister = { version: '3.1.0', printReceipt: printing, transferToSitewatch: () => Promise.resolve() };
    api.on(`GET /receipt/${usageId}/receipt`, { body: '<p>Notice</p>' });
    api.on(`POST /receipt/${usageId}/acknowledge`, { body: { acknowledged: true } });
    api.on(lookUp, { body: { ...member, priceIncrease: true } });
    await redeem();
    await within(result()).findByText('Usage recorded');
    await pass(1_000);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(api.calls(`POST /receipt/${usageId}/acknowledge`)).toHaveLength(acknowledged);
    delete window.washdeskRegister;
  });

  it('explains at a plain browser why it cannot send to Sitewatch', async () => {
    await redeem();
    await within(result()).findByText('Usage recorded');
    await user.click(screen.getByRole('button', { name: 'Send to Sitewatch' }));
    expect(await screen.findByText(/Only a register can send to Sitewatch/)).toBeTruthy();
  });
});
