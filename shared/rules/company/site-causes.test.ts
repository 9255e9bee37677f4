import { describe, expect, it } from 'vitest';
import { levelOf } from './site-attention.ts';
import { siteCauses, type AttentionFacts } from './site-causes.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const since = '2026-11-21T11:50:00.000Z';
const fine: AttentionFacts = {
  state: 'online',
  since,
  problems: [],
  devices: [{ id: 'north', kind: 'gate', name: 'North gate', health: 'online', reason: null, fault: null, since }],
  roundTripMs: 40,
  leasesPercent: 100,
  oldestWaiting: null,
  now,
};
const causesOf = (more: Partial<AttentionFacts>) => siteCauses({ ...fine, ...more });
const gate = (more: object) => [{ id: 'north', kind: 'gate', name: 'North gate', health: 'online', reason: null, since, ...more }];

describe('what is wrong at a site', () => {
  it('is nothing while all works', () => {
    expect([causesOf({}), levelOf(causesOf({}))]).toEqual([[], 'go']);
  });

  it('is only the agent while that is not connected', () => {
    const devices = gate({ health: 'offline', reason: 'no power', fault: 'no power' });
    for (const state of ['offline', 'silent'] as const)
      expect(causesOf({ state, devices })).toMatchObject([{ source: 'agent', level: 'stop', since }]);
    for (const state of ['never', 'revoked', 'unknown'] as const) expect(levelOf(causesOf({ state }))).toBe('neutral');
  });

  it('is a device’s own fault, and the site’s problem at a gate once', () => {
    const problems = [{ code: 'clock', sentence: 'The clock is 4 min fast' }];
    expect(causesOf({ problems, devices: gate({ health: 'degraded', reason: 'The clock is 4 min fast', fault: null }) })).toEqual([
      {
        source: 'agent',
        level: 'wait',
        sentence: 'The clock is 4 min fast',
        step: 'Turn on automatic time (NTP) on the site’s computer.',
        since: null,
      },
    ]);
    const stuck = gate({ health: 'offline', reason: 'it refuses connections. The clock is 4 min fast', fault: 'it refuses connections' });
    expect(causesOf({ problems, devices: stuck }).map(({ level, sentence }) => [level, sentence])).toEqual([
      ['stop', 'North gate: it refuses connections'],
      ['wait', 'The clock is 4 min fast'],
    ]);
  });

  it('is the reason of a device of an agent that reports no fault', () => {
    expect(causesOf({ devices: gate({ health: 'degraded', reason: 'out of paper' }) })[0]?.sentence).toBe('North gate: out of paper');
  });

  it('is a line that is slow, loses messages or does not empty the journal', () => {
    const oldestWaiting = '2026-11-21T11:54:00.000Z';
    expect(causesOf({ roundTripMs: 1_001, leasesPercent: 79, oldestWaiting }).map(({ source }) => source)).toEqual([
      'line',
      'line',
      'line',
    ]);
    expect(causesOf({ roundTripMs: 1_000, leasesPercent: 80, oldestWaiting: '2026-11-21T11:55:00.000Z' })).toEqual([]);
  });
});
