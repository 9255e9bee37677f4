import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { readyLineOf, startWithReadyLine } from '@washdesk/local-servers/processes/program';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { defaultTagFormat } from '@washdesk/rules/codes/tags';
import { llrpReader } from '@washdesk/site-agent/drivers/llrp-reader/definition';
import { Rfid } from '@washdesk/site-agent/features/lane/rfid/rfid';
import { sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { isFlat, resourceUse } from '../resource-use.ts';

const { perSecond, seconds, percent } = sizeOf('tagReaders');
const longMs = scaledTimeout((seconds * 2 + 120) * 1_000);
/** Filter and statistics are full after this. */
const warmUpMs = 5_000;

const running: { stop(): unknown }[] = [];

afterEach(async () => {
  for (const part of running.splice(0).toReversed()) await part.stop();
});

/** A simulated reader in a process of its own, so that only the agent's work is measured here. */
async function startDevice() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-tags-'));
  running.push({ stop: () => rmSync(folder, { recursive: true, force: true }) });
  const program = await startWithReadyLine({ name: 'llrp', folder, script: 'tests/simulators/main.ts', args: ['llrp'] });
  running.push(program);
  const { port, control } = readyLineOf(program) as { port: number; control: number };
  const post = (what: string, body: object) => fetch(`http://127.0.0.1:${control}/${what}`, { method: 'POST', body: JSON.stringify(body) });
  return { port, post };
}

it.each([
  ['of standing cars', { isDistinct: false, noise: false }],
  ['of another tag each', { isDistinct: true, noise: false }],
  ['amid messages that cannot be read', { isDistinct: false, noise: true }],
])(
  `${perSecond} reads a second for ${seconds} s %s: under ${percent} % of a core, and no more memory`,
  async (_, { isDistinct, noise }) => {
    const device = await startDevice();
    const antennas = { '1': 1, '2': 1, '3': 2, '4': 2 };
    const address = { driver: 'llrp-reader', host: '127.0.0.1', port: device.port };
    const config = llrpReader.config.parse({ id: 'lanes', name: 'Lanes', antennas, ...address });
    const reader = await llrpReader.create(config);
    const counts = { reads: 0, decided: 0 };
    const events = { publish: () => (counts.decided += 1) };
    const rfid = new Rfid({ readers: [config], format: defaultTagFormat, events, onIgnored: () => undefined });
    reader.onRead((read) => {
      counts.reads += 1;
      rfid.read(read);
    });
    running.push(reader, rfid);
    reader.start();
    await until('the reader is ready', () => reader.health().status === 'ready' || null);

    await device.post('behaviour', { noise });
    await device.post('traffic', { perSecond, isDistinct });
    await sleep(warmUpMs);
    const before = { ...(await resourceUse()), reads: counts.reads, cpu: process.cpuUsage(), at: performance.now() };
    await sleep(seconds * 1_000);
    const elapsedMs = performance.now() - before.at;
    const { user, system } = process.cpuUsage(before.cpu);
    const reads = counts.reads - before.reads;
    const after = await resourceUse();

    const share = (user + system) / 10 / elapsedMs;
    const growth = { heap: after.heap - before.heap, descriptors: after.descriptors - before.descriptors };
    const rate = Math.round(reads / (elapsedMs / 1_000));
    console.log(`${rate} reads/s, ${counts.decided} tags: ${share.toFixed(1)} % of a core, heap ${growth.heap} bytes more`);
    expect(rate).toBeGreaterThan(perSecond * 0.9);
    expect(share).toBeLessThan(percent);
    expect(isFlat(growth)).toBe(true);
  },
  longMs,
);
