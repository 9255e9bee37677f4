import { describe, expect, it } from 'vitest';
import { durationOf, slowestOf, timelineOf } from './trace-timeline.ts';

const hop = (
  step: 'read' | 'filter' | 'look-up' | 'decision' | 'command' | 'journal' | 'relay' | 'readback' | 'press',
  afterMs: number,
) => ({
  step,
  afterMs,
  device: null,
  detail: step,
});
const read = [hop('read', 0), hop('filter', 240), hop('look-up', 241), hop('decision', 241)];
const states = (trace: Parameters<typeof timelineOf>[0]) => timelineOf(trace).map(({ step, state }) => `${step}: ${state}`);

describe('timelineOf', () => {
  it('gives each step its time since the one before, and marks the slow one', () => {
    const hops = [...read, hop('command', 242), hop('journal', 244), hop('relay', 1_250), hop('readback', 2_000)];
    const steps = timelineOf({ outcome: 'opened', reason: null, hops });
    expect(steps.map(({ tookMs }) => tookMs)).toEqual([0, 240, 1, 0, 1, 2, 1_006, 750]);
    expect(steps.filter(({ state }) => state !== 'done').map(({ step }) => step)).toEqual(['relay']);
    expect(slowestOf({ outcome: 'opened', reason: null, hops })?.step).toBe('relay');
    expect(durationOf({ hops })).toBe(2_000);
  });

  it('marks the step whose sentence is the reason, and lists what was not reached', () => {
    expect(states({ outcome: 'not-opened', reason: 'decision', hops: read })).toEqual([
      'read: done',
      'filter: done',
      'look-up: done',
      'decision: cause',
      'command: not-reached',
      'journal: not-reached',
      'relay: not-reached',
      'readback: not-reached',
    ]);
  });

  it('names the reason by itself after a last step that went well', () => {
    const steps = timelineOf({ outcome: 'not-opened', reason: 'The board doesn’t respond', hops: [hop('command', 0), hop('journal', 1)] });
    expect(steps.map(({ step, state }) => `${step}: ${state}`)).toEqual([
      'command: done',
      'journal: done',
      'null: cause',
      'relay: not-reached',
      'readback: not-reached',
    ]);
    expect(steps[2]).toMatchObject({ detail: 'The board doesn’t respond', afterMs: null });
  });

  it.each(['shown', 'suggested'] as const)('a car that was %s waits for a cashier: nothing is missing', (outcome) => {
    expect(states({ outcome, reason: 'The member is admitted', hops: read })).not.toContain('command: not-reached');
  });
});

it('the wait for a better read of another lane is usual', () => {
  expect(slowestOf({ outcome: 'shown', reason: null, hops: [hop('read', 0), hop('filter', 1_510)] })).toBeNull();
});

it('a trace in its usual time has no slowest step', () => {
  expect(slowestOf({ outcome: 'shown', reason: null, hops: read })).toBeNull();
});
