import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPool, type Pool } from '@washdesk/cloud-api/db/pool';
import { startWorkbench, type Workbench, type WorkbenchOptions } from '@washdesk/workbench/workbench';
import { BrokerRecorder } from './broker-recorder.ts';

export interface RecordedCompany {
  workbench: Workbench;
  /** Of the company's database. */
  pool: Pool;
  line: BrokerRecorder;
  /** Ends everything and removes the folder. */
  stop: () => Promise<void>;
}

/** Starts a company in a folder of its own, and records what passes its broker. */
export async function startRecordedCompany(name: string, overrides: WorkbenchOptions['overrides'] = {}): Promise<RecordedCompany> {
  const folder = await mkdtemp(path.join(tmpdir(), `washdesk-${name}-`));
  const workbench = await startWorkbench({ folder, fresh: true, overrides, log: () => undefined });
  const pool = openPool(workbench.databaseUrl(), (error) => console.error(error));
  const line = await BrokerRecorder.open(workbench);
  return {
    workbench,
    pool,
    line,
    async stop() {
      await line.close();
      await pool.stop();
      await workbench.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
