import path from 'node:path';
import { claimPortBlock, type PortBlock } from '@washdesk/local-servers/port-block';
import { LOOPBACK } from '@washdesk/local-servers/ports';
import { runProgram } from '@washdesk/local-servers/processes/program';
import type { Service } from '@washdesk/local-servers/processes/service';
import { startWatchdog } from '@washdesk/local-servers/processes/watchdog';
import type { Company } from '@washdesk/simulators/company/company';
import {
  brokerService,
  cloudApiService,
  cloudSettings,
  databaseService,
  stripeService,
  writeCloudEnvironment,
  type DatabaseService,
} from './cloud-services.ts';
import { moveClock } from './company-time.ts';
import { enrolmentLinks, enrolRegisters, enrolTablets, type EnrolmentRequest } from './enrolment-link.ts';
import { messageServices } from './message-services.ts';
import { prepareWorkbench, runFolder } from './prepare-workbench.ts';
import type { CompanyOrigin } from './seed/company-seed.ts';
import { siteServices, sitewatchAddress, type SitewatchAddress } from './site-services.ts';
import { buildWeb, WEB_ROOT } from './web-build.ts';
import type { Overrides, WorkbenchContext } from './workbench-context.ts';

export interface WorkbenchOptions {
  /** The folder of everything: databases, keys, logs, the chosen ports. */
  readonly folder: string;
  /** Starts over with the seeded company; otherwise stored data are used again. */
  readonly fresh?: boolean;
  /** The months of which every plan of the seeded company has its bills. Default 0: a start for tests is faster without them. */
  readonly monthsBilled?: number;
  /** Ports to use, by the service's name (`cloud-api`, `page`); all others are found. */
  readonly ports?: Record<string, number>;
  /** The address in browsers, if another server is in front of cloud-api. */
  readonly publicUrl?: string;
  /**
   * Pages load Stripe's scripts from the simulator, for people without internet; otherwise from Stripe's address, which browser tests
   * intercept.
   */
  readonly stripeScripts?: boolean;
  readonly overrides?: Overrides;
  /** Receives one line for each event. */
  readonly log: (line: string) => void;
}

/** A whole car-wash company on one machine, with every available service real. */
export interface Workbench {
  readonly folder: string;
  /** The address of the app and the API. */
  readonly url: string;
  readonly company: Company;
  /** In start order. */
  readonly services: readonly Service[];
  /** @throws Error for an unknown name */
  service(name: string): Service;
  /**
   * Returns the control address of a simulator (`gate-12`, `rfid-12`, `printer-12`, `tablet-12`, `register-12`, `phone`, `mailbox`,
   * `stripe`): `GET /state`, `POST /behaviour`.
   */
  control(name: string): string;
  /** Returns the fixed port of a name. */
  port(name: string): number;
  databaseUrl(database?: string): string;
  /** Returns null if Firebird is unavailable. */
  sitewatch(site: number): SitewatchAddress | null;
  /** Moves the whole company forward: Stripe does everything that becomes due by then, then cloud-api and the agents follow. */
  moveClock(to: Date): Promise<void>;
  /** Returns a one-time link that enrolls a browser as this device. */
  enrolmentLink(newDevice: EnrolmentRequest): Promise<string>;
  /** Stops every service. */
  stop(): Promise<void>;
}

/**
 * Starts the workbench and first ends orphans of an earlier, killed run in the same folder.
 * @throws Error if a service does not start (everything is stopped again), or if a workbench already runs in the folder
 */
export async function startWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const folder = path.resolve(options.folder);
  const ports = await claimPortBlock(folder, options.ports);
  const watchdog = startWatchdog(runFolder(folder));
  const groups: (readonly Service[])[] = [];
  const tearDown = async (): Promise<void> => {
    await stopAll(groups);
    watchdog.release();
    ports.release();
  };
  try {
    return await start({ ...options, folder }, ports, { groups, tearDown });
  } catch (error) {
    await tearDown();
    options.log(`Start failed; logs are in ${runFolder(folder)}. Run "npm start" to retry, or "npm start -- --fresh" for new data.`);
    throw error;
  }
}

