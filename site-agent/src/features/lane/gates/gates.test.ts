import { beforeEach, describe, expect, it, vi } from 'vitest';
import { commands } from '@washdesk/site-protocol/commands';
import { durableEvents } from '@washdesk/site-protocol/events';
import type { ActionResult, CommandContext, CommandTable } from '../../../ports/commands.ts';
import { DeviceUnavailable } from '../../../ports/device.ts';
import type { GateDriver, GateState, PulseResult } from '../../../ports/gate-driver.ts';
import type { SiteEvent } from '../../../ports/site-events.ts';
import { WriteDeadline } from '../../../ports/write-deadline.ts';
import { gateCommands } from './gates.ts';

const clock = { now: () => new Date('2026-11-21T12:00:00.000Z') };
const command = '0192f3a0-0000-7000-8000-000000000000';
const payload = { employee: 3242, reason: null };

let published: SiteEvent[];
let gate: CommandTable['gate.open'];
let status: CommandTable['gate.status'];
let pulse: ReturnType<typeof vi.fn<GateDriver['pulse']>>;
const state: GateState = { relay: false, gateOpen: true };
let report: (state: GateState) => void;

function testDriver(): GateDriver {
  return {
    start: () => undefined,
    stop: () => Promise.resolve(),
    pulse: (...args) => pulse(...args),
    read: () => Promise.resolve(state),
    readToOpen: () => Promise.resolve(state),
    onState: (listener) => {
      report = listener;
      return () => undefined;
    },
    health: () => ({ status: 'ready' }),
    onHealth: () => () => undefined,
  };
}

const context = (device = 'north'): CommandContext => ({
  id: command,
  device,
  deadline: WriteDeadline.none,
  signal: new AbortController().signal,
});
/** Opens as the dispatcher does: what is refused does not run. */
async function open(): Promise<ActionResult<'gate.open'>> {
  const refused = gate.refused?.(payload, context());
  return refused ? { result: refused } : gate.prepare(payload, context())();
}
const result = async (): Promise<unknown> => (await open()).result.result;

function setUp(cooldownMs = 3_000): void {
  published = [];
  pulse = vi.fn<GateDriver['pulse']>().mockResolvedValue({ result: 'opened', evidence: 'gate-input' });
  const gates = [{ id: 'north', driver: testDriver(), opensWithoutJournal: true, cooldownMs, maxPerHour: 240 }];
  ({ 'gate.open': gate, 'gate.status': status } = gateCommands({ gates, clock, events: { publish: (event) => published.push(event) } }));
}

beforeEach(() => setUp());

