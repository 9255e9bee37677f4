import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, cardHandlesOf, type Reply } from '@washdesk/cloud-api/testing/api-client';
import { signedIn } from '@washdesk/cloud-api/testing/callers';
import { settledDifferences } from '@washdesk/cloud-api/testing/mirror-equals';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { Role } from '@washdesk/rules/company/roles';
import { seededRandom } from '@washdesk/simulators/seeded-random';
import { seed, sizeOf } from '@washdesk/test-support/sizes';
import { startCrashEnvironment, type CrashEnvironment } from '../crash-environment.ts';
import { killedOperationKinds, prepareOperations, type KilledOperation } from './killed-operations.ts';

const { runs } = sizeOf('kills');
/** A backstop: a busy machine takes minutes to start a cloud. */
/** Presses start at a random time in this span, and the cloud dies some time later. */
const beginWithinMs = 400;
const dieWithinMs = 250;

let environment: CrashEnvironment;
let underWay = 0;

beforeAll(async () => {
  environment = await startCrashEnvironment({ seed });
});
afterAll(async () => {
  console.log(`${underWay} of ${runs * killedOperationKinds.length} operations were in progress when the cloud died`);
  await environment?.stop();
});

/** A press without a response when the cloud died: it is repeated, or never again. */
interface Pressed {
  operation: KilledOperation;
  isInsisting: boolean;
  /** Null if the response was lost. */
  answer: Reply | null;
}

async function killInTheMiddle(operations: readonly KilledOperation[], random: () => number): Promise<Pressed[]> {
  const drawn = operations.map((operation) => ({ operation, beginMs: random() * beginWithinMs, isInsisting: random() < 0.5 }));
  const dieMs = beginWithinMs + random() * dieWithinMs;
  let isDead = false;
  const pressed = drawn.map(async ({ operation, beginMs, isInsisting }): Promise<Pressed> => {
    await pause(beginMs);
    const answer = await operation.press().catch((error: unknown) => {
      // the connection ends with the process at its other end
      if (!isDead || !(error instanceof TypeError)) throw error;
      underWay += 1;
      return null;
    });
    return { operation, isInsisting, answer };
  });
  const crash = pause(dieMs).then(() => {
    isDead = true;
    return environment.crash();
  });
  const [answers] = await Promise.all([Promise.all(pressed), crash]);
  return answers;
}

/** Returns the faults of a press. An answered or repeated press has one result; an abandoned one has one or none. */
async function faultOf({ operation, isInsisting, answer }: Pressed): Promise<string[]> {
  const { what, key } = operation;
  const row = await environment.database.db.selectFrom('operation').select('state').where('key', '=', key).executeTakeFirst();
  const isWanted = isInsisting || answer !== null;
  const state = row?.state ?? 'never begun';
  if (isWanted && answer?.status !== 200) return [`${what}: was answered ${answer?.status} ${JSON.stringify(answer?.body)}`];
  if (isWanted && state !== 'done') return [`${what}: the operation is ${state}`];
  const expected = state === 'done' ? 1 : 0;
  if (operation.results() !== expected) return [`${what}: ${operation.results()} at Stripe, and the operation is ${state}`];
  return expected === 1 ? operation.wrong().map((why) => `${what}: ${why}`) : [];
}

describe(`a cloud that is killed during ${killedOperationKinds.join(', ')}`, () => {
  // each run has its own seed: the one that failed is first with its seed
  it.each(Array.from({ length: runs }, (_, run) => seed + run))(
    'leaves one of each or none, and a mirror that equals Stripe: seed %i',
    async (ownSeed) => {
      const random = seededRandom(ownSeed);
      // a repeated request must be the same for Stripe by either comparison: byte by byte in one run, by parameters in the next
      environment.stripe.behave({ latencyMs: 0, keysByParameters: ownSeed % 2 === 1 });
      const session = await signedIn(environment, { roles: Role.SalesManager | Role.User });
      const person = new ApiClient(environment.cloud.url, session, cardHandlesOf(environment));
      const operations = await prepareOperations(environment, person, random);

      environment.stripe.behave({ latencyMs: 20 + Math.floor(random() * 80) });
      const pressed = await killInTheMiddle(operations, random);
      const ended = await Promise.all(
        pressed.map(async (one) => (one.isInsisting && one.answer === null ? { ...one, answer: await one.operation.insist() } : one)),
      );
      environment.stripe.behave({ latencyMs: 0 });
      await environment.settled();

      const faults = (await Promise.all(ended.map(faultOf))).flat();
      const { stripe, database, settled } = environment;
      expect({ faults, mirror: await settledDifferences(stripe, database.db, settled) }).toEqual({ faults: [], mirror: [] });
    },
    scaledTimeout(600_000),
  );
});