/** The services started so far, group by group, and how to stop them. */
interface StartupContext {
  readonly groups: (readonly Service[])[];
  tearDown(): Promise<void>;
}

async function start(options: WorkbenchOptions, ports: PortBlock, { groups, tearDown }: StartupContext): Promise<Workbench> {
  const { folder, log } = options;
  const { base, company, origin } = await prepareWorkbench({ ...options, fresh: options.fresh ?? false }, ports);
  const { database, independent, dependent, settings } = planServices(base, company, origin);

  log('Starting the databases, the broker and the simulators …');
  groups.push(independent);
  await allOf([buildWeb(base.run), ...startedInTurn(independent, log)]);
  await runProgram({
    name: 'migrate',
    folder: base.run,
    script: 'cloud-api/src/cli/migrate.ts',
    env: { ...settings(), WASHDESK_OWNER_DATABASE_URL: database.url() },
  });
  writeCloudEnvironment(folder, settings());

  log('Starting cloud-api and the site agents …');
  groups.push(dependent);
  await allOf(startedInTurn(dependent, log));
  const control = (name: string): string => `http://${LOOPBACK}:${ports.port(`${name}-control`)}`;
  const enrolment = { url: base.url, company, control, linkFor: enrolmentLinks(base.url, company) };
  await Promise.all([enrolTablets(enrolment), enrolRegisters(enrolment)]);

  const services = [...independent, ...dependent];
  return {
    folder,
    url: base.publicUrl,
    company,
    services,
    service: (name) => serviceNamed(services, name),
    control,
    port: (name) => ports.port(name),
    databaseUrl: (name) => database.url(name),
    sitewatch: (site) => sitewatchAddress(base, site),
    moveClock: (to) => moveClock(base, to),
    enrolmentLink: (newDevice) => enrolmentLinks(base.url, company)(newDevice),
    stop: tearDown,
  };
}

interface ServicePlan {
  readonly database: DatabaseService;
  /** Services that need no other service: databases, broker, simulators. */
  readonly independent: readonly Service[];
  /** cloud-api and the agents: they need the independent services, and connect to each other. */
  readonly dependent: readonly Service[];
  /** Returns the environment of cloud-api, once the database runs. */
  settings(): Record<string, string>;
}

function planServices(base: WorkbenchContext, company: Company, origin: CompanyOrigin): ServicePlan {
  const database = databaseService(base);
  const settings = (): Record<string, string> => cloudSettings(base, database.applicationUrl(), WEB_ROOT);
  const sites = company.sites.map((site) => siteServices(base, site));
  const numbers = company.sites.map((site) => site.number);
  return {
    database,
    settings,
    independent: [
      database.service,
      stripeService(base, origin),
      brokerService(base, numbers),
      ...messageServices(base),
      ...sites.flatMap((site) => site.independent),
    ],
    dependent: [cloudApiService(base, settings), ...sites.map((site) => site.agent)],
  };
}

/** Starts the services together and logs each that has started. */
function startedInTurn(services: readonly Service[], log: (line: string) => void): Promise<void>[] {
  let started = 0;
  return services.map(async (service) => {
    await service.start();
    started += 1;
    log(`  ${started} of ${services.length}: ${service.name}`);
  });
}

/** Waits for every start, even after another has failed: a service that is still starting cannot be stopped. */
async function allOf(starts: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(starts)).find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

function serviceNamed(services: readonly Service[], name: string): Service {
  const service = services.find((candidate) => candidate.name === name);
  if (!service) throw new Error(`Unknown service ${name}; available: ${services.map((known) => known.name).join(', ')}`);
  return service;
}

/** Stops services before those that they use. */
async function stopAll(groups: readonly (readonly Service[])[]): Promise<void> {
  for (const group of groups.toReversed()) await Promise.all(group.map((service) => service.stop()));
}
