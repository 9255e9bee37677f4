import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Company } from '@washdesk/tests/simulators/company/company';
import { brokerPart, cloudApiPart, cloudSettings, databasePart, stripePart, writeCloudEnvironment } from './cloud-parts.ts';
import { companyOf } from './company-seed.ts';
import { enrolmentLink, type EnrolmentWish } from './enrolment.ts';
import { provideFirebird } from './firebird-distribution.ts';
import type { Foundation } from './foundation.ts';
import { layOut } from './lay-out.ts';
import type { Part } from './part.ts';
import { endOrphans } from './pid-record.ts';
import { claimPortBlock, type PortBlock } from './port-block.ts';
import { LOOPBACK } from './ports.ts';
import { runProgram } from './program.ts';
import { openSecrets } from './secrets.ts';
import { siteParts, sitewatchAddress, type SitewatchAddress } from './site-parts.ts';
import { buildWeb } from './web-build.ts';

export interface WorkbenchOptions {
  /** All that is kept: databases, keys, logs, the ports once chosen. */
  readonly folder: string;
  /** Start over with the seeded company; without it kept data are used again. */
  readonly fresh?: boolean;
  /** Ports wished for, by the part's name (`cloud-api`, `page`); all others are found. */
  readonly ports?: Record<string, number>;
  /** The address that browsers show, where another server stands before cloud-api. */
  readonly publicUrl?: string;
  /** Hears what happens, one line each. */
  readonly log: (line: string) => void;
}

/** A whole car-wash company on one machine, real in every part that can be had. */
export interface Workbench {
  readonly folder: string;
  /** Where the app and the API are served. */
  readonly url: string;
  readonly company: Company;
  /** In the order of their start. */
  readonly parts: readonly Part[];
  /** @throws Error for a name that there is not */
  part(name: string): Part;
  /** Hidden side of a simulator (`gate-12`, `rfid-12`, `printer-12`, `stripe`): `GET /state`, `POST /behaviour`. */
  control(name: string): string;
  /** The fixed port of a name. */
  port(name: string): number;
  databaseUrl(database?: string): string;
  /** Null where Firebird cannot be had. */
  sitewatch(site: number): SitewatchAddress | null;
  /** A one-time link that enrols a browser as this device. */
  enrolmentLink(wish: EnrolmentWish): Promise<string>;
  /** Stops every part; nothing is left running. */
  stop(): Promise<void>;
}

/**
 * Starts the workbench; orphans of an earlier, killed run in the same folder are ended first.
 * @throws Error when a part does not start (everything is stopped again), or when a workbench already runs in the folder
 */
export async function startWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const folder = path.resolve(options.folder);
  const ports = await claimPortBlock(folder, options.ports);
  const stage: Part[] = [];
  try {
    return await start({ ...options, folder }, ports, stage);
  } catch (error) {
    await stopAll(stage);
    ports.release();
    throw error;
  }
}

async function start({ folder, fresh = false, publicUrl, log }: WorkbenchOptions, ports: PortBlock, started: Part[]): Promise<Workbench> {
  const run = path.join(folder, 'run');
  mkdirSync(run, { recursive: true });
  // PostgreSQL runs as another user when we are root, and must find its way through; secrets have folders of their own.
  chmodSync(folder, 0o711);
  for (const name of await endOrphans(run)) log(`Ended ${name}, left behind by a killed run.`);

  const found = await provideFirebird();
  if ('missing' in found) log(`${found.missing} The sites run without their Sitewatch.`);
  const firebird = 'missing' in found ? null : found;
  const origin = await layOut({ folder, fresh, firebird, log });
  const company = companyOf(origin);

  const url = `http://${LOOPBACK}:${ports.port('cloud-api')}`;
  const base: Foundation = {
    folder,
    run,
    ports,
    firebird,
    secrets: openSecrets(path.join(folder, 'secrets')),
    url,
    publicUrl: publicUrl ?? url,
    brokerUrl: `mqtt://${LOOPBACK}:${ports.port('broker')}`,
    commandKeyId: 'workbench',
    agentAccount: (site) => agentAccount(company, site),
  };
  const database = databasePart(base);
  const sites = company.sites.map((site) => site.number);
  let webRoot = '';
  const settings = (): Record<string, string> => cloudSettings(base, database.url(), webRoot);
  const [grounds, agents] = divide(company.sites.flatMap((site) => siteParts(base, site)));
  const ground = [database.part, stripePart(base, origin), brokerPart(base, sites), ...grounds];
  const upper = [cloudApiPart(base, settings), ...agents];

  log('Starting the databases, the broker, the stand-ins …');
  const building = buildWeb(run);
  started.push(...ground);
  await allOf([...ground.map((part) => part.start()), building.then((served) => void (webRoot = served))]);
  await runProgram({ name: 'migrate', folder: run, script: 'cloud-api/src/cli/migrate.ts', env: settings() });
  writeCloudEnvironment(folder, settings());

  log('Starting cloud-api and the site agents …');
  started.push(...upper);
  await allOf(upper.map((part) => part.start()));

  const parts = [...ground, ...upper];
  return {
    folder,
    url: base.publicUrl,
    company,
    parts,
    part: (name) => named(parts, name),
    control: (name) => `http://${LOOPBACK}:${ports.port(`${name}-control`)}`,
    port: (name) => ports.port(name),
    databaseUrl: (name) => database.url(name),
    sitewatch: (site) => sitewatchAddress(base, site),
    enrolmentLink: (wish) => enrolmentLink(url, company, wish),
    async stop() {
      await stopAll(parts);
      ports.release();
    },
  };
}

function agentAccount({ serviceAccounts }: Company, site: number): Company['serviceAccounts'][number] {
  const account = serviceAccounts.find((candidate) => candidate.site === site);
  if (!account) throw new Error(`The company has no service account for site ${site}.`);
  return account;
}

/** Waits for every one, the failed start of another notwithstanding: what is half started could not be stopped. */
async function allOf(starts: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(starts)).find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

function divide(parts: readonly Part[]): [Part[], Part[]] {
  const isAgent = (part: Part): boolean => part.name.startsWith('agent-');
  return [parts.filter((part) => !isAgent(part)), parts.filter(isAgent)];
}

function named(parts: readonly Part[], name: string): Part {
  const part = parts.find((candidate) => candidate.name === name);
  if (!part) throw new Error(`The workbench has no part ${name}; it has ${parts.map((known) => known.name).join(', ')}.`);
  return part;
}

/** What uses others stops before them: first cloud-api and the agents, then the rest. */
async function stopAll(parts: readonly Part[]): Promise<void> {
  const isUser = (part: Part): boolean => part.name === 'cloud-api' || part.name.startsWith('agent-');
  await Promise.all(parts.filter(isUser).map((part) => part.stop()));
  await Promise.all(parts.filter((part) => !isUser(part)).map((part) => part.stop()));
}
