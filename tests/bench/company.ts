import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { testBrokerName } from '@washdesk/local-servers/test-broker';
import { startWorkbench, type Workbench } from '@washdesk/workbench/workbench';
import { withGateSettings, withOpenLane } from '../workbench/gate-settings.ts';

/** Runs `work` on a separate company, which is removed afterwards. */
export async function withCompany<T>(work: (workbench: Workbench) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'washdesk-bench-'));
  const workbench = await startWorkbench({
    folder,
    fresh: true,
    overrides: {
      // Rate limits for people would distort the measurement, so they are off. Durability is unchanged. A proxy is trusted, so that guesses
      // can come from many addresses.
      cloud: { WASHDESK_REQUESTS_PER_MINUTE: '10000000', WASHDESK_PROXIES: '1' },
      agent: (config) => withOpenLane(withGateSettings({ cooldownMs: 0, maxPerHour: 10_000, pulseMs: 100 })(config)),
      // the clock of the workbench is read from a file at each question; in production no file is read
      movableClock: false,
      broker: testBrokerName(),
    },
    log: (line) => console.error(line),
  });
  try {
    await liftLimitsOfReaders(workbench.databaseUrl());
    return await work(workbench);
  } finally {
    await workbench.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** One register looks up more customers than a cashier may see in a shift. */
async function liftLimitsOfReaders(databaseUrl: string): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    await database.query(`
      insert into setting (name, value, changed)
      values ('customersAtOnce', '1000000000', now()), ('customersPerShift', '1000000000', now())
      on conflict (name) do update set value = excluded.value`);
  } finally {
    await database.end();
  }
}
