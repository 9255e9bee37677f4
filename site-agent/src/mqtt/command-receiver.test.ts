import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commands, isCommandName } from '@washdesk/site-protocol/commands';
import { commandReply, maxPayloadBytes, type CommandBody, type ReceivedReply } from '@washdesk/site-protocol/envelope';
import { signCommand } from '@washdesk/site-protocol/signing';
import { commandTopic, replyTopic } from '@washdesk/site-protocol/topics';
import { AtMostOnce } from '../actions/at-most-once.ts';
import { CloudTime } from '../actions/cloud-time.ts';
import { CommandDispatcher } from '../actions/command-dispatcher.ts';
import { Journal } from '../journal/journal.ts';
import { CommandRefused, type CommandTable } from '../ports/commands.ts';
import { DeviceUnavailable } from '../ports/device.ts';
import { PosRefused, PosTimedOut, PosUnavailable } from '../ports/pos-database.ts';
import { noLog, temporaryFolder, type TemporaryFolder } from '../testing/support.ts';
import { CommandReceiver } from './command-receiver.ts';
import type { Message } from './connection.ts';
import { Leases } from './leases.ts';

const notAsked = (): never => {
  throw new Error('not asked for here');
};

/** Returns a full command table with these commands; every other command fails. */
function testTable(some: Partial<CommandTable>): CommandTable {
  const others = Object.entries(commands).map(([name, { once }]) => [
    name,
    once ? { key: notAsked, repeatOnlyAsks: false, run: notAsked, expired: notAsked, notKnown: notAsked, repeated: notAsked } : notAsked,
  ]);
  return { ...(Object.fromEntries(others) as CommandTable), ...some };
}

const cloud = generateKeyPairSync('ed25519');
const opened = { result: 'opened', reason: null, repeated: false, at: '2026-11-21T12:00:00.000Z' } as const;

let folder: TemporaryFolder;
let journal: Journal;
let leases: Leases;
let cloudTime: CloudTime;
/** How far the clock of the site's computer is behind the cloud's. */
let skewMs: number;
const boot = randomUUID();
let receiver: CommandReceiver;
let replies: { topic: string; reply: ReceivedReply }[];
let opens: number;
let employee: CommandTable['sitewatch.employee'];

beforeEach(() => {
  folder = temporaryFolder();
  journal = new Journal({ folder: folder.path, site: 12, clock: { now: () => new Date() }, cloudTime: () => Date.now(), log: noLog });
  leases = new Leases();
  skewMs = 0;
  cloudTime = new CloudTime({ monotonic: () => performance.now(), computer: () => Date.now() - skewMs });
  cloudTime.answered(performance.now(), Date.now());
  replies = [];
  opens = 0;
  employee = () => Promise.resolve({ employee: null });
  receiver = receiverWith(cloudTime);
});

afterEach(() => {
  vi.useRealTimers();
  journal.close();
  folder.remove();
});

function receiverWith(time: CloudTime): CommandReceiver {
  const table = testTable({
    'agent.ping': () => Promise.resolve({ boot: '0192f3a0-0000-7000-8000-000000000000' }),
    'gate.open': {
      key: (_payload, { id }) => id,
      repeatOnlyAsks: true,
      prepare: () => () => {
        opens += 1;
        return Promise.resolve({ result: opened });
      },
      expired: (_payload, _context, why) => ({ result: { ...opened, result: 'expired', reason: why } }),
      notKnown: (why) => ({ ...opened, result: 'duplicate', reason: why, notKnown: true }),
      repeated: (stored) => ({ ...(stored ?? opened), repeated: true }),
    },
    'sitewatch.employee': (payload, context) => employee(payload, context),
  });
  const dispatcher = new CommandDispatcher({
    devices: new Map([
      ['agent', 'agent'],
      ['north', 'gate'],
      ['sitewatch', 'sitewatch'],
    ]),
    table,
    atMostOnce: new AtMostOnce(journal),
    traces: { begin: () => null },
    log: noLog,
  });
  return new CommandReceiver({
    site: 12,
    keys: new Map([['k1', cloud.publicKey]]),
    dispatcher,
    leases,
    cloudTime: time,
    boot,
    reply: (topic, reply) => {
      replies.push({ topic, reply: commandReply.parse(JSON.parse(reply)) });
      return Promise.resolve();
    },
    log: noLog,
  });
}

