import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { AdmitOutcome, LocalDevice, LocalView } from '@washdesk/site-protocol/local-page';
import { fails, ok, stubFetch, type SentRequest, type StubAnswers } from '../../lib/fetch.fixture.ts';
import { LocalPage } from './local-page.tsx';
import { texts } from './texts.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const at = '2026-11-26T15:00:00.000Z';
const now = '2026-11-26T15:14:00.000Z';

const device = (change: Partial<LocalDevice> & Pick<LocalDevice, 'id' | 'kind' | 'name'>): LocalDevice => ({
  lane: null,
  status: 'ready',
  problem: null,
  since: at,
  canProbe: false,
  gate: null,
  tags: [],
  ...change,
});
const gate = device({
  id: 'north',
  kind: 'gate',
  name: 'North',
  lane: 1,
  gate: { gate: 'north', relay: false, gateOpen: false, presence: null, merge: null },
});

const view = (change: Partial<LocalView> = {}): LocalView => ({
  role: 'cashier',
  site: { number: 12, name: 'Joliet', timeZone: 'America/Chicago' },
  now,
  clockMs: 60_000,
  journal: '0190a1b2-0000-7000-8000-000000000001',
  agent: { version: '1.0.0', since: at, host: 'site-12' },
  cloud: { connected: true, since: at, app: 'https://wash.example.com', clockSkewMs: 10 },
  roster: { number: 7, confirmed: at },
  space: { usedBytes: 1_048_576, maxBytes: 268_435_456, hoursLeft: null },
  problems: [],
  devices: [gate],
  lanes: [],
  log: null,
  ...change,
});

const admitted: AdmitOutcome = {
  code: 'ABC1234-IL',
  admitted: true,
  reason: 'admitted',
  planName: 'Super Kiss',
  recorded: true,
  similar: [],
  rosterConfirmed: at,
};

const opened = { outcome: 'done', result: 'opened', reason: null };
const button = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole('button', { name });
const press = async (name: string | RegExp): Promise<void> => user.click(await button(name));
const user = userEvent.setup();

function show(answers: StubAnswers): SentRequest[] {
  const sent = stubFetch(answers);
  render(<LocalPage />);
  return sent;
}

const bodiesOf = (sent: SentRequest[], path: string): Record<string, unknown>[] =>
  sent.filter((request) => request.path === path).map(({ body }) => body as Record<string, unknown>);

it('asks for the PIN, says that it is wrong, and how long to wait', async () => {
  let attempt = 0;
  const refusals = [
    fails(401, 'wrong_pin', 'Wrong PIN'),
    { status: 429, body: { code: 'too_many_guesses', message: '', waitSeconds: 10 } },
  ];
  let signedIn = false;
  show({
    'GET /view': () => (signedIn ? ok(view()) : fails(401, 'signed_out', '')),
    'POST /sign-in': () => {
      const refusal = refusals[attempt];
      attempt += 1;
      signedIn = refusal === undefined;
      return refusal ?? ok({ role: 'cashier' });
    },
  });
  const field = await screen.findByLabelText(texts.signIn.pin);
  await user.type(field, '111111{Enter}');
  expect(await screen.findByText(texts.signIn.wrong)).toBeTruthy();
  await user.type(field, '222222{Enter}');
  expect(await screen.findByText(texts.signIn.wait(10))).toBeTruthy();
});

it('says that everything works, and sends a cashier to the register', async () => {
  show({ 'GET /view': ok(view()) });
  expect(await screen.findByRole('heading', { name: texts.status.good })).toBeTruthy();
  expect(screen.getByRole('link', { name: texts.cloud.register }).getAttribute('href')).toBe('https://wash.example.com');
});

it('shows IT the problems first, each in words and with its time', async () => {
  const printer = device({ id: 'printer', kind: 'printer', name: 'Register 1', status: 'faulty', problem: 'out of paper' });
  const cloud = { ...view().cloud, connected: false };
  const problems = [
    { code: 'disk', sentence: 'The site computer’s disk is full' },
    { code: 'broker', sentence: 'The broker’s address can’t be resolved' },
  ];
  show({ 'GET /view': ok(view({ role: 'it', cloud, problems, devices: [gate, printer], log: { next: 0, lines: [] } })) });
  const status = (await screen.findByRole('heading', { name: texts.status.problems(3) })).closest('section')!;
  const rows = within(status)
    .getAllByRole('listitem')
    .map((row) => row.textContent);
  expect(rows).toEqual([
    'No connection to WashdeskThe broker’s address can’t be resolvedsince 9:00 AM (14 min)',
    'Register 1: faultOut of papersince 9:00 AM (14 min)',
    'The site computer’s disk is full',
  ]);
});

it('redeems without the cloud, and opens the gate for the member', async () => {
  const cloud = { ...view().cloud, connected: false };
  const sent = show({ 'GET /view': ok(view({ cloud })), 'POST /admit': ok(admitted), 'POST /open': ok(opened) });
  expect(await screen.findByText(texts.cloud.downHere)).toBeTruthy();
  await user.type(screen.getByLabelText(texts.redeem.code), 'abc1234');
  await press('Illinois');
  await press(texts.redeem.button);
  const verdict = (await screen.findByText(texts.verdict.admitted)).parentElement!;
  expect(verdict.textContent).toContain('By the list of members of 9:00 AM (14 min old)');
  await press(`${texts.gates.open}: North`);
  expect(await screen.findByText(texts.gateResult.opened)).toBeTruthy();
  expect(bodiesOf(sent, '/admit')).toEqual([{ id: expect.any(String), lane: 1, code: 'ABC1234-IL' }]);
  const [open] = bodiesOf(sent, '/open');
  expect(open).toMatchObject({ gate: 'north', reason: 'Member let in', again: null });
  expect(open?.['pressedMs']).toBeGreaterThanOrEqual(60_000);
});

