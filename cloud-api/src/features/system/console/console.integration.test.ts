import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import type { CommandName } from '@washdesk/site-protocol/commands';
import type { Presence, SignedInPrincipal } from '../../../common/caller.ts';
import { openLog } from '../../../http/log.ts';
import type { CommandOutcome, SiteCommands, SiteJournals } from '../../../ports/site-commands.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../../../testing/database.ts';
import { GatesService } from '../../lane/gates/gates.service.ts';
import { devicesOf, sitesWithAgents } from '../../sites/sites/sites.store.ts';
import type { SiteDirectory } from './console-command.ts';
import { consoleCommands } from './console-commands.ts';
import { ConsoleService } from './console.service.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const clock = { now: () => now };
const session = randomUUID();
const admin: SignedInPrincipal = {
  kind: 'staff',
  id: '3242',
  employee: 3242,
  name: 'Alex Kim',
  roles: Role.Admin,
  session,
  site: 27,
  locationId: null,
  terminal: null,
  device: null,
};

let database: TestDatabase;
let console: ConsoleService;
let person: SignedInPrincipal | null;
let presence: Presence;
let sent: { site: number; device: string; name: string; payload: unknown }[];
/** What the releases feature returns. */
let offer: { version: string } | string;
let answers: Partial<Record<CommandName, CommandOutcome<CommandName>>>;

const sites: SiteCommands & SiteJournals = {
  journalOf: () => null,
  async send<N extends CommandName>(site: number, device: string, name: N, payload: unknown) {
    sent.push({ site, device, name, payload });
    return (answers[name] ?? { kind: 'unreachable', message: `Site ${site} is offline` }) as CommandOutcome<N>;
  },
};

const answered = (result: unknown) => ({ kind: 'answered', result }) as CommandOutcome<CommandName>;
const run = async (line: string, site: number | null = 12) =>
  (await console.run(session, { line, site })) ?? expect.fail('The session ended');
const audited = async () =>
  (
    await database.db.selectFrom('whole_audit').select(['action', 'actor', 'site', 'subject', 'why', 'request_id']).orderBy('id').execute()
  ).map(({ request_id: requestId, ...row }) => ({ ...row, byConsole: requestId?.startsWith('console:') }));

beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  await insertSites(database);
  const device = { site: 12, lane: 1, health: 'online', reason: null, since: now };
  await db
    .insertInto('site_device')
    .values([
      { ...device, id: 'north', kind: 'gate', name: 'North gate' },
      { ...device, id: 'south', kind: 'gate', name: 'South gate', health: 'degraded', reason: 'no \u001b[31manswer\u0007 from unit 3' },
      { ...device, id: 'lane1', kind: 'reader', name: 'Reader' },
      { ...device, id: 'reg1', kind: 'printer', name: 'Register 1' },
    ])
    .execute();
  await db.insertInto('site_agent').values({ site: 12, online: true, boot: randomUUID(), version: '1.4.0', changed: now }).execute();
  const directory: SiteDirectory = { sitesWithAgents: () => sitesWithAgents(db), devicesOf: (site) => devicesOf(db, site) };
  const gates = new GatesService({ pool: database, sites, clock, alert: () => undefined });
  console = new ConsoleService({
    db,
    clock,
    log: openLog('silent'),
    sites,
    directory,
    commands: consoleCommands({ directory, gates, updates: { offerAgain: async () => offer }, now: clock.now }),
    principalOfSession: async () => person,
    presences: { of: async () => presence },
  });
});
afterAll(() => database.stop());
beforeEach(() => {
  person = admin;
  presence = 'recent';
  sent = [];
  answers = {};
});

