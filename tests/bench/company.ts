import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startWorkbench, type Workbench } from '@washdesk/workbench/workbench';
import { withGateSettings } from '../workbench/gate-settings.ts';

/** Runs `work` on a company of its own, which is removed afterwards. */
export async function withCompany<T>(work: (workbench: Workbench) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'washdesk-bench-'));
  const workbench = await startWorkbench({
    folder,
    fresh: true,
    overrides: {
      // Limits that exist for people would be measured here, so they are off. Nothing that must be durable is changed.
      // a proxy is believed, so that guesses can come from many addresses
      cloud: { WASHDESK_REQUESTS_PER_MINUTE: '10000000', WASHDESK_PROXIES: '1' },
      agent: withGateSettings({ cooldownMs: 0, maxPerHour: 10_000, pulseMs: 100 }),
    },
    log: (line) => console.error(line),
  });
  try {
    return await work(workbench);
  } finally {
    await workbench.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
