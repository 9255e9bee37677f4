import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimPortBlock } from '@washdesk/local-servers/port-block';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { seededRandom } from '@washdesk/simulators/seeded-random';
import { gateOpenExpiryMs, leaseValidityMs } from '@washdesk/site-protocol/timing';
import { seed, sizeOf } from '@washdesk/test-support/sizes';
import { startTcpProxy, type TcpProxy } from '@washdesk/test-support/tcp-proxy';
import { until } from '@washdesk/test-support/until';
import { startWorkbench, type Workbench } from '@washdesk/workbench/workbench';
import { withGateSettings } from '../../workbench/gate-settings.ts';
import { openRegister, type Register } from '../../workbench/register.ts';
import { cloudHasLine, BrokerRecorder, foreignKey } from './broker-recorder.ts';
import { check, isAnsweredInTime, press, type GatePress } from './gate-cashier.ts';
import { waitForGatesAtRest, setGateBehaviour, gateStatesAt, gates, countOnWrites } from './gate-watch.ts';

const [joliet, merrillville] = [12, 27];
const sites = [joliet, merrillville];
const size = sizeOf('lateGate');
/** An agent is killed within this time while its gate is moving, so that it cannot have replied yet. */
const killedWithinMs = 400;
/** Two reads precede the write: on this board they take 200 ms, so a crash falls before the relay closes as well as after. */
const slowBoard = { lateAnswerMs: 100 };

let folder: string;
let proxy: TcpProxy;
let workbench: Workbench;
let line: BrokerRecorder;
let registers: Map<number, Register>;
/** A lease from the beginning, invalid after 5 s. */
let stale: string;
let staleSince: number;

/** cloud-api reaches the broker through a proxy of the test. Gates have no cooldown, which would hide a late opening. */
async function startCompany(): Promise<Workbench> {
  const ports = await claimPortBlock(folder);
  proxy = await startTcpProxy(ports.port('broker'));
  ports.release();
  return startWorkbench({
    folder,
    fresh: true,
    overrides: {
      cloud: { WASHDESK_BROKER_URL: `mqtt://127.0.0.1:${proxy.port}` },
      agent: withGateSettings({ cooldownMs: 0, maxPerHour: 10_000 }),
    },
    log: () => undefined,
  });
}

const at = (site: number): Register => registers.get(site)!;
const exp = (): number => Date.now() + gateOpenExpiryMs;

/** Resolves when the cloud is connected and receives the sites: before that nothing can arrive. */
async function lineIsBack(): Promise<void> {
  await cloudHasLine(workbench);
  await Promise.all(sites.map((site) => line.freshLease(site)));
}

/** Returns the ON writes at all gates during a time in which none may happen. */
async function onWritesWhileWatched(): Promise<unknown> {
  await pause(size.watchedMs);
  return Promise.all(sites.map((site) => countOnWrites(workbench, site)));
}

const onWritesNow = () => Promise.all(sites.map((site) => countOnWrites(workbench, site)));

/** Presses both gates and kills the agent after that time: while it reads, closes the relay, or waits for the gate to open. */
async function expectAtMostOnePulse(afterMs: number): Promise<void> {
  const register = at(merrillville);
  const agent = workbench.service(`agent-${merrillville}`);
  await waitForGatesAtRest(workbench, [merrillville]);
  await line.freshLease(merrillville);
  const before = await countOnWrites(workbench, merrillville);
  const pressed = gates.map((gate) => ({ gate, ...press(register, gate) }));
  await Promise.all(pressed.map(({ id }) => line.command(id)));
  await pause(afterMs);
  await agent.kill();
  // after the board's response, the agent's last write is executed
  await gateStatesAt(workbench, merrillville);
  const atCrash = await countOnWrites(workbench, merrillville);
  await agent.start();
  const answers = await Promise.all(pressed.map(({ done }) => done));
  expect(answers.filter((one) => !isAnsweredInTime(one))).toEqual([]);
  expect(answers.map(({ answer }) => answer.result)).toEqual(['unknown', 'unknown']);

  await until('the coils are let go', async () => ((await gateStatesAt(workbench, merrillville)).some(({ coil }) => coil) ? null : true));
  await line.freshLease(merrillville);
  await pause(size.watchedMs);
  expect(await countOnWrites(workbench, merrillville)).toEqual(atCrash);

  const checks = await Promise.all(pressed.map(({ gate, id }) => check(register, gate, id)));
  const inAll = await countOnWrites(workbench, merrillville);
  const told = gates.map((gate, place) => `${gate} ${atCrash[gate] - before[gate]} pulse, Check says ${checks[place]?.result}`);
  console.log(`seed ${seed}: killed after ${afterMs} ms: ${told.join('; ')}`);
  for (const gate of gates) expect(inAll[gate] - before[gate]).toBeLessThanOrEqual(1);
  // an id whose outcome is in the journal gets it; of any other the restarted agent does not know whether it opened
  expect(inAll).toEqual(atCrash);
  expect(checks.map(({ result }) => result)).not.toContain('expired');
}

