import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandPayload } from '@washdesk/site-protocol/commands';
import type { SentBefore } from '@washdesk/site-protocol/envelope';
import { Journal } from '../journal/journal.ts';
import { CommandRefused, type ActionResult, type CommandContext, type OnceHandler } from '../ports/commands.ts';
import { DeviceUnavailable } from '../ports/device.ts';
import { CommandExpired, WriteDeadline } from '../ports/write-deadline.ts';
import { noLog, temporaryFolder, type TemporaryFolder } from '../testing/support.ts';
import { AtMostOnce } from './at-most-once.ts';

type Print = 'printer.print';

const payload: CommandPayload<Print> = { job: 'b5a2f2c8-6a3d-4f5e-9c57-0d4f4a1b2c3d', source: 'paper' };
const context: CommandContext = { id: 'c1', device: 'printer', deadline: WriteDeadline.none, signal: new AbortController().signal };
const printed: ActionResult<Print> = {
  result: { state: 'printed', reason: null },
  event: { kind: 'print-result', source: 'printer', payload: { job: payload.job, printer: 'printer', state: 'printed', reason: null } },
};

let folder: TemporaryFolder;
let journal: Journal;
let once: AtMostOnce;
let runs: (() => Promise<ActionResult<Print>>)[];
let begun: number;

const handler: OnceHandler<Print> = {
  key: ({ job }) => job,
  repeatOnlyAsks: false,
  prepare: () => () => {
    begun += 1;
    return (runs.shift() ?? (() => Promise.resolve(printed)))();
  },
  expired: (_payload, _context, why) => ({ result: { state: 'failed', reason: why } }),
  notKnown: (why) => ({ state: 'unknown', reason: why, notKnown: true }),
  repeated: (stored) => stored ?? { state: 'unknown', reason: 'interrupted' },
};

const run = (late: string | null = null, sentBefore: SentBefore | null = null): Promise<unknown> =>
  once.run(handler, payload, context, { late, sentBefore });

function open(): void {
  journal = new Journal({ folder: folder.path, site: 12, clock: { now: () => new Date() }, cloudTime: () => Date.now(), log: noLog });
  once = new AtMostOnce(journal);
}

beforeEach(() => {
  folder = temporaryFolder();
  runs = [];
  begun = 0;
  open();
});

afterEach(() => {
  journal.close();
  folder.remove();
});

describe('an action', () => {
  it('happens once, and a repeat returns its result, after a restart too', async () => {
    expect(await run()).toEqual(printed.result);
    expect(await run()).toEqual(printed.result);
    journal.close();
    open();
    expect(await run()).toEqual(printed.result);
    expect(begun).toBe(1);
    expect(journal.outbox.after(0, 10)).toHaveLength(1);
  });

  it('has its key on disk before it begins', async () => {
    runs = [
      () => {
        expect(journal.loggedAction(payload.job)).toEqual({ result: null });
        return Promise.resolve(printed);
      },
    ];
    await run();
    expect.assertions(1);
  });

  it('is joined by a repeat that comes while it runs', async () => {
    const action = Promise.withResolvers<ActionResult<Print>>();
    runs = [() => action.promise];
    const both = [run(), run()];
    action.resolve(printed);
    expect(await Promise.all(both)).toEqual([printed.result, printed.result]);
    expect(begun).toBe(1);
  });

  it('that was interrupted is not begun again', async () => {
    journal.begin(payload.job);
    expect(await run()).toEqual({ state: 'unknown', reason: 'interrupted' });
    expect(begun).toBe(0);
  });

  it.each([new DeviceUnavailable('away'), new CommandRefused('unknown_device', 'none')])(
    'that provably did not happen may be tried again: %s',
    async (away) => {
      runs = [() => Promise.reject(away)];
      await expect(run()).rejects.toBe(away);
      expect(await run()).toEqual(printed.result);
      expect(begun).toBe(2);
    },
  );

  it('that says so itself may be tried again, and its event is kept', async () => {
    const failed: ActionResult<Print> = { ...printed, result: { state: 'failed', reason: 'no paper' }, undone: true };
    runs = [() => Promise.resolve(failed)];
    expect(await run()).toEqual(failed.result);
    expect(await run()).toEqual(printed.result);
    expect(journal.outbox.after(0, 10)).toHaveLength(2);
  });

  it('that failed unexpectedly keeps its key: the outcome is unknown', async () => {
    runs = [() => Promise.reject(new TypeError('a fault of ours'))];
    await expect(run()).rejects.toThrow(TypeError);
    expect(await run()).toEqual({ state: 'unknown', reason: 'interrupted' });
    expect(begun).toBe(1);
  });
});