function message(device: string, verb: string, payload: unknown, change: Partial<CommandBody> = {}): Message {
  const topic = commandTopic(12, device, verb);
  const replyTo = replyTopic(12, 'cloud');
  const addressed = { v: 1, id: randomUUID(), site: 12, device, verb, replyTo } as const;
  const body: CommandBody = { ...addressed, exp: Date.now() + 2_000, sentBefore: null, payload, ...change };
  return {
    qos: 1,
    topic,
    payload: Buffer.from(JSON.stringify(signCommand(cloud.privateKey, 'k1', topic, JSON.stringify(body)))),
    retain: false,
    dup: false,
  };
}

/** Sends a command and returns its one reply. */
async function answer(device: string, verb: string, payload: unknown, change: Partial<CommandBody> = {}): Promise<ReceivedReply> {
  const before = replies.length;
  await receiver.handle(message(device, verb, payload, change));
  expect(replies).toHaveLength(before + 1);
  const last = replies.at(-1);
  expect(last?.topic).toBe(replyTopic(12, 'cloud'));
  if (!last) throw new Error('no answer');
  return last.reply;
}

const open = { employee: 1, reason: null };
const lease = (): { lease: string } => ({ lease: leases.issue(performance.now()) });

describe('the table', () => {
  it('calls physical exactly what the catalogue calls once', () => {
    const physical = Object.keys(commands).filter((name) => isCommandName(name) && commands[name].once);
    expect(physical).toEqual(['gate.open', 'reader.simulate', 'printer.print']);
  });
});

describe('an answer', () => {
  it('has the result', async () => {
    expect(await answer('sitewatch', 'employee', { number: 7 })).toMatchObject({ ok: true, result: { employee: null } });
  });

  it('that is too large for a message is not sent: the broker would close the connection', async () => {
    const lastName = 'x'.repeat(maxPayloadBytes);
    employee = () => Promise.resolve({ employee: { number: 7, firstName: '', lastName, active: true } });
    expect(await answer('sitewatch', 'employee', { number: 7 })).toMatchObject({ ok: false, code: 'failed' });
  });

  it.each([
    ['nowhere', 'open', open, 'unknown_device'],
    ['north', 'explode', open, 'unknown_verb'],
    ['north', 'print', open, 'unknown_verb'],
    ['sitewatch', 'employee', { number: 'seven' }, 'bad_payload'],
    ['sitewatch', 'employee', {}, 'bad_payload'],
  ])('says why nothing was done: %s %s', async (device, verb, payload, code) => {
    expect(await answer(device, verb, payload, lease())).toMatchObject({ ok: false, code });
    expect(opens).toBe(0);
  });

  it('says in plain words that it was not understood, and names the fields in the log alone', async () => {
    const logged = vi.spyOn(noLog, 'info');
    const reply = await answer('north', 'open', { employee: 'x' }, lease());
    expect(reply).toMatchObject({ message: 'The site’s computer couldn’t read this command and did nothing; see its log' });
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({
        err: expect.objectContaining({ cause: expect.objectContaining({ message: expect.stringMatching(/employee[^]*reason/) }) }),
      }),
      expect.anything(),
    );
    logged.mockRestore();
  });

  it.each([
    [new PosUnavailable('away'), 'unavailable', 'away'],
    [new DeviceUnavailable('away'), 'unavailable', 'away'],
    [new PosTimedOut('no answer'), 'timeout', 'no answer'],
    [new PosRefused('no'), 'rejected', 'no'],
    [new CommandRefused('rejected', 'no'), 'rejected', 'no'],
    [new TypeError('secret inner words'), 'failed', 'The site couldn’t do this; see its log'],
  ])('tells what may be concluded from %s', async (fault, code, text) => {
    employee = () => Promise.reject(fault);
    expect(await answer('sitewatch', 'employee', { number: 7 })).toMatchObject({ ok: false, code, message: text });
  });

  it('comes by the deadline, once, though the handler comes later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const late = Promise.withResolvers<{ employee: null }>();
    employee = () => late.promise;
    const answered = answer('sitewatch', 'employee', { number: 7 });
    await vi.advanceTimersByTimeAsync(commands['sitewatch.employee'].deadlineMs);
    expect(await answered).toMatchObject({ ok: false, code: 'timeout' });
    late.resolve({ employee: null });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(replies).toHaveLength(1);
  });
});

