import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fleetTopic, type FleetSite, type FleetSiteDetails } from '@washdesk/contracts/sites/fleet';
import type { ConsoleAction } from '@washdesk/contracts/system/console';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { stubSockets, type StubSocket } from '../../../testing/sockets.ts';
import { FleetScreen } from './fleet-screen.tsx';
import { lineChart } from './line-chart.ts';
import { SiteScreen } from './site-screen.tsx';

const at = '2026-11-21T12:00:00.000Z';
const siteOf = (site: number, name: string, more: Partial<FleetSite> = {}): FleetSite => ({
  site,
  name,
  state: 'online',
  since: null,
  level: 'go',
  causes: [],
  version: '1.4.0',
  devices: { all: 3, working: 3 },
  sitewatch: 'online',
  roundTripMs: 40,
  leasesPercent: 100,
  waiting: { events: 0, oldest: null, percent: 0 },
  rosterConfirmed: at,
  ...more,
});
const offline: Partial<FleetSite> = {
  state: 'offline',
  level: 'stop',
  causes: [{ source: 'agent', level: 'stop', sentence: 'The agent of this site isn’t connected', step: 'Check its computer.', since: at }],
};

let stub: StubApi;
let sockets: StubSocket[];
beforeEach(() => {
  stub = stubApi();
  sockets = stubSockets();
  stub.on('POST /live/ticket', { body: { ticket: 'ticket', expiresIn: 30 } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(sites: FleetSite[]): Promise<void> {
  stub.on('GET /fleet', { body: { sites } });
  renderScreen(<FleetScreen />, { path: '/admin/sites', roles: Role.Admin });
  await screen.findByText(`All (${sites.length})`);
}
const names = (): string[] => screen.getAllByRole('link').map(({ textContent }) => textContent ?? '');

it('shows the sites by what needs a person, and finds them by their cause', async () => {
  await open([siteOf(12, 'Joliet'), siteOf(27, 'Boise', offline)]);
  expect(names()).toEqual(['Boise (27)', 'Joliet (12)']);
  const [boise] = screen.getAllByRole('listitem');
  expect(within(boise!).getByText('Offline')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Find a site'), 'connected');
  expect(names()).toEqual(['Boise (27)']);
  await userEvent.clear(screen.getByLabelText('Find a site'));
  await userEvent.click(screen.getByText('Needs attention (1)'));
  expect(names()).toEqual(['Boise (27)']);
});

it('follows the sites as they change', async () => {
  await open([siteOf(12, 'Joliet')]);
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  const asked = stub.calls('POST /live/ticket')[0]?.body as { filter?: unknown };
  expect(asked).toMatchObject({ topic: 'fleet', audience: 'company' });
  expect(fleetTopic.filter.safeParse(asked.filter ?? {}).success).toBe(true);
  act(() => {
    sockets[0]?.say({ type: 'ready' });
    sockets[0]?.say({ type: 'site', ...siteOf(12, 'Joliet', offline) });
    sockets[0]?.say({ type: 'vitals', site: 12, roundTripMs: 90, leasesPercent: 100, waiting: null, rosterConfirmed: null });
  });
  expect(await screen.findByText('Needs attention (1)')).toBeTruthy();
  expect(screen.getByText('90 ms')).toBeTruthy();
});

it('keeps the order under the pointer until it is sorted again', async () => {
  await open([siteOf(12, 'Joliet'), siteOf(27, 'Boise')]);
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  await userEvent.hover(screen.getByText('Joliet (12)'));
  act(() => {
    sockets[0]?.say({ type: 'ready' });
    sockets[0]?.say({ type: 'site', ...siteOf(27, 'Boise', offline) });
  });
  const sortAgain = await screen.findByRole('button', { name: 'Sort Again' });
  expect(names()).toEqual(['Joliet (12)', 'Boise (27)']);
  expect(screen.getAllByRole('listitem').map((card) => card.getAttribute('aria-posinset'))).toEqual(['1', '2', null]);
  await userEvent.click(sortAgain);
  expect(names()).toEqual(['Boise (27)', 'Joliet (12)']);
});

it('counts the problems of a site that is online', async () => {
  await open([
    siteOf(12, 'Joliet', {
      level: 'stop',
      causes: [{ source: 'north', level: 'stop', sentence: 'no power', step: 'Plug it in.', since: at }],
    }),
  ]);
  expect(screen.getByText('1 problem')).toBeTruthy();
  expect(screen.getByText('Plug it in.')).toBeTruthy();
  expect(screen.queryByText('Online')).toBeNull();
});

it('says so without sites, and if they can’t be loaded', async () => {
  await open([]);
  expect(screen.getByText(/No sites yet/u)).toBeTruthy();
  cleanup();
  stub.on('GET /fleet', {
    status: 503,
    body: { code: 'database_unavailable', message: 'Washdesk is unavailable right now', requestId: 'r' },
  });
  renderScreen(<FleetScreen />, { path: '/admin/sites', roles: Role.Admin });
  expect(await screen.findByText('Couldn’t load sites')).toBeTruthy();
});

async function openSite(search = '', now: Partial<FleetSite> = {}): Promise<void> {
  const details: FleetSiteDetails = {
    site: siteOf(12, 'Joliet', now),
    timeZone: 'America/Chicago',
    devices: [{ id: 'north', kind: 'gate', name: 'North gate', lane: 1, health: 'offline', reason: 'no power', since: at }],
    host: 'lane-pc',
    rosterNumber: 7,
    configuration: { version: 3, state: 'applied' },
    outage: null,
  };
  const line = { minutes: 1, at: [0, 60], leasesPercent: [100, 50], roundTripMs: [40, null], slowestMs: [41, null], waiting: [0, 0] };
  stub.on('GET /fleet/12', { body: details });
  stub.on('GET /fleet/12/line', { body: line });
  const actions: ConsoleAction[] = [
    { verb: 'gate open', button: 'Open Gate', summary: 'Open a gate once', device: 'gate', needsReason: true },
    { verb: 'ping', button: 'Ping Agent', summary: 'Measure the time', device: null, needsReason: false },
    { verb: 'print test', button: 'Print Test', summary: 'Print a test receipt', device: 'printer', needsReason: true },
  ];
  stub.on('GET /socket/actions', { body: { actions } });
  renderScreen(<SiteScreen />, { path: '/admin/sites/:site', address: `/admin/sites/12${search}`, roles: Role.Admin });
  await screen.findByRole('tab', { name: 'Overview' });
}

it('shows the devices of a site that is not online as last known', async () => {
  await openSite('', offline);
  expect(await screen.findByText('Last known: offline')).toBeTruthy();
});

it('disables the buttons of an agent that is offline, with the reason, until it is back', async () => {
  stub.on('GET /fleet', { body: { sites: [siteOf(12, 'Joliet', offline)] } });
  await openSite('', offline);
  const buttons = async () => [
    await screen.findByRole('button', { name: 'Ping Agent' }),
    await screen.findByRole('button', { name: 'Open Gate: North gate' }),
  ];
  for (const button of await buttons()) {
    expect(button).toHaveProperty('disabled', true);
    const reason = document.querySelector(`#${CSS.escape(button.getAttribute('aria-describedby') ?? '')}`);
    expect(reason?.textContent).toBe('Joliet is offline. The buttons of the agent and the devices work when it’s back.');
  }
  expect(screen.getByRole('button', { name: 'Download Support Bundle' })).toHaveProperty('disabled', false);
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  act(() => {
    sockets[0]?.say({ type: 'ready' });
    sockets[0]?.say({ type: 'site', ...siteOf(12, 'Joliet') });
  });
  await vi.waitFor(async () => {
    for (const button of await buttons()) expect(button).toHaveProperty('disabled', false);
  });
  expect(screen.queryByText(/Joliet is offline/u)).toBeNull();
});

it('shows a site with its devices, their reasons and its connection', async () => {
  await openSite();
  expect(await screen.findByText('no power')).toBeTruthy();
  expect(screen.getByRole('cell', { name: 'Gate' })).toBeTruthy();
  expect(screen.getByText('lane-pc')).toBeTruthy();
  expect(screen.getByText('Version 3')).toBeTruthy();
  expect(await screen.findByRole('img', { name: '75% of leases received, average round trip up to 40 ms' })).toBeTruthy();
});

it('shows the topics of a site, the messages of one, and stops while it is paused', async () => {
  await openSite('?view=topics');
  await vi.waitFor(() => expect(sockets).toHaveLength(2));
  const socket = sockets[1]!;
  const topic = { topic: 'state/dev/north', cut: false, bytes: 20, retained: true, qos: 1, at };
  const say = (health: string, count: number): void =>
    act(() => socket.say({ type: 'topics', site: 12, topics: [{ ...topic, payload: JSON.stringify({ health }), count }], dropped: 0 }));
  act(() => socket.say({ type: 'ready' }));
  say('online', 1);
  await userEvent.click(await screen.findByRole('button', { name: /north.*Retained/u }));
  expect(screen.getByText('wash/v1/12/state/dev/north')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  say('offline', 2);
  expect(screen.queryByText(/offline/u)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  expect((await screen.findByText(/offline/u)).closest('mark')).toBeTruthy();
});

it('offers the commands of each device and of the agent, and runs one with its reason', async () => {
  await openSite();
  await userEvent.click(await screen.findByRole('button', { name: 'Open Gate: North gate' }));
  expect(screen.queryByRole('button', { name: /Print Test/u })).toBeNull();
  stub.on('POST /socket/ticket', { body: { ticket: 'ticket', expiresIn: 30 } });
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'car stuck{Enter}');
  await vi.waitFor(() => expect(sockets).toHaveLength(2));
  const socket = sockets[1]!;
  act(() => socket.say({ type: 'ready', prompt: 'DSSC>' }));
  expect(socket.sent.map((text) => JSON.parse(text) as object)).toEqual([
    { type: 'run', id: 1, line: 'gate open north --reason="car stuck"', site: 12 },
  ]);
  act(() => socket.say({ type: 'output', id: 1, ok: true, text: 'North gate opened', site: null }));
  expect(await within(dialog).findByText('North gate opened')).toBeTruthy();
});

it('says that a command may have run if its connection ends first', async () => {
  await openSite();
  stub.on('POST /socket/ticket', { body: { ticket: 'ticket', expiresIn: 30 } });
  await userEvent.click(await screen.findByRole('button', { name: 'Ping Agent' }));
  await vi.waitFor(() => expect(sockets).toHaveLength(2));
  act(() => sockets[1]?.say({ type: 'ready', prompt: 'DSSC>' }));
  act(() => sockets[1]?.close());
  expect(await screen.findByText(/Check whether it was done/u)).toBeTruthy();
});

it('shows the log by level, and follows it', async () => {
  const entry = (level: string, message: string) => ({ at, level, message, fields: 'device=north' });
  stub.on('GET /site/12/log', {
    body: { timeZone: 'America/Chicago', lines: [entry('info', 'Connected'), entry('error', 'Gate failed')] },
  });
  await openSite('?view=log');
  expect(await screen.findByText(/Connected/u)).toBeTruthy();
  await userEvent.click(screen.getByText('Errors'));
  expect(screen.queryByText(/Connected/u)).toBeNull();
  expect(screen.getByText(/Gate failed/u)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Stop Following' })).toBeTruthy();
});

it('keeps the log of a site that goes offline, and reads it again when it is back', async () => {
  const lines = (message: string) => ({ timeZone: 'America/Chicago', lines: [{ at, level: 'info', message, fields: '' }] });
  stub.on('GET /fleet', { body: { sites: [siteOf(12, 'Joliet')] } });
  stub.on('GET /site/12/log', { body: lines('Connected') });
  await openSite('?view=log');
  await screen.findByText(/Connected/u);
  await userEvent.click(screen.getByRole('button', { name: 'Stop Following' }));
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  const say = (more: Partial<FleetSite>): void => act(() => sockets[0]?.say({ type: 'site', ...siteOf(12, 'Joliet', more) }));
  act(() => sockets[0]?.say({ type: 'ready' }));
  say(offline);
  expect(await screen.findByText('Joliet is offline. New lines appear when it’s back.')).toBeTruthy();
  expect(screen.getByText(/Connected/u)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Refresh' })).toHaveProperty('disabled', true);
  stub.on('GET /site/12/log', { body: lines('Started') });
  say({});
  expect(await screen.findByText(/Started/u)).toBeTruthy();
  expect(screen.queryByText(/Joliet is offline/u)).toBeNull();
});

it('draws the connection with a gap where no minute was stored', () => {
  const line = { minutes: 1, at: [0, 60, 240], leasesPercent: [100, 50, 100], roundTripMs: [10, 20, 10], slowestMs: [], waiting: [] };
  const { trip, missing, greatest } = lineChart(line, { width: 240, height: 100 });
  expect([trip, missing, greatest]).toEqual(['M0.0 50.0L60.0 0.0M240.0 50.0', 'M60.0 100V50.0', 20]);
});