describe('who may run a line', () => {
  it.each([Role.Cashier, Role.SalesManager, Role.Admin - 1])('not the roles %i, whatever the line', async (roles) => {
    person = { ...admin, roles };
    for (const line of ['help', 'sites', 'nonsense', '', 'gate open north --reason test']) {
      expect(await run(line)).toMatchObject({ ok: false, text: expect.stringContaining('permission') });
    }
    expect(await console.complete(session, { line: '', site: 12 })).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('no one whose session has ended', async () => {
    person = null;
    expect(await console.run(session, { line: 'sites', site: null })).toBeNull();
  });

  it('a person at a device only with a PIN, and with a recent one to change something', async () => {
    presence = 'never';
    expect(await run('sites')).toMatchObject({ ok: false, text: 'Enter your PIN to do this' });
    presence = 'earlier';
    expect(await run('sites')).toMatchObject({ ok: true });
    expect(await run('driver restart north --reason test')).toMatchObject({ ok: false, text: 'Enter your PIN to do this' });
    expect(sent).toEqual([]);
  });
});

describe('the lines', () => {
  it('show all commands, one for each verb of the table', async () => {
    const verbs = ['help', 'sites', 'use', 'status', 'devices', 'device', 'logs', 'ping', 'time', 'queue', 'rfid last', 'rfid simulate'];
    const others = ['gate status', 'gate open', 'printer status', 'print test', 'sitewatch health', 'driver restart', 'config show'];
    const { text } = await run('help');
    const [list = '', further] = text.split('\n\n');
    expect(further).toBe('help <command> shows what a command needs, such as help gate open');
    const shown = list.split('\n').map((line) => line.split(/ {2}/u)[0]);
    expect(new Set(shown)).toEqual(new Set([...verbs, ...others, 'agent restart', 'agent update']));
    expect((await run('help gate')).text).toBe(
      'gate status [gate]                Read a gate’s relay and inputs\n' +
        'gate open [gate] --reason <text>  Open a gate once, with the same limits as on the screen',
    );
  });

  it('select a site by its number or its Sitewatch number', async () => {
    expect(await run('use 1812', null)).toEqual({ ok: true, text: 'Site 12, Joliet: online', site: { number: 12, name: 'Joliet' } });
    expect(await run('use 99', 12)).toMatchObject({ ok: false, site: { number: 12 } });
    expect(await run('devices', null)).toMatchObject({ ok: false, text: 'Select a site first: use <site>' });
  });

  it('show what devices report without control characters', async () => {
    const { text } = await run('devices');
    expect(text).toContain('degraded: no answer from unit 3');
    expect(text).not.toMatch(/[^\P{Cc}\n]/u);
    expect((await run('device south')).text).toContain('no answer from unit 3');
  });

  it('show log lines readably, without control characters', async () => {
    const line = JSON.stringify({ level: 40, time: '2026-11-21T12:00:00.000Z', site: 12, device: 'north', msg: 'Lost\u001b[2J' });
    const err = {
      type: 'CloudUnavailable',
      message: 'connect ECONNREFUSED',
      stack: 'CloudUnavailable: connect\n    at #request (file.ts:1:2)',
    };
    const failed = JSON.stringify({ level: 40, time: '2026-11-21T12:00:01.000Z', site: 12, err, msg: 'Roster not updated' });
    answers = { 'agent.logs': answered({ lines: [line, 'not JSON', failed] }) };
    expect((await run('logs --lines 3')).text).toBe(
      [
        '2026-11-21 12:00:00Z WARN  Lost device=north',
        'not JSON',
        '2026-11-21 12:00:01Z WARN  Roster not updated err=CloudUnavailable: connect ECONNREFUSED',
      ].join('\n'),
    );
    expect(sent).toMatchObject([{ site: 12, device: 'agent', payload: { lines: 3 } }]);
    for (const lines of ['0', '501', '-1', 'x', '1e2']) expect(await run(`logs --lines ${lines}`)).toMatchObject({ ok: false });
  });

  it('name the only device of a kind, and ask which of several', async () => {
    answers = { 'printer.status': answered({ ready: false, reason: 'out of paper' }) };
    expect(await run('printer status')).toMatchObject({ ok: true, text: 'Register 1 isn’t ready: out of paper' });
    expect(await run('gate status')).toMatchObject({ ok: false, text: 'gate status [gate]. Site 12 has: north, south' });
    expect(await run('gate status west')).toMatchObject({ ok: false, text: 'Site 12 has no gate west. It has: north, south' });
    expect(await run('gate status lane1')).toMatchObject({ ok: false });
    expect(await run('printer status', 27)).toMatchObject({ ok: false, text: 'Site 27 has no printer' });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['offline', { kind: 'unreachable', message: 'Site 12 is offline' }, 'Site 12 is offline'],
    ['silent', { kind: 'unknown', message: 'The site didn’t respond in time' }, 'Whether it was done isn’t known'],
    ['of an earlier release', { kind: 'refused', code: 'unknown_verb', message: 'x' }, 'of an earlier release'],
  ] as const)('say that the agent is %s', async (_state, outcome, text) => {
    answers = { 'agent.ping': outcome };
    expect(await run('ping')).toMatchObject({ ok: false, text: expect.stringContaining(text) });
  });

  it('never reach a shell', async () => {
    expect(await run('ping; reboot')).toMatchObject({ ok: false, text: 'Unknown command ping; reboot. Type help for a list' });
    expect(await run('$(reboot)')).toMatchObject({ ok: false });
    expect(await run('ping && reboot')).toMatchObject({ ok: false, text: 'Usage: ping' });
    expect(sent).toEqual([]);
  });
});

describe('lines that change something', () => {
  it.each(['gate open north', 'rfid simulate lane1 12345+123456', 'print test', 'driver restart north', 'agent restart', 'agent update'])(
    '%s needs a reason',
    async (line) => {
      const before = await audited();
      for (const tail of ['', ' --reason', ' --reason ""', ` --reason ${'x'.repeat(201)}`]) {
        expect(await run(line + tail)).toMatchObject({ ok: false, text: expect.stringMatching(/reason/u) });
      }
      expect(sent).toEqual([]);
      expect(await audited()).toEqual(before);
    },
  );

  it('write their audit row with person, site, device and reason before they run', async () => {
    const before = (await audited()).length;
    answers = {
      'agent.restart-driver': answered({}),
      'agent.restart': answered({}),
      'reader.simulate': answered({ done: true, reason: null }),
      'printer.print': answered({ state: 'printed', reason: null }),
    };
    await run('driver restart north --reason "relay hangs"');
    await run('rfid simulate 12345+123456 --antenna 2 --reason demo');
    await run('print test reg1 --reason paper');
    await run('agent restart --reason memory');
    await run('gate open north --reason "car stuck"');
    const row = { actor: '3242', site: 12, byConsole: true };
    expect((await audited()).slice(before)).toEqual([
      { ...row, action: 'driver.restarted', subject: 'driver:12/north', why: 'relay hangs' },
      { ...row, action: 'tag.simulated', subject: 'tag-reader:12/lane1', why: 'demo' },
      { ...row, action: 'printer.tested', subject: 'printer:12/reg1', why: 'paper' },
      { ...row, action: 'agent.restarted', subject: 'agent:12', why: 'memory' },
      { ...row, action: 'gate.open', subject: 'gate:12/north', why: 'car stuck' },
    ]);
    expect(sent.map(({ device, name, payload }) => [device, name, payload]).slice(0, 2)).toEqual([
      ['agent', 'agent.restart-driver', { device: 'north' }],
      ['lane1', 'reader.simulate', { antenna: 2, tag: '12345+123456' }],
    ]);
  });

  it('have an agent ask for its update, where a rollout offers one', async () => {
    answers = { 'agent.update': answered({}) };
    offer = 'The rollout of 1.5.0 is paused: Wash 1 (1) refused the release';
    expect(await run('agent update --reason "disk freed"')).toMatchObject({ ok: false, text: offer });
    expect(sent).toEqual([]);
    offer = { version: '1.5.0' };
    expect(await run('agent update --reason "disk freed"')).toMatchObject({ ok: true });
    expect(sent).toEqual([{ site: 12, device: 'agent', name: 'agent.update', payload: { version: '1.5.0' } }]);
    expect((await audited()).at(-1)).toMatchObject({
      action: 'agent.update-asked',
      subject: 'agent:12',
      why: 'disk freed',
      byConsole: true,
    });
  });

  it('open a gate as the screen does: stored, once, with the employee and the reason', async () => {
    answers = { 'gate.open': answered({ result: 'interlocked', reason: null, repeated: false, at: now.toISOString() }) };
    const { ok } = await run('gate open south --reason "car stuck"');
    expect(ok).toBe(false);
    expect(sent).toEqual([{ site: 12, device: 'south', name: 'gate.open', payload: { employee: 3242, reason: 'car stuck' } }]);
    const stored = await database.db.selectFrom('gate_command').selectAll().where('gate', '=', 'south').execute();
    expect(stored).toMatchObject([{ site: 12, principal: '3242', reason: 'car stuck', result: 'interlocked' }]);
  });
});

describe('completion', () => {
  it.each([
    ['ga', 12, ['gate']],
    ['gate ', 12, ['open', 'status']],
    ['gate open ', 12, ['--reason', 'north', 'south']],
    ['gate open n', 12, ['north']],
    ['gate open north ', 12, ['--reason']],
    ['gate open north --reason ', 12, []],
    ['driver restart ', 12, ['--reason', 'lane1', 'north', 'reg1', 'south']],
    ['device ', 12, ['lane1', 'north', 'reg1', 'south']],
    ['gate open ', null, ['--reason']],
    ['use ', null, ['12', '27']],
    ['help rfid ', null, ['last', 'simulate']],
    ['logs ', 12, ['--lines']],
    ['nonsense ', 12, []],
    ['constructor', 12, []],
  ] as const)('of %j at site %s', async (line, site, words) => {
    expect(await console.complete(session, { line, site })).toEqual(words);
  });
});
