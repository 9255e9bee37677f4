import { makeCompany } from '@washdesk/simulators/company/company';
import { enrolmentLinks } from '@washdesk/workbench/enrolment-link';
import { localPageName } from '@washdesk/workbench/site-services';
import type { Workbench } from '@washdesk/workbench/workbench';
import type { ServiceAction } from './run-server.ts';

/** A workbench as other processes see it: its addresses. */
export type OpenWorkbench = Pick<Workbench, 'url' | 'company' | 'control' | 'port' | 'databaseUrl' | 'sitewatch' | 'enrolmentLink'>;

/** A workbench that assigns members and sales by number. */
export interface NumberedWorkbench extends OpenWorkbench {
  /** Counts from 1 for all workers together: no other caller gets this number of that kind. */
  nextNumber(kind: string): Promise<number>;
}

/** The one workbench of a run, in another process. */
export interface RunWorkbench extends NumberedWorkbench {
  /** Starts, kills, suspends or resumes a service. A test that stops one starts it again. */
  service(name: string): Record<ServiceAction, () => Promise<void>>;
}

/** The data that another process needs to use a workbench. */
interface Reach {
  readonly server: string;
  readonly url: string;
  readonly company: { readonly seed: number; readonly now: string };
  readonly ports: Record<string, number>;
  readonly database: string;
  readonly sitewatch: Record<number, ReturnType<Workbench['sitewatch']>>;
}

const variable = 'WASHDESK_RUN_WORKBENCH';

/** Gives processes that are started later access to the workbench. */
export function shareWorkbench(workbench: Workbench, server: string): void {
  const { url, company } = workbench;
  const numbers = company.sites.map(({ number }) => number);
  const devices = numbers.flatMap((site) =>
    ['gate', 'rfid', 'camera', 'printer', 'tablet', 'register'].map((device) => `${device}-${site}`),
  );
  const pages = numbers.map((site) => localPageName(site));
  const names = ['stripe', 'phone', 'mailbox', 'fetchapp', ...devices];
  const reach: Reach = {
    server,
    url,
    company: { seed: company.seed, now: company.now },
    ports: Object.fromEntries(
      [...names.flatMap((name) => [name, `${name}-control`]), ...pages].map((name) => [name, workbench.port(name)]),
    ),
    database: workbench.databaseUrl(),
    sitewatch: Object.fromEntries(numbers.map((site) => [site, workbench.sitewatch(site)])),
  };
  process.env[variable] = JSON.stringify(reach);
}

export function connectWorkbench(): RunWorkbench {
  const { server, url, company: origin, ports, database, sitewatch } = JSON.parse(process.env[variable] ?? '') as Reach;
  const company = makeCompany({ seed: origin.seed, now: new Date(origin.now) });
  const port = (name: string): number => {
    const known = ports[name];
    if (known === undefined) throw new Error(`The port of ${name} is not shared: add it to the shared ports`);
    return known;
  };
  return {
    url,
    company,
    port,
    control: (name) => `http://127.0.0.1:${port(`${name}-control`)}`,
    databaseUrl: () => database,
    sitewatch: (site) => sitewatch[site] ?? null,
    enrolmentLink: (request) => enrolmentLinks(url, company)(request),
    service(name) {
      const run = (action: ServiceAction) => async () => void (await ask(`${server}/services/${name}/${action}`));
      return { start: run('start'), kill: run('kill'), suspend: run('suspend'), resume: run('resume') };
    },
    nextNumber: async (kind) => Number(await ask(`${server}/numbers/${kind}`)),
  };
}

async function ask(address: string): Promise<string> {
  const response = await fetch(address, { method: 'POST' });
  const text = await response.text();
  if (!response.ok) throw new Error(`${address} failed: ${text}`);
  return text;
}

/** Waits until this test may use the workbench, or may use it alone. @returns a function that ends the turn */
export async function acquireWorkbench(alone: boolean): Promise<() => void> {
  const { server } = JSON.parse(process.env[variable] ?? '') as Reach;
  const hangUp = new AbortController();
  const response = await fetch(`${server}/turn?alone=${alone}`, { signal: hangUp.signal });
  await response.body?.getReader().read();
  return () => hangUp.abort();
}
