import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pool } from '@washdesk/cloud-api/db/pool';
import type { Member } from '@washdesk/simulators/company/member-model';
import { sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import type { Workbench } from '@washdesk/workbench/workbench';
import { withGateSettings } from '../../workbench/gate-settings.ts';
import { openRegister, type DxtResult, type Register } from '../../workbench/register.ts';
import { usageIdsIn } from '../../workbench/sitewatch.ts';
import { washMembers } from '../../workbench/wash-members.ts';
import type { BrokerRecorder } from './broker-recorder.ts';
import { check } from './gate-cashier.ts';
import { waitForGatesAtRest, countOnWrites, type Gate } from './gate-watch.ts';
import { all, fault, lookUpClubPlan, lookUpEmployee, openGate, print, type LaneCall } from './lane-calls.ts';
import { changePlate, customerOnDisk } from './lane-roster.ts';
import { startRecordedCompany, type RecordedCompany } from './recorded-company.ts';

const [joliet, merrillville] = [12, 27];
const size = sizeOf('laneRecovery');

let company: RecordedCompany;
let workbench: Workbench;
let register: Register;
let pool: Pool;
let line: BrokerRecorder;
let members: Member[];
/** The usages of every redeem with a response, in order. */
const usages: string[] = [];
let inSitewatchBefore: Set<string>;
/** Set once the gate's board survives: from then on its log is complete. */
let boardOutlives: { since: Date; pulses: number };

/** Gates without cooldown, because no cashier waits for it here. */
beforeAll(async () => {
  company = await startRecordedCompany('lane-recovery', { agent: withGateSettings({ cooldownMs: 0, maxPerHour: 10_000 }) });
  ({ workbench, pool, line } = company);
  register = await openRegister(workbench, joliet);
  members = washMembers(workbench.company);
  inSitewatchBefore = new Set(await usageIdsIn(workbench.sitewatch(joliet)!));
  await redeemInTime();
  await untilWell();
});

afterAll(() => company.stop());

/** Redeems for the next member: a redeem waits for nothing at the site. */
async function redeemInTime(): Promise<void> {
  const began = performance.now();
  const { status, body } = await register.redeem(members.shift()!.plate);
  const answer = body as DxtResult;
  expect(status).toBe(200);
  expect(answer.error).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(size.redeemMs);
  usages.push(answer.usageId!);
}

const questions = (gate: Gate): LaneCall[] => [
  lookUpClubPlan(register, members[0]!.plate),
  lookUpEmployee(register, workbench.company.employees[0]!.number),
  openGate(register, gate),
];
const everything = (gate: Gate): LaneCall[] => [...questions(gate), print(register, usages.at(-1)!)];

async function pulsesSoFar(): Promise<number> {
  const { north, south } = await countOnWrites(workbench, joliet);
  return north + south;
}

/** Resolves when every cashier's call works again, each within its own deadline, without any repair. */
async function untilWell(): Promise<void> {
  await until(
    'all is well again',
    async () => {
      await waitForGatesAtRest(workbench, [joliet]);
      const ended = await all(everything('north'));
      return ended.every(({ well }) => well) ? true : null;
    },
    size.recoveryMs,
  );
}

describe('a lane whose parts are killed', () => {
  it.each(['gate-12', 'agent-12', 'broker', 'sitewatch-12'])(
    'answers in time and in plain words without %s, and recovers by itself',
    async (name) => {
      const part = workbench.service(name);
      for (let crash = 0; crash < size.crashes; crash += 1) {
        await waitForGatesAtRest(workbench, [joliet]);
        const asked = all(questions('north'));
        const redeemed = redeemInTime();
        await part.kill();
        await redeemInTime();
        const whileItDied = await asked;
        await redeemed;
        const whileItIsDead = await all(everything('south'));
        await redeemInTime();
        expect([...whileItDied, ...whileItIsDead].map(fault).filter(Boolean)).toEqual([]);

        await part.start();
        await untilWell();
        if (name === 'gate-12') boardOutlives = { since: new Date(), pulses: await pulsesSoFar() };
      }
    },
  );

  it('has written every usage into Sitewatch, once', async () => {
    const written = async (): Promise<string[]> =>
      (await usageIdsIn(workbench.sitewatch(joliet)!)).filter((id) => !inSitewatchBefore.has(id));
    await until('all usages are in Sitewatch', async () => ((await written()).length >= usages.length ? true : null), size.recoveryMs);
    expect((await written()).toSorted()).toEqual(usages.toSorted());
  });

  it('has opened its gates as often as it says', async () => {
    const pressed = await pool.db
      .selectFrom('gate_command')
      .select(['id', 'gate'])
      .where('site', '=', joliet)
      .where('asked', '>', boardOutlives.since)
      .execute();
    const results: string[] = [];
    for (const { id, gate } of pressed) {
      await waitForGatesAtRest(workbench, [joliet]);
      results.push((await check(register, gate as Gate, id)).result);
    }
    const opened = results.filter((result) => result === 'opened').length;
    const perhaps = results.filter((result) => result === 'duplicate' || result === 'unconfirmed').length;
    const pulses = (await pulsesSoFar()) - boardOutlives.pulses;
    expect(opened).toBeGreaterThan(0);
    expect(pulses).toBeGreaterThanOrEqual(opened);
    expect(pulses).toBeLessThanOrEqual(opened + perhaps);
  });

  it('has printed as many receipts as it says', async () => {
    const jobs = await pool.db.selectFrom('print_job').select('id').where('state', '=', 'printed').execute();
    const { paper } = (await (await fetch(`${workbench.control('printer-12')}/state`)).json()) as { paper: unknown[] };
    expect(jobs.length).toBeGreaterThan(0);
    expect(paper).toHaveLength(jobs.length);
  });
});

describe('the roster at the lanes', () => {
  const standsAt = (site: number, seq: number, withinMs: number): Promise<true> =>
    until(`the roster of site ${site} stands at ${seq}`, () => (line.roster(site) === seq ? true : null), withinMs);

  it('follows a change in the mirror, at a lane that was away as soon as it is back', async () => {
    const [first, second] = [members.shift()!, members.shift()!];
    const seq = await changePlate(pool, first.id, 'NEW1-IL');
    await Promise.all([joliet, merrillville].map((site) => standsAt(site, seq, size.rosterMs)));

    const away = workbench.service(`agent-${joliet}`);
    await away.kill();
    const next = await changePlate(pool, second.id, 'NEW2-IL');
    await standsAt(merrillville, next, size.rosterMs);
    await away.start();
    await standsAt(joliet, next, size.recoveryMs);

    await away.kill();
    const onDisk = [first.plate, 'NEW1-IL', second.plate, 'NEW2-IL'].map((code) => customerOnDisk(workbench, joliet, code));
    expect(onDisk).toEqual([null, first.id, null, second.id]);
  });
});
