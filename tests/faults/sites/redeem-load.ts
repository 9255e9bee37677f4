import { randomUUID } from 'node:crypto';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { seededRandom } from '@washdesk/simulators/seeded-random';
import type { Workbench } from '@washdesk/workbench/workbench';
import type { DxtResult, Register } from '../../workbench/register.ts';

export interface FaultPlan {
  redeems: number;
  perSecond: number;
  killsOfEach: number;
  seed: number;
}

const waitMs = scaledTimeout(120_000);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The parts to kill: every one between the register and the sale's row. */
const crashable = (site: number): string[] => ['cloud-api', 'broker', `agent-${site}`, `sitewatch-${site}`];

/** Retries like a browser with a lost response: the same key until a response arrives. */
export async function redeemUntilAnswered(register: Register, code: string): Promise<DxtResult> {
  const key = randomUUID();
  const end = performance.now() + waitMs;
  for (;;) {
    try {
      const { status, body } = await register.redeem(code, key, 4_000);
      if (status === 200) return body as DxtResult;
      if (status < 500 && status !== 429) throw new Error(`Redeem of ${code} returned ${status}: ${JSON.stringify(body)}`);
    } catch (error) {
      // fetch's own failures are the connections that this test cuts; any other is a finding
      if (!(error instanceof TypeError) && !(error instanceof DOMException)) throw error;
    }
    if (performance.now() > end) throw new Error(`Redeem of ${code} had no response within ${waitMs} ms`);
    await pause(200);
  }
}

/** Kills each crashable part this many times, at seeded moments, and restarts it at once. */
async function killRandomly(workbench: Workbench, site: number, { killsOfEach, redeems, perSecond, seed }: FaultPlan): Promise<string[]> {
  const random = seededRandom(seed);
  const spanMs = (redeems / perSecond) * 1_000;
  const crashes = crashable(site)
    .flatMap((name) => Array.from({ length: killsOfEach }, () => ({ name, at: random() * spanMs })))
    .toSorted((a, b) => a.at - b.at);
  const began = performance.now();
  const busy = new Map<string, Promise<void>>();
  for (const { name, at } of crashes) {
    await pause(Math.max(0, at - (performance.now() - began)));
    const service = workbench.service(name);
    // a part that is still starting after its last crash is killed as soon as it runs
    const last = busy.get(name) ?? Promise.resolve();
    busy.set(
      name,
      last.then(async () => {
        await service.kill();
        await service.start();
      }),
    );
  }
  await Promise.all(busy.values());
  return crashes.map(({ name, at }) => `${(at / 1_000).toFixed(1)} s ${name}`);
}

/** Redeems one code after another at a steady rate while parts are killed. @returns the responses, and the kills with their times */
export async function redeemUnderFaults(
  workbench: Workbench,
  register: Register,
  site: number,
  codes: readonly string[],
  faultPlan: FaultPlan,
) {
  const everyMs = 1_000 / faultPlan.perSecond;
  const crashes = killRandomly(workbench, site, faultPlan);
  const answers = codes.map(async (code, place) => {
    await pause(place * everyMs);
    return redeemUntilAnswered(register, code);
  });
  return { answers: await Promise.all(answers), crashes: await crashes };
}
