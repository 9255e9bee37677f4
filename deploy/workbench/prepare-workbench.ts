import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { provideFirebird } from '@washdesk/local-servers/firebird-distribution';
import type { PortBlock } from '@washdesk/local-servers/port-block';
import { LOOPBACK } from '@washdesk/local-servers/ports';
import { endOrphans } from '@washdesk/local-servers/processes/pid-record';
import { until } from '@washdesk/local-servers/processes/wait';
import type { Company } from '@washdesk/simulators/company/company';
import { writeClock } from './company-time.ts';
import { agentCode } from './enrolment-link.ts';
import { openSecrets } from './secrets.ts';
import { companyOf, type CompanyOrigin } from './seed/company-seed.ts';
import { seedData } from './seed/seed-data.ts';
import { siteCertificates } from './site-certificates.ts';
import type { Overrides, WorkbenchContext } from './workbench-context.ts';

export interface PrepareOptions {
  readonly folder: string;
  readonly fresh: boolean;
  readonly monthsBilled?: number;
  readonly publicUrl?: string;
  readonly stripeScripts?: boolean;
  readonly overrides?: Overrides;
  readonly log: (line: string) => void;
}

export interface PreparedWorkbench {
  readonly base: WorkbenchContext;
  readonly company: Company;
  readonly origin: CompanyOrigin;
}

/** Prepares everything that must be in the folder before a service can start. */
export async function prepareWorkbench(options: PrepareOptions, ports: PortBlock): Promise<PreparedWorkbench> {
  const { folder, fresh, monthsBilled = 0, publicUrl, stripeScripts = false, overrides = {}, log } = options;
  const run = runFolder(folder);
  mkdirSync(run, { recursive: true });
  // if started by root, PostgreSQL runs as another user, who must be able to enter this folder; secrets have their own folders
  chmodSync(folder, 0o711);
  for (const name of await endOrphans(run)) log(`Ended ${name}, left over from a killed run.`);

  const found = await provideFirebird();
  if ('missing' in found) log(`${found.missing} The sites run without Sitewatch.`);
  const firebird = 'missing' in found ? null : found;
  const origin = await seedData({ folder, fresh, monthsBilled, firebird, log });
  const company = companyOf(origin);

  const clockFile = path.join(folder, 'clock.json');
  if (!existsSync(clockFile)) writeClock(clockFile, 0);

  const url = `http://${LOOPBACK}:${ports.port('cloud-api')}`;
  const base: WorkbenchContext = {
    folder,
    run,
    ports,
    firebird,
    secrets: openSecrets(path.join(folder, 'secrets')),
    url,
    publicUrl: publicUrl ?? url,
    brokerUrl: `mqtt://${LOOPBACK}:${ports.port('broker')}`,
    commandKeyId: 'workbench',
    clockFile,
    siteCertificates: await siteCertificates(path.join(folder, 'secrets')),
    stripeScripts,
    overrides,
    agentAccount: (site) => agentAccount(company, site),
    isEnrolledByCode: overrides.agent === undefined && overrides.broker !== 'mosquitto',
    async agentCode(site) {
      await until(async () => (await isReady(url)) || null, { what: 'cloud-api is ready for the enrollment of an agent' });
      return agentCode(url, company, site);
    },
  };
  return { base, company, origin };
}

/** Returns the folder of all services' logs and pid records. */
export function runFolder(folder: string): string {
  return path.join(folder, 'run');
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

function agentAccount({ serviceAccounts }: Company, site: number): Company['serviceAccounts'][number] {
  const account = serviceAccounts.find((candidate) => candidate.site === site);
  if (!account) throw new Error(`The company has no service account for site ${site}`);
  return account;
}