describe('opening a gate', () => {
  it('answers and tells what came of it', async () => {
    const action = await open();
    expect(commands['gate.open'].reply.parse(action.result)).toEqual({
      result: 'opened',
      reason: null,
      repeated: false,
      at: '2026-11-21T12:00:00.000Z',
    });
    expect(action.event).toEqual({
      kind: 'gate-result',
      source: 'north',
      payload: expect.objectContaining({ command, gate: 'north', employee: 3242 }),
    });
    expect(durableEvents['gate-result'].parse(action.event?.payload)).toMatchObject({ result: 'opened' });
  });

  it.each<[PulseResult, string, RegExp]>([
    [{ result: 'opened', evidence: 'already-open' }, 'opened', /already open/],
    [{ result: 'unconfirmed', reason: 'gate-did-not-open' }, 'unconfirmed', /wasn’t seen opening/],
    [{ result: 'unconfirmed', reason: 'write-unanswered' }, 'unconfirmed', /didn’t respond/],
    [{ result: 'unconfirmed', reason: 'relay-did-not-close' }, 'unconfirmed', /wasn’t seen closing/],
    [{ result: 'unconfirmed', reason: 'write-answered-wrongly' }, 'unconfirmed', /unexpected response/],
    [{ result: 'unconfirmed', reason: 'request-held' }, 'unconfirmed', /wash is in use/],
    [{ result: 'interlocked', reason: 'merge-occupied' }, 'interlocked', /loop/],
  ])('says what the driver found: %o', async (found, word, reason) => {
    pulse.mockResolvedValue(found);
    expect((await open()).result).toMatchObject({ result: word, reason: expect.stringMatching(reason) });
  });

  it('reports of a relay without a readback that it cannot report more', async () => {
    pulse.mockResolvedValue({ result: 'unconfirmed', reason: 'no-readback' });
    const { result: answer } = await open();
    expect(commands['gate.open'].reply.parse(answer)).toMatchObject({
      result: 'unconfirmed',
      reason: 'The relay was switched on; it can’t report more',
      noReadback: true,
    });
    expect(await result()).toBe('rejected');
  });

  it('reports of a held request that the gate opens later', async () => {
    pulse.mockResolvedValue({ result: 'unconfirmed', reason: 'request-held' });
    const { result: answer } = await open();
    expect(commands['gate.open'].reply.parse(answer)).toMatchObject({ result: 'unconfirmed', held: true });
    expect(answer).not.toHaveProperty('noReadback');
  });

  it('publishes the end of a held request with its command', async () => {
    const end = { reason: 'wash-free', heldMs: 12_300, gateOpened: true } as const;
    pulse.mockImplementation(async (_deadline, _mark, _reading, onHeldEnd) => {
      onHeldEnd?.(end);
      return { result: 'unconfirmed', reason: 'request-held' };
    });
    await open();
    expect(published).toEqual([{ kind: 'held-end', source: 'north', payload: { command, ...end } }]);
  });

  it('rejects a second opening too soon after a pulse, certain or not', async () => {
    pulse.mockResolvedValueOnce({ result: 'unconfirmed', reason: 'write-unanswered' });
    expect(await result()).toBe('unconfirmed');
    expect(await result()).toBe('rejected');
    expect(pulse).toHaveBeenCalledTimes(1);
  });

  it.each<PulseResult>([
    { result: 'opened', evidence: 'already-open' },
    { result: 'interlocked', reason: 'merge-occupied' },
  ])('does not cool down after nothing was written: %o', async (found) => {
    pulse.mockResolvedValueOnce(found);
    await open();
    expect(await result()).toBe('opened');
  });

  it('rejects a second opening while the first is under way: queued, it would come late', async () => {
    setUp(0);
    const slow = Promise.withResolvers<PulseResult>();
    pulse.mockReturnValueOnce(slow.promise);
    const first = result();
    expect(await result()).toBe('rejected');
    slow.resolve({ result: 'opened', evidence: 'relay' });
    expect(await first).toBe('opened');
    expect(await result()).toBe('opened');
  });

  it.each([
    ['a reading of the time when the id is stored', 20, state],
    ['no reading from before a slow disk', 101, undefined],
  ])('gives the driver %s', async (_name, storedMs, expected) => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const action = gate.prepare(payload, context());
    now.mockReturnValue(storedMs);
    await action();
    now.mockRestore();
    expect(await pulse.mock.calls[0]?.[2]).toEqual(expected);
  });

  it('passes on that the device was offline, and may be asked again at once', async () => {
    pulse.mockRejectedValueOnce(new DeviceUnavailable('no answer'));
    await expect(open()).rejects.toThrow(DeviceUnavailable);
    expect(await result()).toBe('opened');
  });

  it('says that a late command was, and asks no driver', () => {
    expect(gate.expired(payload, context(), 'Its lease has expired')).toMatchObject({
      result: { result: 'expired', reason: 'Its lease has expired' },
      event: { kind: 'gate-result', payload: { result: 'expired' } },
    });
    expect(pulse).not.toHaveBeenCalled();
  });

  it('answers a repeat with the stored result, or that the outcome is unknown', () => {
    const stored = { result: 'opened', reason: null, repeated: false, at: '2026-11-21T11:00:00.000Z' } as const;
    expect(gate.repeated(stored)).toEqual({ ...stored, repeated: true });
    expect(commands['gate.open'].reply.parse(gate.repeated(null))).toMatchObject({ result: 'duplicate', repeated: true });
  });
});

describe('looking at a gate', () => {
  it('tells inputs that are not wired as null', async () => {
    expect(await status({}, context())).toEqual({ relay: false, gateOpen: true, presence: null, merge: null });
  });

  it('tells every change live', () => {
    report({ relay: true, presence: true });
    expect(published).toEqual([
      { kind: 'gate', source: 'north', payload: { gate: 'north', relay: true, gateOpen: null, presence: true, merge: null } },
    ]);
  });

  it('refuses a gate that it does not have', () => {
    expect(() => gate.prepare(payload, context('east'))).toThrow("no gate 'east'");
  });
});
