import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { startWorkbench, type Workbench } from '@washdesk/deploy/local/workbench';
import type { Member } from '@washdesk/tests/simulators/company/member-model';
import { recordStripeDrift } from '../../support/stripe-drift.ts';
import { Devices } from './devices.ts';
import { unusedMembers } from './members.ts';

interface Fixtures {
  /** The site's devices as they stand in the lane and on the counter; well-behaved again after each test. */
  devices: Devices;
}

interface WorkerFixtures {
  /** One company for all tests. Whoever stops a service starts it again. */
  workbench: Workbench;
  /** A member with a running plan whom no test has met before. */
  newMember: () => Member;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  workbench: [
    async ({ browserName }, use) => {
      const folder = await mkdtemp(join(tmpdir(), `washdesk-e2e-${browserName}-`));
      const drift = await recordStripeDrift();
      const workbench = await startWorkbench({ folder, fresh: true, log: () => undefined });
      await use(workbench);
      await workbench.stop();
      await rm(folder, { recursive: true, force: true });
      drift.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  newMember: [async ({ workbench }, use) => use(unusedMembers(workbench.company)), { scope: 'worker' }],
  context: async ({ context }, use) => {
    await use(context);
    // a connection to a card reader is one call that lasts as long as its page
    await context.unrouteAll({ behavior: 'ignoreErrors' });
  },
  devices: async ({ workbench }, use) => {
    const devices = new Devices(workbench);
    await use(devices);
    await devices.behaveWell();
  },
  baseURL: async ({ workbench }, use) => use(workbench.url),
});

export { expect } from '@playwright/test';
