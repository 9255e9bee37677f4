import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { EventDraft } from '../../../ports/commands.ts';
import type { IgnoredTag } from '../../../ports/tag-reader.ts';
import { noLog } from '../../../testing/support.ts';
import { LaneTraces } from './lane-traces.ts';

const tag = (n: number): IgnoredTag => ({
  lane: 1,
  reader: 'reader',
  antenna: 1,
  tag: `TAG${n}`,
  reads: 1,
  strong: 1,
  rssi: -50,
  tiedLanes: [],
  at: performance.now(),
});

function traced() {
  const writes: string[][] = [];
  const record = (...events: readonly EventDraft[]) => void writes.push(events.map(({ payload }) => (payload as { code: string }).code));
  const clock = { now: () => new Date('2026-11-27T12:00:00Z') };
  return { writes, traces: new LaneTraces({ gates: new Map(), autoOpen: new Set(), journal: { record }, clock, log: noLog }) };
}

it('a storm of tags is stored some at a time, so that other work comes between, and each tag is', async () => {
  const { writes, traces } = traced();
  const tags = Array.from({ length: 250 }, (_, n) => tag(n));
  for (const one of tags) traces.ignored(one);
  const turns: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await nextTurn();
    turns.push(writes.length);
  }
  expect(turns).toEqual([1, 2, 3, 3]);
  expect(writes.map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(writes.flat()).toEqual(tags.map((one) => one.tag));
});

it('what has ended is stored when the agent stops', async () => {
  const { writes, traces } = traced();
  for (let n = 0; n < 150; n += 1) traces.ignored(tag(n));
  traces.stop();
  expect(writes.flat()).toHaveLength(150);
  await nextTurn();
  expect(writes.flat()).toHaveLength(150);
});
