import { expect, it, onTestFinished, vi } from 'vitest';
import { until } from '@washdesk/test-support/until';
import type { GateState } from '../ports/gate-driver.ts';
import { WriteDeadline } from '../ports/write-deadline.ts';
import type { RelayBoard } from './relay-board.ts';
import { RelayGate } from './relay-gate.ts';

/** Starts a gate at a board that counts how its relay is read. After its first reading the gate watches no more during a test. */
async function startGate(hasGateOpenInput: boolean) {
  const read = vi.fn<RelayBoard['read']>().mockResolvedValue({ relay: false, gateOpen: false });
  const board: RelayBoard = {
    ended: new AbortController().signal,
    read,
    switchOn: () => Promise.resolve(),
    switchOff: () => Promise.resolve(),
    pulse: () => Promise.resolve(),
    close: () => undefined,
  };
  const gate = new RelayGate({
    hasGateOpenInput,
    timedPulse: true,
    mode: 'pulse',
    pulseMs: 100,
    maxHoldMs: 1_000,
    confirmMs: 0,
    watchMs: 3_600_000,
    confirmingMs: 1,
    connect: () => Promise.resolve(board),
  });
  gate.start();
  onTestFinished(() => gate.stop());
  await until('the gate is ready', () => (gate.health().status === 'ready' ? true : null));
  read.mockClear();
  return { gate, read };
}

const state = (relay: boolean): GateState => ({ relay, gateOpen: false });

it('reads only the inputs before an opening if the relay was just seen off', async () => {
  const { gate, read } = await startGate(true);
  await gate.readToOpen();
  expect(read.mock.calls).toEqual([[false]]);
});

it('reads the relay too when it was seen off too long ago', async () => {
  const { gate, read } = await startGate(true);
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 501);
  await gate.readToOpen();
  now.mockRestore();
  expect(read.mock.calls).toEqual([[undefined]]);
});

it('reads the relay too after it was seen on, and after an order until it is seen off', async () => {
  const { gate, read } = await startGate(true);
  read.mockResolvedValueOnce(state(true));
  await gate.read();
  await gate.readToOpen();
  expect(read.mock.calls.at(-1)).toEqual([undefined]);

  read.mockResolvedValue(state(true));
  await gate.pulse(WriteDeadline.none, undefined, Promise.resolve(state(false)));
  await gate.readToOpen();
  expect(read.mock.calls.at(-1)).toEqual([undefined]);
});

it('takes no reading of before an order for one of after it', async () => {
  const { gate, read } = await startGate(true);
  const slow = Promise.withResolvers<GateState>();
  read.mockReturnValueOnce(slow.promise).mockResolvedValue(state(true));
  const watching = gate.read();
  await gate.pulse(WriteDeadline.none, undefined, Promise.resolve(state(false)));
  slow.resolve(state(false));
  await watching;
  await gate.readToOpen();
  expect(read.mock.calls.at(-1)).toEqual([undefined]);
});

it('always reads the relay of a gate without an input, because it is the proof of the opening', async () => {
  const { gate, read } = await startGate(false);
  await gate.readToOpen();
  expect(read.mock.calls).toEqual([[undefined]]);
});