/**
 * Returns the bytes of a write-ahead log that SQLite reads, as it reports for a copy. Later bytes belong to an earlier round, so damage
 * there has no effect. The salt alone does not show the end, because a log whose first frame was damaged continues under the same salt.
 */
function lengthInUse(journal: string, pageSize: number): number {
  const copy = mkdtempSync(join(tmpdir(), 'washdesk-log-'));
  for (const name of ['journal.db', 'journal.db-wal']) copyFileSync(join(journal, name), join(copy, name));
  const database = new DatabaseSync(join(copy, 'journal.db'));
  const frames = Number(database.prepare('PRAGMA wal_checkpoint').get()?.['log']);
  database.close();
  rmSync(copy, { recursive: true });
  return 32 + frames * (24 + pageSize);
}

/** Kills the agent after the relay's ON, damages a part of its journal that is in use, and presses Check. */
async function expectOnceDespiteDamage(part: number): Promise<void> {
  const register = at(merrillville);
  const agent = workbench.service(`agent-${merrillville}`);
  await waitForGatesAtRest(workbench, [merrillville]);
  await line.freshLease(merrillville);
  const before = (await countOnWrites(workbench, merrillville)).north;
  const pressed = press(register, 'north');
  await until('the relay is switched on', async () => ((await countOnWrites(workbench, merrillville)).north > before ? true : null));
  await agent.kill();
  const journal = join(folder, `agent-${merrillville}`, 'journal');
  const log = join(journal, 'journal.db-wal');
  const bytes = readFileSync(log);
  // a log just checkpointed into the file has nothing to damage
  if (bytes.length === 0) {
    await pressed.done;
    await agent.start();
    return expectOnceDespiteDamage(part);
  }
  const place = Math.floor(lengthInUse(journal, bytes.readUInt32BE(8)) * part);
  bytes.fill(0xa5, place, place + 64);
  writeFileSync(log, bytes);
  await pressed.done;
  await agent.start();
  await line.freshLease(merrillville);
  await until('the damage is named', () => (line.problems(merrillville).includes('journal') ? true : null));
  await waitForGatesAtRest(workbench, [merrillville]);
  const { result } = await check(register, 'north', pressed.id);
  console.log(`journal damaged at ${part}: Check returned ${result}`);
  expect(result).toBe('duplicate');
  expect((await countOnWrites(workbench, merrillville)).north).toBe(before + 1);
}

/** Sets the clock error of an agent's computer, from its next start on; 0 is correct. */
function setComputerClock(wrongMs: number): void {
  writeFileSync(join(folder, 'computer-clock'), String(wrongMs));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'washdesk-late-gate-'));
  workbench = await startCompany();
  line = await BrokerRecorder.open(workbench);
  registers = new Map(await Promise.all(sites.map(async (site) => [site, await openRegister(workbench, site)] as const)));
  await Promise.all(sites.map((site) => setGateBehaviour(workbench, site, { closesAfterMs: 900 })));
  await lineIsBack();
  stale = await line.lease(joliet);
  staleSince = performance.now();
});