it('repeats a redeem without a response under the same id, and another code under its own', async () => {
  const sent = show({ 'GET /view': ok(view()) });
  const field = await screen.findByLabelText(texts.redeem.code);
  await user.type(field, 'ABC1234-IL');
  await press(texts.redeem.button);
  expect(await screen.findByText(texts.redeem.failed)).toBeTruthy();
  await press(texts.redeem.button);
  await user.type(field, '{Backspace}N');
  await press(texts.redeem.button);
  const [first, again, other] = bodiesOf(sent, '/admit').map(({ id }) => id);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

it('of a refused car shows the reason and what was meant', async () => {
  const refused = { ...admitted, code: 'ABC1234', admitted: false, reason: 'not-found', recorded: false, similar: ['ABC1234-IL'] };
  const sent = show({
    'GET /view': ok(view()),
    'POST /admit': ({ body }) => ok((body as { code: string }).code === 'ABC1234' ? refused : admitted),
  });
  await user.type(await screen.findByLabelText(texts.redeem.code), 'ABC1234{Enter}');
  expect(await screen.findByText(texts.because['not-found'], { exact: false })).toBeTruthy();
  await press('ABC1234-IL');
  expect(await screen.findByText(texts.verdict.admitted)).toBeTruthy();
  expect(bodiesOf(sent, '/admit')).toHaveLength(2);
});

it('opens a gate by hand only with a reason, and checks an unknown outcome by the same id', async () => {
  const sent = show({ 'GET /view': ok(view()) });
  await press(`${texts.gates.open}: North`);
  expect(await screen.findByText(texts.gates.needsReason)).toBeTruthy();
  expect(bodiesOf(sent, '/open')).toEqual([]);
  await user.selectOptions(screen.getByLabelText(texts.gates.reason), 'Paid at the register');
  await press(`${texts.gates.open}: North`);
  await press(texts.gates.check);
  await screen.findByText(texts.act.noResponse);
  const [first, check] = bodiesOf(sent, '/open');
  expect(check).toEqual({ ...first, again: view().journal });
});

it('shows IT the log, and what is wrong with the configuration file', async () => {
  const line = JSON.stringify({ level: 40, time: now, site: 12, msg: 'Broker connection lost', broker: 'mqtt://x' });
  show({
    'GET /view': ok(view({ role: 'it', log: { next: 1, lines: [line] } })),
    'GET /config-check': ok({ problems: ['devices.0.lane: too small'], changed: true }),
  });
  expect(await screen.findByText(/Broker connection lost/)).toBeTruthy();
  await press(texts.config.button);
  expect(await screen.findByText('devices.0.lane: too small')).toBeTruthy();
});

it('names a device once, with its kind and lane', async () => {
  const devices = [gate, device({ id: 'sitewatch', kind: 'sitewatch', name: 'Sitewatch' })];
  show({ 'GET /view': ok(view({ role: 'it', devices, log: { next: 0, lines: [] } })) });
  const section = await screen.findByRole('region', { name: texts.devices.heading });
  const names = within(section)
    .getAllByRole('listitem')
    .map((item) => item.firstElementChild?.firstElementChild?.textContent);
  expect(names).toEqual(['North · Gate · Lane 1', 'Sitewatch']);
});

it('probes a device for IT and lists what it has', async () => {
  const devices = [{ ...gate, canProbe: true }];
  const probed = { lines: [{ what: 'Relay 0, this gate', found: 'off' }], reason: null };
  const sent = show({ 'GET /view': ok(view({ role: 'it', devices, log: { next: 0, lines: [] } })), 'POST /probe': ok(probed) });
  await press(`${texts.devices.probe}: North`);
  expect(await screen.findByText('Relay 0, this gate')).toBeTruthy();
  expect(bodiesOf(sent, '/probe')).toEqual([{ device: 'north' }]);
});

it('shows what became of the last cars, and IT the steps', async () => {
  const trace = {
    id: 'trace-1',
    began: at,
    code: '12345+123456',
    command: null,
    outcome: 'not-opened',
    reason: 'Admitted, but the gate is already opening',
    hops: [{ step: 'look-up', afterMs: 3.2, device: null, detail: 'Found in the list of members' }],
  } as const;
  const lanes = [{ lane: 1, traces: [{ ...trace, hops: [...trace.hops] }] }];
  show({ 'GET /view': ok(view({ role: 'it', lanes, log: { next: 0, lines: [] } })) });
  expect(await screen.findByText(trace.reason)).toBeTruthy();
  expect(screen.getByText('3 ms, look-up: Found in the list of members')).toBeTruthy();
});

it('takes a scan that ends with Tab', async () => {
  const sent = show({ 'GET /view': ok(view()), 'POST /admit': ok(admitted) });
  await user.type(await screen.findByLabelText(texts.redeem.code), '$R12345678901{Tab}');
  expect(await screen.findByText(texts.verdict.admitted)).toBeTruthy();
  expect(bodiesOf(sent, '/admit')).toMatchObject([{ code: '$R12345678901' }]);
});

it('after an opening that was not seen, Open Gate can be pressed again', async () => {
  const unseen = { outcome: 'unknown', result: 'unconfirmed', reason: 'The relay closed, but the gate wasn’t seen opening' };
  show({ 'GET /view': ok(view({ role: 'it', log: { next: 0, lines: [] } })), 'POST /open': ok(unseen) });
  await press(`${texts.gates.open}: North`);
  expect(await screen.findByText(unseen.reason)).toBeTruthy();
  expect(await button(`${texts.gates.open}: North`)).toBeTruthy();
});
