import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRfidSimulator, type RfidSimulator } from '@washdesk/simulators/rfid/rfid-simulator';
import { seededRandom } from '@washdesk/simulators/seeded-random';
import { createTestSite, open, site, startTestEnvironment, type TestEnvironment, type TestSite } from '@washdesk/site-agent/testing/site';
import { eventually } from '@washdesk/site-agent/testing/support';
import { gateOpenExpiryMs } from '@washdesk/site-protocol/timing';
import { eventTopic } from '@washdesk/site-protocol/topics';
import { seed, sizeOf } from '@washdesk/test-support/sizes';

const { stops } = sizeOf('outsiders');
/** Longer than an opening is valid. */
const stoppedMs = 3_000;
/** On a slow board an opening takes this long: two reads and a write. The stop falls anywhere in it, and before and after. */
const slowBoard = { lateAnswerMs: 100, opensAfterMs: 0, closesAfterMs: 300 };
const openingMs = 500;

let around: TestEnvironment;
let joliet: TestSite;
/** A reader whose lines have no time. */
let reader: RfidSimulator;
beforeAll(async () => {
  around = await startTestEnvironment();
  reader = await startRfidSimulator();
  const lines = { id: 'lines', name: 'Lines', driver: 'line-text-reader', format: 'encompass', antennas: { '0': 1 } } as const;
  joliet = await createTestSite(around, { devices: [{ ...lines, host: '127.0.0.1', port: reader.port }] });
  await joliet.gate.behave(slowBoard);
  await joliet.startAgent();
});
afterAll(async () => {
  await joliet.stop();
  await reader.stop();
  await around.stop();
});

const onWrites = (): number[] =>
  joliet.gate
    .state()
    .gates[0]!.log.filter(({ event }) => event === 'write on' || event === 'write timed pulse')
    .map(({ at }) => at);

/** Presses, stops the agent after that time, and lets it go on when the press has expired. */
async function pressAndStop(afterMs: number): Promise<{ result: string; lateWrites: number }> {
  await eventually(() => !joliet.gate.state().gates[0]!.gateOpen);
  const before = onWrites().length;
  const [id, lease] = [randomUUID(), await joliet.cloud.freshLease()];
  const exp = Date.now() + gateOpenExpiryMs;
  void joliet.cloud.send('north', 'open', open, { id, lease, exp });
  await sleep(afterMs);
  process.kill(joliet.agent.pid, 'SIGSTOP');
  await sleep(stoppedMs);
  process.kill(joliet.agent.pid, 'SIGCONT');
  const reply = await joliet.cloud.replyTo(id);
  // asking under the same id waits for the end of the opening, and opens nothing
  await joliet.cloud.command('north', 'open', open, { id, sentBefore: { journal: await joliet.cloud.journal() } });
  const written = onWrites().slice(before);
  const result = reply.ok ? (reply.result as { result: string }).result : reply.code;
  // one opening writes once, and one that expired never
  expect(written.length).toBeLessThanOrEqual(result === 'expired' ? 0 : 1);
  return { result, lateWrites: written.filter((at) => at > exp).length };
}

it(`writes no coil after a press has expired, though its agent was stopped in the middle (${stops} times)`, async () => {
  const random = seededRandom(seed);
  const ends: Record<string, number> = {};
  let late = 0;
  for (let stop = 0; stop < stops; stop += 1) {
    const { result, lateWrites } = await pressAndStop(Math.round(random() * openingMs));
    ends[result] = (ends[result] ?? 0) + 1;
    late += lateWrites;
  }
  console.log(`seed ${seed}: ${stops} stops ended as ${JSON.stringify(ends)}, ${late} late writes`);
  expect(late).toBe(0);
});

it('reports no tag that a reader sent while its agent was stopped: the car may have left', async () => {
  await eventually(() => reader.state().connections === 1);
  const isTag = ({ topic }: { topic: string }): boolean => topic === eventTopic(site, 'tag', 'lines');
  process.kill(joliet.agent.pid, 'SIGSTOP');
  await reader.tag({ tag: 'E2000019ABCDEF1234567890', antenna: 0 });
  await sleep(stoppedMs);
  process.kill(joliet.agent.pid, 'SIGCONT');
  // the ping passes the agent after the reads that waited
  await joliet.cloud.command('agent', 'ping', {});
  await sleep(1_000);
  expect(joliet.cloud.heard.filter(isTag)).toEqual([]);
  // a car that stands there now is read again
  await reader.tag({ tag: 'E2000019ABCDEF1234567890', antenna: 0 });
  await joliet.cloud.until(isTag);
});
