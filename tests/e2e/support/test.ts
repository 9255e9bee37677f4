import { test as base } from '@playwright/test';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import type { RoleName } from '@washdesk/rules/company/roles';
import type { Member } from '@washdesk/simulators/company/member-model';
import type { Login } from '@washdesk/simulators/company/model';
import { Devices } from './devices.ts';
import { unusedMembers } from './members.ts';
import { personWith } from './people.ts';
import { staff, type Workplace } from './register.ts';
import { connectWorkbench, acquireWorkbench, type RunWorkbench } from './run-workbench.ts';
import { goodCard, type GoodCard } from './stripe/cards.ts';
import { placeReader, type CardReader } from './stripe/reader.ts';
import { noteRole, viewOf, type View } from './view.ts';

interface Options {
  /** For a test that stops a shared service, changes shared data, or measures time: no other test runs meanwhile. */
  alone: boolean;
}

interface Fixtures {
  turn: void;
  /** Signs in a person with only this role at the worker's register. Call it before the first page. */
  signInAs: (role: RoleName) => Promise<Login>;
  /** Puts a card reader beside the browser, instead of No Terminal. Call it after `signInAs`, before the first page. */
  connectReader: () => Promise<CardReader>;
  /** The site's devices in the lane and at the counter: no gate is in its cooldown; faults are reset after each test. */
  devices: Devices;
  /** Views a state of a screen or dialog, under a name: by axe, or by the camera of `npm run screens`. */
  view: View;
}

export interface OwnWorkplace extends Workplace {
  /** The site's name. */
  town: string;
}

interface WorkerFixtures {
  /** One company for all workers. A test that stops a service starts it again. */
  workbench: RunWorkbench;
  /** The site of this worker, which no other worker uses, and its first register. */
  workplace: OwnWorkplace;
  /** A card that pays and that no other worker uses. */
  card: GoodCard;
  /** Returns a member with a running plan whom no test has used before. */
  newMember: () => Promise<Member>;
}

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  workbench: [async ({ browserName: _any }, use) => use(connectWorkbench()), { scope: 'worker' }],
  workplace: [
    async ({ workbench: { company } }, use, { parallelIndex }) => {
      const site = company.sites[parallelIndex];
      if (!site) throw new Error(`Each worker needs its own site, but the company has ${company.sites.length}`);
      await use({ site: site.number, terminal: 'Washcashier1', town: site.name });
    },
    { scope: 'worker' },
  ],
  card: [async ({ workplace }, use) => use(goodCard(workplace.site)), { scope: 'worker' }],
  newMember: [async ({ workbench }, use) => use(unusedMembers(workbench)), { scope: 'worker' }],
  alone: [false, { option: true }],
  turn: [
    async ({ alone }, use) => {
      const giveBack = await acquireWorkbench(alone);
      await use();
      giveBack();
    },
    { auto: true, timeout: scaledTimeout(900_000) },
  ],
  context: async ({ context, turn: _first }, use) => {
    await use(context);
    // a connection to a card reader is one call that lasts as long as its page
    await context.unrouteAll({ behavior: 'ignoreErrors' });
  },
  signInAs: async ({ context, workbench, workplace }, use, info) =>
    use(async (role) => {
      const person = personWith(workbench.company, role);
      await staff(context, workbench, person, workplace);
      noteRole(info, role);
      return person;
    }),
  connectReader: async ({ context, workbench, workplace }, use) => {
    const placed: CardReader[] = [];
    await use(async () => {
      const reader = await placeReader(context, workbench, workplace.site);
      placed.push(reader);
      return reader;
    });
    for (const reader of placed) await reader.goOnline();
  },
  devices: async ({ workbench, workplace }, use) => {
    const devices = new Devices(workbench, workplace.site);
    await devices.gatesCooledDown();
    await use(devices);
    await devices.behaveWell();
  },
  view: async ({ browserName: _any }, use, info) => use(viewOf(info)),
  baseURL: async ({ workbench }, use) => use(workbench.url),
});

export { expect } from '@playwright/test';
