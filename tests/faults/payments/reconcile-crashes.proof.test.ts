import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderKind } from '@washdesk/cloud-api/common/provider-objects';
import type { Progress } from '@washdesk/cloud-api/mirror/reconcile/reconcile-progress';
import type { ReconcileReport } from '@washdesk/cloud-api/mirror/reconcile/reconcile-report';
import { startTestEnvironment, type TestEnvironment } from '@washdesk/cloud-api/testing/cloud';
import { mirrorDifferences } from '@washdesk/cloud-api/testing/mirror-equals';
import { launchProgram } from '@washdesk/local-servers/processes/program';
import { until } from '@washdesk/test-support/until';

let surroundings: TestEnvironment;
let folder: string;

beforeAll(async () => {
  surroundings = await startTestEnvironment();
  folder = await mkdtemp(join(tmpdir(), 'washdesk-reconcile-'));
});
afterAll(async () => {
  await surroundings.stop();
  await rm(folder, { recursive: true, force: true });
});

const launched = (...args: string[]) =>
  launchProgram({
    name: 'reconcile',
    folder,
    script: 'cloud-api/src/cli/reconcile.ts',
    args,
    env: { ...surroundings.settings, WASHDESK_STRIPE_BACKGROUND_PER_SECOND: '2000' },
  });

async function newestRun(): Promise<Progress | null> {
  const row = await surroundings.database.db.selectFrom('reconcile_run').select('progress').orderBy('started', 'desc').executeTakeFirst();
  return row ? (row.progress as unknown as Progress) : null;
}

/** Kills a reconcile after it has stored the first page of that kind and before the last. */
async function killedAt(kind: ProviderKind): Promise<void> {
  const tool = await launched();
  await until(`reconcile is at ${kind}`, async () => ((await newestRun())?.kinds[kind].last ? true : null));
  await tool.kill();
}

describe('reconcile', () => {
  it('continues where it was killed, as often as it is, and ends with what Stripe holds', async () => {
    surroundings.stripe.behave({ latencyMs: 150 });
    for (const kind of ['customer', 'invoice', 'payment_method'] as const) await killedAt(kind);
    const listings = () => surroundings.stripe.state().requests['GET /v1/customers 200'];
    const before = listings();
    surroundings.stripe.behave({ latencyMs: 0 });
    const last = await launched('--json');
    await last.exited;
    const report = JSON.parse(last.output().trim().split('\n').at(-1)!) as ReconcileReport;
    expect(report).toMatchObject({ continued: true });
    expect(listings()).toBe(before);
    expect(await mirrorDifferences(surroundings.stripe.store, surroundings.database.db)).toEqual([]);
    expect(await surroundings.database.db.selectFrom('reconcile_run').select('finished').execute()).toHaveLength(1);
  });
});
