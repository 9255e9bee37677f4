import path from 'node:path';
import type { Company } from '@washdesk/tests/simulators/company/company';
import {
  brokerPart,
  cloudApiPart,
  cloudSettings,
  databasePart,
  stripePart,
  writeCloudEnvironment,
  type DatabasePart,
} from './workbench/cloud-parts.ts';
import type { CompanyOrigin } from './workbench/company-seed.ts';
import { moveClock } from './workbench/company-time.ts';
import { enrolmentLink, type EnrolmentWish } from './workbench/enrolment.ts';
import type { Departures, Foundation } from './workbench/foundation.ts';
import { guard } from './processes/guard.ts';
import { layFoundation, runFolder } from './workbench/lay-foundation.ts';
import type { Part } from './processes/part.ts';
import { messageParts } from './workbench/message-parts.ts';
import { claimPortBlock, type PortBlock } from './port-block.ts';
import { LOOPBACK } from './ports.ts';
import { runProgram } from './processes/program.ts';
import { siteParts, sitewatchAddress, type SitewatchAddress } from './workbench/site-parts.ts';
import { enrolRegisters } from './workbench/registers.ts';
import { enrolTablets } from './workbench/tablets.ts';
import { buildWeb, WEB_ROOT } from './workbench/web-build.ts';

export interface WorkbenchOptions {
  /** All that is kept: databases, keys, logs, the ports once chosen. */
  readonly folder: string;
  /** Start over with the seeded company; without it kept data are used again. */
  readonly fresh?: boolean;
  /** Ports wished for, by the part's name (`cloud-api`, `page`); all others are found. */
  readonly ports?: Record<string, number>;
  /** The address that browsers show, where another server stands before cloud-api. */
  readonly publicUrl?: string;
  /** For people, who may have no internet: pages get Stripe's scripts from its stand-in. Else from Stripe, where a browser test stands in. */
  readonly stripeScripts?: boolean;
  readonly departures?: Departures;
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
  /** Hidden side of a simulator (`gate-12`, `rfid-12`, `printer-12`, `tablet-12`, `register-12`, `phone`, `mailbox`, `stripe`): `GET /state`, `POST /behaviour`. */
  control(name: string): string;
  /** The fixed port of a name. */
  port(name: string): number;
  databaseUrl(database?: string): string;
  /** Null where Firebird cannot be had. */
  sitewatch(site: number): SitewatchAddress | null;
  /** Moves the whole company forward: Stripe does what falls due on the way, then cloud-api and the agents follow. */
  moveClock(to: Date): Promise<void>;
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
  const guardian = guard(runFolder(folder));
  const groups: (readonly Part[])[] = [];
  const leave = async (): Promise<void> => {
    await stopAll(groups);
    guardian.release();
    ports.release();
  };
  try {
    return await start({ ...options, folder }, ports, { groups, leave });
  } catch (error) {
    await leave();
    throw error;
  }
}

/** What has been started so far, group by group, and how to leave it. */
interface Stage {
  readonly groups: (readonly Part[])[];
  leave(): Promise<void>;
}

async function start(options: WorkbenchOptions, ports: PortBlock, { groups, leave }: Stage): Promise<Workbench> {
  const { folder, log } = options;
  const { base, company, origin } = await layFoundation({ ...options, fresh: options.fresh ?? false }, ports);
  const { database, ground, upper, settings } = planParts(base, company, origin);

  log('Starting the databases, the broker, the stand-ins …');
  groups.push(ground);
  await allOf([buildWeb(base.run), ...ground.map((part) => part.start())]);
  await runProgram({ name: 'migrate', folder: base.run, script: 'cloud-api/src/cli/migrate.ts', env: settings() });
  writeCloudEnvironment(folder, settings());

  log('Starting cloud-api and the site agents …');
  groups.push(upper);
  await allOf(upper.map((part) => part.start()));
  const control = (name: string): string => `http://${LOOPBACK}:${ports.port(`${name}-control`)}`;
  const desk = { url: base.url, company, control };
  await Promise.all([enrolTablets(desk), enrolRegisters(desk)]);

  const parts = [...ground, ...upper];
  return {
    folder,
    url: base.publicUrl,
    company,
    parts,
    part: (name) => named(parts, name),
    control,
    port: (name) => ports.port(name),
    databaseUrl: (name) => database.url(name),
    sitewatch: (site) => sitewatchAddress(base, site),
    moveClock: (to) => moveClock(base, to),
    enrolmentLink: (wish) => enrolmentLink(base.url, company, wish),
    stop: leave,
  };
}

interface Plan {
  readonly database: DatabasePart;
  /** What stands on nothing. */
  readonly ground: readonly Part[];
  /** cloud-api and the agents: they use the ground, and find each other by themselves. */
  readonly upper: readonly Part[];
  /** The environment of cloud-api, once the database runs. */
  settings(): Record<string, string>;
}

function planParts(base: Foundation, company: Company, origin: CompanyOrigin): Plan {
  const database = databasePart(base);
  const settings = (): Record<string, string> => cloudSettings(base, database.url(), WEB_ROOT);
  const sites = company.sites.map((site) => siteParts(base, site));
  const numbers = company.sites.map((site) => site.number);
  return {
    database,
    settings,
    ground: [
      database.part,
      stripePart(base, origin),
      brokerPart(base, numbers),
      ...messageParts(base),
      ...sites.flatMap((site) => site.ground),
    ],
    upper: [cloudApiPart(base, settings), ...sites.map((site) => site.agent)],
  };
}

/** Waits for every one, the failed start of another notwithstanding: what is half started could not be stopped. */
async function allOf(starts: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(starts)).find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

function named(parts: readonly Part[], name: string): Part {
  const part = parts.find((candidate) => candidate.name === name);
  if (!part) throw new Error(`The workbench has no part ${name}; it has ${parts.map((known) => known.name).join(', ')}.`);
  return part;
}

/** What uses others stops before them. */
async function stopAll(groups: readonly (readonly Part[])[]): Promise<void> {
  for (const group of groups.toReversed()) await Promise.all(group.map((part) => part.stop()));
}
