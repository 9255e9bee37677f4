import { expect, it, vi } from 'vitest';
import { until } from '@washdesk/test-support/until';
import { WriteDeadline } from '../ports/write-deadline.ts';
import type { RelayBoard } from './relay-board.ts';
import { Relay } from './relay.ts';

it('closes only after an OFF that is being written, and opens again at the end of its own pulse', async () => {
  const off = Promise.withResolvers<void>();
  const switchOn = vi.fn<RelayBoard['switchOn']>().mockResolvedValue();
  const switchOff = vi.fn<RelayBoard['switchOff']>().mockReturnValueOnce(off.promise).mockResolvedValue();
  const board: RelayBoard = {
    ended: new AbortController().signal,
    read: () => Promise.resolve({ relay: false }),
    switchOn,
    switchOff,
    pulse: () => Promise.resolve(),
    close: () => undefined,
  };
  const relay = new Relay({ timedPulse: false, mode: 'pulse', pulseMs: 20, maxHoldMs: 1_000 });

  const released = relay.release(board, 'longest-time');
  const energised = relay.energise(board, { relay: false }, WriteDeadline.none);
  await Promise.resolve();
  expect(switchOn).not.toHaveBeenCalled();

  off.resolve();
  await released;
  expect(await energised).toBe('acknowledged');
  expect(relay.waitsForRelease).toBe(true);
  await until('the pulse ends', () => (relay.waitsForRelease ? null : true));
  expect(switchOff).toHaveBeenCalledTimes(2);
});