describe('a late command', () => {
  it.each([
    ['past its time', { exp: Date.now() - 1 }],
    ['without a lease', {}],
    ['with a lease that was never issued', { lease: 'x'.repeat(24) }],
  ])('opens nothing: %s', async (_name, change) => {
    expect(await answer('north', 'open', open, change)).toMatchObject({ ok: true, result: { result: 'expired' } });
    expect(opens).toBe(0);
  });

  it('is past its time even with a good lease', async () => {
    expect(await answer('north', 'open', open, { ...lease(), exp: Date.now() - 1 })).toMatchObject({ result: { result: 'expired' } });
    expect(opens).toBe(0);
  });

  it('is refused where it asks a question', async () => {
    expect(await answer('sitewatch', 'employee', { number: 7 }, { exp: Date.now() - 1 })).toMatchObject({ ok: false, code: 'expired' });
  });

  it('needs no lease where it asks a question', async () => {
    expect(await answer('sitewatch', 'employee', { number: 7 })).toMatchObject({ ok: true });
  });
});

describe("the clock of the site's computer", () => {
  it.each([-600_000, -5_000, 0, 5_000, 600_000])('decides nothing about a command (%i ms)', async (wrong) => {
    skewMs = wrong;
    expect(await answer('north', 'open', open, { ...lease(), exp: Date.now() - 1 })).toMatchObject({ result: { result: 'expired' } });
    expect(await answer('north', 'open', open, lease())).toMatchObject({ result: { result: 'opened' } });
  });

  it('is not asked either where the cloud does not tell its own: the lease decides', async () => {
    cloudTime = new CloudTime();
    receiver = receiverWith(cloudTime);
    expect(await answer('north', 'open', open, { ...lease(), exp: 1 })).toMatchObject({ result: { result: 'opened' } });
    expect(await answer('north', 'open', open, { exp: Date.now() + 2_000 })).toMatchObject({ result: { result: 'expired' } });
  });
});

describe('a command for another agent of the site', () => {
  it('is neither done nor answered', async () => {
    await receiver.handle(message('north', 'open', open, { ...lease(), boot: randomUUID() }));
    expect([opens, replies]).toEqual([0, []]);
    expect(await answer('north', 'open', open, { ...lease(), boot })).toMatchObject({ result: { result: 'opened' } });
  });
});

describe('a repeated opening', () => {
  it('hears the stored result, by then without a good lease', async () => {
    const id = randomUUID();
    expect(await answer('north', 'open', open, { id, ...lease() })).toMatchObject({ result: { result: 'opened', repeated: false } });
    expect(await answer('north', 'open', open, { id, exp: 1 })).toMatchObject({ result: { result: 'opened', repeated: true } });
    expect(opens).toBe(1);
  });
});

describe('an opening that was sent before', () => {
  it('opens nothing where the journal is a newer one, and says so', async () => {
    const sentBefore = { journal: randomUUID() };
    expect(await answer('north', 'open', open, { ...lease(), sentBefore })).toMatchObject({
      result: { result: 'duplicate', notKnown: true },
    });
    expect(opens).toBe(0);
  });

  it('opens nothing where it did not arrive, not even if its first copy comes after all', async () => {
    const command = { ...lease(), id: randomUUID() };
    const asked = await answer('north', 'open', open, { ...command, sentBefore: { journal: journal.id } });
    expect(asked).toMatchObject({ result: { result: 'expired', repeated: false } });
    expect(await answer('north', 'open', open, command)).toMatchObject({ result: { result: 'expired', repeated: true } });
    expect(opens).toBe(0);
  });
});

describe('what is no command', () => {
  it('gets no answer, only a count', async () => {
    await receiver.handle({ ...message('north', 'open', open, lease()), retain: true });
    await receiver.handle({ ...message('north', 'open', open, lease()), dup: true });
    await receiver.handle({ ...message('north', 'open', open, lease()), payload: Buffer.from('{') });
    expect(replies).toEqual([]);
    expect(opens).toBe(0);
    expect(receiver.dropped).toMatchObject({ replayed: 2, malformed: 1 });
  });
});
