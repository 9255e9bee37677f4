import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordStripeDrift } from '@washdesk/stripe-simulator/fidelity/recorded-drift.fixture';
import { isProof } from '@washdesk/test-support/sizes';
import { startWorkbench } from '@washdesk/workbench/workbench';
import { startRunServer } from './support/run-server.ts';
import { shareWorkbench } from './support/run-workbench.ts';

/** Starts the workbench of the run. @returns a function that stops it */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'washdesk-e2e-'));
  const drift = await recordStripeDrift();
  const workbench = await startWorkbench({ folder, fresh: true, overrides: { durableDatabase: isProof }, log: () => undefined });
  const server = await startRunServer(workbench);
  shareWorkbench(workbench, server.url);
  return async () => {
    server.stop();
    await workbench.stop();
    await rm(folder, { recursive: true, force: true });
    drift.close();
  };
}