it('that may not begin now is answered and stored nowhere', async () => {
  const refusing: OnceHandler<Print> = { ...handler, refused: () => ({ state: 'failed', reason: 'busy' }) };
  expect(await once.run(refusing, payload, context, { late: null, sentBefore: null })).toEqual({ state: 'failed', reason: 'busy' });
  expect(journal.loggedAction(payload.job)).toBeNull();
  expect(await run()).toEqual(printed.result);
});

describe('a command that comes too late', () => {
  it('at the device, after its key was stored, did nothing and may be sent again', async () => {
    runs = [() => Promise.reject(new CommandExpired('It came 900 ms too late'))];
    expect(await run()).toEqual({ state: 'failed', reason: 'It came 900 ms too late' });
    expect(await run()).toEqual(printed.result);
    expect(begun).toBe(2);
  });

  it('is not begun and takes no key', async () => {
    expect(await run('too late')).toEqual({ state: 'failed', reason: 'too late' });
    expect(begun).toBe(0);
    expect(await run()).toEqual(printed.result);
  });

  it('returns its result if it was started in time: otherwise its screen would use a new id and act twice', async () => {
    await run();
    expect(await run('too late')).toEqual(printed.result);
  });
});

describe('a command that was sent before', () => {
  const notKnown = { state: 'unknown', notKnown: true };

  it('is begun where the journal of that time says that it was not', async () => {
    expect(await run(null, { journal: journal.id })).toEqual(printed.result);
  });

  it('is not begun and never will be, where a repeat only asks', async () => {
    const asking: OnceHandler<Print> = { ...handler, repeatOnlyAsks: true };
    const ask = (sentBefore: SentBefore | null) => once.run(asking, payload, context, { late: 'its lease has expired', sentBefore });
    expect(await ask({ journal: journal.id })).toMatchObject({ state: 'failed', reason: 'It didn’t reach the gate' });
    expect(await run()).toMatchObject({ state: 'failed' });
    expect(await ask({ journal: journal.id })).toMatchObject({ state: 'failed' });
    expect(begun).toBe(0);
  });

  it('is not begun after a restart: the journal may be an older copy', async () => {
    const before = journal.id;
    journal.close();
    open();
    expect(await run(null, { journal: before })).toMatchObject(notKnown);
    expect(begun).toBe(0);
  });

  it.each([null, '0192f3a0-0000-7000-8000-000000000000'])('is not begun where another journal had it: %s', async (former) => {
    expect(await run(null, { journal: former })).toMatchObject(notKnown);
    expect(await run('too late', { journal: former })).toMatchObject(notKnown);
    expect(begun).toBe(0);
    expect(await run()).toEqual(printed.result);
  });

  it('returns its result, whatever journal it names', async () => {
    await run();
    expect(await run(null, { journal: null })).toEqual(printed.result);
  });
});

it('waits for what was begun before the journal closes', async () => {
  const action = Promise.withResolvers<ActionResult<Print>>();
  runs = [() => action.promise];
  void run();
  const drained = once.drain();
  action.resolve(printed);
  await drained;
  expect(journal.loggedAction(payload.job)).toEqual({ result: printed.result });
});