afterAll(async () => {
  await line.close();
  await workbench.stop();
  await proxy.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => waitForGatesAtRest(workbench, sites));

describe('a gate opens once, in time or not at all', () => {
  it('opens for a press, and not again for the same id', async () => {
    const before = await countOnWrites(workbench, joliet);
    const pressed = await press(at(joliet), 'north').done;
    expect(pressed.answer).toMatchObject({ result: 'opened', repeated: false });
    await waitForGatesAtRest(workbench, sites);
    const again = await press(at(joliet), 'north', pressed.id).done;
    expect(again.answer).toMatchObject({ result: 'opened', repeated: true });
    expect(await countOnWrites(workbench, joliet)).toEqual({ ...before, north: before.north + 1 });
  });

  it('stays closed when the line held the command back and lets it go later', async () => {
    const before = await onWritesNow();
    proxy.hold();
    const pressed = sites.flatMap((site) => gates.map((gate) => ({ site, gate, ...press(at(site), gate) })));
    const [answers] = await Promise.all([Promise.all(pressed.map(({ done }) => done)), pause(size.frozenMs)]);
    expect(answers.map(({ answer }) => answer.result)).toEqual(pressed.map(() => 'unknown'));
    expect(answers.filter((one) => !isAnsweredInTime(one))).toEqual([]);

    proxy.restore();
    const replies = await Promise.all(pressed.map(({ id }) => line.gateReply(id)));
    expect(replies).toEqual(pressed.map(() => expect.objectContaining({ result: 'expired', repeated: false })));
    expect(await onWritesWhileWatched()).toEqual(before);

    // Check opens nothing; a press of its own does
    const late = pressed.find(({ site, gate }) => site === joliet && gate === 'south')!;
    expect(await check(at(joliet), 'south', late.id)).toMatchObject({ result: 'expired' });
    expect(await onWritesNow()).toEqual(before);
    const anew = await press(at(joliet), 'south').done;
    expect(anew.answer).toMatchObject({ result: 'opened', repeated: false });
    const [north, south] = before;
    expect(await onWritesNow()).toEqual([{ ...north, south: north!.south + 1 }, south]);
  });

  it('neither loses nor repeats a command when the line breaks right before or right after it', async () => {
    const [north, south] = [await countOnWrites(workbench, joliet), await countOnWrites(workbench, merrillville)];
    const after = press(at(merrillville), 'south');
    await line.command(after.id);
    const cut = proxy.cutBefore('cmd/north/open');
    const before = press(at(joliet), 'north');
    await cut;
    const without = press(at(merrillville), 'north');
    const answers: GatePress[] = await Promise.all([after.done, before.done, without.done]);
    expect(answers.filter((one) => !isAnsweredInTime(one))).toEqual([]);
    expect(answers.map(({ answer }) => answer.result)).toEqual(['unknown', 'unknown', 'rejected']);

    proxy.restore();
    await lineIsBack();
    const moved = { ...south, south: south.south + 1 };
    expect(await onWritesWhileWatched()).toEqual([north, moved]);

    expect(await check(at(merrillville), 'south', after.id)).toMatchObject({ result: 'opened', repeated: true });
    expect(await check(at(joliet), 'north', before.id)).toMatchObject({ result: 'expired' });
    expect(await onWritesNow()).toEqual([north, moved]);
  });

  describe.concurrent('though its agent', () => {
    it('was frozen and wakes up too late', async () => {
      const before = await countOnWrites(workbench, joliet);
      const agent = workbench.service(`agent-${joliet}`);
      agent.suspend();
      const pressed = gates.map((gate) => press(at(joliet), gate));
      const [answers] = await Promise.all([Promise.all(pressed.map(({ done }) => done)), pause(size.frozenMs)]);
      expect(answers.map(({ answer }) => answer.result)).toEqual(['unknown', 'unknown']);
      expect(answers.filter((one) => !isAnsweredInTime(one))).toEqual([]);

      agent.resume();
      const replies = await Promise.all(pressed.map(({ id }) => line.gateReply(id)));
      expect(replies).toEqual(gates.map(() => expect.objectContaining({ result: 'expired' })));
      await pause(size.watchedMs);
      expect(await countOnWrites(workbench, joliet)).toEqual(before);
    });

    it(
      `was killed in the act (${size.crashes} times)`,
      async () => {
        await setGateBehaviour(workbench, merrillville, { ...slowBoard, opensAfterMs: 1_000, closesAfterMs: 1_600 });
        const random = seededRandom(seed);
        for (let crash = 0; crash < size.crashes; crash += 1) await expectAtMostOnePulse(Math.round(random() * killedWithinMs));
      },
      scaledTimeout(600_000),
    );
  });

  it(
    `was killed behind the ON and its journal damaged (${size.damages} places)`,
    async () => {
      await setGateBehaviour(workbench, merrillville, { ...slowBoard, opensAfterMs: 1_000, closesAfterMs: 1_600 });
      for (let place = 0; place < size.damages; place += 1) await expectOnceDespiteDamage((place + 0.5) / size.damages);
      await setGateBehaviour(workbench, merrillville, { lateAnswerMs: 0, opensAfterMs: 0, closesAfterMs: 900 });
    },
    scaledTimeout(900_000),
  );

  it('opens in time and never late, whatever the clock of its computer says and however it jumps', async () => {
    const agent = workbench.service(`agent-${joliet}`);
    setComputerClock(0);
    process.env['SHIFTED_CLOCK_FILE'] = join(folder, 'computer-clock');
    process.env['NODE_OPTIONS'] = `--import ${fileURLToPath(new URL('shifted-clock.mjs', import.meta.url))}`;
    await agent.restart();
    delete process.env['NODE_OPTIONS'];
    for (const wrongMs of [-600_000, -4_000, 4_000, 600_000, -86_400_000, 0]) {
      setComputerClock(wrongMs);
      await line.freshLease(joliet);
      await waitForGatesAtRest(workbench, [joliet]);
      const before = await countOnWrites(workbench, joliet);
      const pressed = await press(at(joliet), 'north').done;
      expect([wrongMs, pressed.answer.result]).toEqual([wrongMs, 'opened']);
      const late = line.forge({ site: joliet, gate: 'south', lease: await line.freshLease(joliet), exp: Date.now() - 1 });
      await line.say(late);
      expect(await line.gateReply(late.id)).toMatchObject({ result: 'expired' });
      expect(await countOnWrites(workbench, joliet)).toEqual({ ...before, north: before.north + 1 });
      const named = (problems: readonly string[]): boolean => problems.includes('clock') === Math.abs(wrongMs) > 5_000;
      await until('a wrong clock is named, and no other', () => (named(line.problems(joliet)) ? true : null));
    }
    await agent.restart();
    await line.freshLease(joliet);
  });

  it('obeys nothing that was said before, retained, forged or meant for another gate', async () => {
    const pressed = await press(at(joliet), 'north').done;
    expect(pressed.answer.result).toBe('opened');
    const captured = await line.command(pressed.id);
    await waitForGatesAtRest(workbench, sites);
    const before = await onWritesNow();

    await line.say(captured);
    expect(await line.gateReply(pressed.id, 2)).toMatchObject({ result: 'opened', repeated: true });

    const lease = await line.freshLease(joliet);
    const mine = { site: joliet, gate: 'north', lease, exp: exp() };
    await line.sayUnbearably(line.forge(mine), { retain: true });
    await line.say(line.forge({ ...mine, key: foreignKey() }));
    await line.say({ ...line.forge(mine), topic: captured.topic.replace('north', 'south') });
    await line.say({ ...line.forge(mine), topic: captured.topic.replace(`/${joliet}/`, `/${merrillville}/`) });
    const overdue = line.forge({ ...mine, exp: Date.now() - 1 });
    await line.say(overdue);
    expect(await line.gateReply(overdue.id)).toMatchObject({ result: 'expired' });

    await pause(Math.max(gateOpenExpiryMs, leaseValidityMs - (performance.now() - staleSince)));
    const leaseless = [stale, undefined, 'a lease that was never given'].map((old) =>
      line.forge({ ...mine, lease: old, exp: Date.now() + 3_600_000 }),
    );
    for (const command of [captured, ...leaseless]) await line.say(command);
    const replies = await Promise.all(leaseless.map(({ id }) => line.gateReply(id)));
    expect(replies).toEqual(leaseless.map(() => expect.objectContaining({ result: 'expired' })));
    expect(await line.gateReply(pressed.id, 3)).toMatchObject({ result: 'opened', repeated: true });

    // a new subscriber gets the broker's retained messages
    const agent = workbench.service(`agent-${joliet}`);
    await agent.restart();
    await line.freshLease(joliet);
    await line.say(captured);
    expect(await onWritesWhileWatched()).toEqual(before);
    // the command names the ended run of the agent, and a later run ignores it
    expect(line.repliesTo(pressed.id)).toBe(3);

    // the same sender, in time and with the correct key, opens: the rejections above have other reasons than the command itself
    const good = line.forge({ ...mine, lease: await line.freshLease(joliet), exp: exp() });
    await line.say(good);
    expect(await line.gateReply(good.id)).toMatchObject({ result: 'opened', repeated: false });
    const [north] = before as { north: number; south: number }[];
    expect(await countOnWrites(workbench, joliet)).toEqual({ ...north, north: north!.north + 1 });
  });
});
