import { beforeEach, describe, expect, it } from 'vitest';
import { openLog } from '../../../http/log.ts';
import { LiveHub } from '../../../live/live-hub.ts';
import type { LiveGrant } from '../../../live/live-source.ts';
import { LiveGates, type FetchGateState } from './live-gates.ts';

const grant: LiveGrant = { topic: 'gate', site: 12, filter: {}, session: 'session-1' };
const at = '2026-11-21T12:00:00.000Z';

let live: LiveHub;
let gates: LiveGates;
let asked: string[];
let now: Awaited<ReturnType<FetchGateState>>;
beforeEach(() => {
  asked = [];
  now = null;
  live = new LiveHub(openLog('silent'));
  gates = new LiveGates(live, async (site, host) => {
    asked.push(`${site}/${host}`);
    return now;
  });
  live.register([gates]);
});

async function listen(more: Partial<LiveGrant> = {}) {
  const heard: { type: string }[] = [];
  live.join({ grant: { ...grant, ...more }, send: (message) => heard.push(message), close: () => undefined });
  await new Promise(setImmediate);
  return { heard, types: () => heard.map(({ type }) => type) };
}
const gate = (site: number, host: string, relay = true): void =>
  gates.reported({ kind: 'gate', site, at, payload: { gate: host, relay, gateOpen: null, presence: null, merge: null } });

describe('who listens', () => {
  it("learns its gates' last states when it comes, of no other site, not even one that begins alike", async () => {
    gate(12, 'north', true);
    gate(12, 'north', false);
    gate(12, 'south');
    gate(1, '2/north');
    expect((await listen({ filter: { host: 'north' } })).heard.slice(1)).toMatchObject([{ host: 'north', relay: false }]);
    expect((await listen()).heard).toHaveLength(3);
    expect((await listen({ site: 1 })).heard).toHaveLength(2);
  });

  it('asks only the gate of unknown state, and all its listeners get the answer', async () => {
    now = { relay: false, gateOpen: true, presence: null, merge: null, at };
    const [all, one] = [await listen(), await listen({ filter: { host: 'north' } })];
    expect(asked).toEqual(['12/north']);
    expect([all.types(), one.types()]).toEqual([
      ['ready', 'gate'],
      ['ready', 'gate'],
    ]);
    await listen({ filter: { host: 'north' } });
    expect(asked).toEqual(['12/north']);
  });

  it('keeps waiting while the gate’s state is unknown', async () => {
    const one = await listen({ filter: { host: 'north' } });
    expect(one.types()).toEqual(['ready']);
    gate(12, 'north');
    expect(one.types()).toEqual(['ready', 'gate']);
  });
});
