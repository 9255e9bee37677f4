import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, copyFileSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '@washdesk/local-servers/cache-folder';
import { startFirebird, type Firebird } from '@washdesk/local-servers/firebird';
import { databaseFile } from '@washdesk/local-servers/firebird-databases';
import type { PrivateFirebird } from '@washdesk/local-servers/firebird-distribution';
import { freePort, LOOPBACK } from '@washdesk/local-servers/ports';
import { createDatabase, erasePostgres, savePostgres, startPostgres } from '@washdesk/local-servers/postgres';
import type { Launched } from '@washdesk/local-servers/processes/launch';
import { withLock } from '@washdesk/local-servers/processes/lock';
import { runProgram, startWithReadyLine } from '@washdesk/local-servers/processes/program';
import { makeCompany, type Company } from '@washdesk/simulators/company/company';
import { seedSitewatch, sitewatchSchema } from '@washdesk/simulators/sitewatch/seed-sitewatch';
import type { Webhook } from '@washdesk/stripe-simulator/events/given-webhook';
import { driftVariable } from '@washdesk/stripe-simulator/fidelity/drift';
import { openSecrets } from '../secrets.ts';
import { contentHash } from './content-hash.ts';
import { plantDifferences, plantUnknownCustomer } from './planted-differences.ts';
import { seedCloud } from './seed-cloud.ts';

/** The seeded company as files, created once per day for these sources and copied into every fresh workbench. */
export interface CompanySeed {
  readonly origin: CompanyOrigin;
  /** Data of a stopped PostgreSQL server, for `restorePostgres`. */
  readonly postgres: string;
  /** The database file of a site; null where Firebird is missing. */
  sitewatch(site: number): string | null;
}

/** What the company is generated from: the same origin creates the same company in every process. */
export interface CompanyOrigin {
  readonly seed: number;
  readonly now: string;
  readonly monthsBilled?: number;
}

export const DATABASE = 'washdesk';
export const SITEWATCH = 'sitewatch';

const SOURCES = [
  'tests/simulators/{company,sitewatch,stripe}/**/*.{ts,sql}',
  'tests/simulators/tablet/drawn-signature.ts',
  'tests/simulators/gray-png.ts',
  'cloud-api/src/{common,db,mirror,jobs,adapters/stripe}/**/*.{ts,sql}',
  'cloud-api/src/cli/{migrate,reconcile}.ts',
  'cloud-api/src/{documents/agreement,documents/receipt-facts,operations/stored-facts,common/request-hash}.ts',
  'cloud-api/src/features/company/settings/*.ts',
  'shared/rules/**/*.ts',
  'tests/simulators/seeded-random.ts',
  'deploy/workbench/seed/*.ts',
];
const KEPT_SEEDS = 3;

export function companyOf({ now, ...origin }: CompanyOrigin): Company {
  return makeCompany({ ...origin, now: new Date(now) });
}

/** @param monthsBilled as in `makeCompany`: a year lengthens the first start of a day by half a minute */
export async function provideCompanySeed(firebird: PrivateFirebird | null, monthsBilled = 0): Promise<CompanySeed> {
  const today = new Date().toISOString().slice(0, 10);
  const origin: CompanyOrigin = { seed: 1, now: `${today}T00:00:00.000Z`, monthsBilled };
  const cache = cacheFolder();
  const name = `company-${contentHash(SOURCES, today, firebird?.root ?? 'no firebird', String(monthsBilled))}`;
  const folder = path.join(cache, name);
  await withLock(cache, 'company', 600_000, async () => {
    if (existsSync(folder)) return;
    await createSeed(folder, origin, firebird);
    removeOldSeeds(cache);
  });
  return {
    origin: JSON.parse(readFileSync(path.join(folder, 'origin.json'), 'utf8')) as CompanyOrigin,
    postgres: path.join(folder, 'postgres'),
    sitewatch: (site) => (firebird ? siteFile(folder, site) : null),
  };
}

function siteFile(folder: string, site: number): string {
  return path.join(folder, `sitewatch-${site}.fdb`);
}

async function createSeed(folder: string, origin: CompanyOrigin, firebird: PrivateFirebird | null): Promise<void> {
  const result = `${folder}.unfinished`;
  const work = `${folder}.work`;
  for (const place of [result, work]) {
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true, mode: 0o700 });
  }
  const company = companyOf(origin);
  await Promise.all([createPostgresSeed(work, result, company), firebird && createSitewatchSeed(work, result, company, firebird)]);
  writeFileSync(path.join(result, 'origin.json'), JSON.stringify(origin));
  renameSync(result, folder);
  rmSync(work, { recursive: true, force: true });
}

/** Creates migrations, the company's own rows, and the mirror as reconcile reads it from the Stripe simulator. */
async function createPostgresSeed(work: string, result: string, company: Company): Promise<void> {
  const folder = path.join(work, 'postgres');
  // as root its data is outside of `work`: an interrupted run leaves it there
  await erasePostgres(folder);
  const [server, stripePort] = await Promise.all([startPostgres({ folder }), freePort()]);
  await createDatabase(server.url(), DATABASE);
  const database = { WASHDESK_DATABASE_URL: server.url(DATABASE) };
  await runProgram({ name: 'migrate', folder: work, script: 'cloud-api/src/cli/migrate.ts', env: database });
  const stripe = await startStripe({
    log: work,
    state: path.join(work, 'stripe-state.jsonl'),
    port: stripePort,
    control: 0,
    origin: company,
  });
  await seedCloud(server.url(DATABASE), company);
  // The simulator has no rate limit.
  const rate = { WASHDESK_STRIPE_BACKGROUND_PER_SECOND: '2000' };
  await reconcile(work, { ...database, ...stripeSettings(stripePort), ...rate, ...unusedSettings(work) });
  await plantDifferences(server.url(DATABASE), company);
  await stripe.stop();
  await server.stop();
  savePostgres(folder, path.join(result, 'postgres'));
  await erasePostgres(folder);
}

export function stripeSettings(port: number): Record<string, string> {
  return {
    WASHDESK_STRIPE_SECRET_KEY: 'sk_test_workbench',
    WASHDESK_STRIPE_PUBLIC_KEY: 'pk_test_workbench',
    WASHDESK_STRIPE_HOST: LOOPBACK,
    WASHDESK_STRIPE_PORT: String(port),
    WASHDESK_STRIPE_PROTOCOL: 'http',
  };
}

function reconcile(folder: string, env: Record<string, string>): Promise<string> {
  return runProgram({ name: 'reconcile', folder, script: 'cloud-api/src/cli/reconcile.ts', env });
}

/** Returns settings that reconcile's configuration requires and does not use. */
function unusedSettings(work: string): Record<string, string> {
  const secrets = openSecrets(path.join(work, 'secrets'));
  return {
    WASHDESK_PUBLIC_URL: `http://${LOOPBACK}`,
    WASHDESK_BROKER_URL: `mqtt://${LOOPBACK}`,
    WASHDESK_TOKEN_KEY_FILE: secrets.keyFile('token'),
    WASHDESK_COMMAND_KEY_FILE: secrets.keyFile('command'),
  };
}

export interface StripeOptions {
  /** Folder of its log. */
  readonly log: string;
  /** File for its changes. */
  readonly state: string;
  readonly port: number;
  readonly control: number;
  readonly origin: CompanyOrigin;
  /** Milliseconds that the company's time is ahead of the system's. */
  readonly clockOffsetMs?: number;
  /** An endpoint that receives every event. */
  readonly webhook?: Webhook;
}

/** Starts the Stripe simulator with this company. */
export function startStripe({ log, state, port, control, origin, clockOffsetMs = 0, webhook }: StripeOptions): Promise<Launched> {
  const flags = {
    port,
    control,
    now: origin.now,
    seed: origin.seed,
    'months-billed': origin.monthsBilled ?? 0,
    state,
    'clock-offset': clockOffsetMs,
  };
  const allFlags = webhook ? { ...flags, webhook: webhook.url, 'webhook-secret': webhook.secret } : flags;
  const args = Object.entries(allFlags).map(([name, value]) => `--${name}=${value}`);
  // a test run checks every simulator against the SDK's types, including this one
  const driftFile = process.env[driftVariable];
  const env: Record<string, string> = driftFile ? { [driftVariable]: driftFile } : {};
  return startWithReadyLine({ name: 'stripe', folder: log, script: 'tests/simulators/stripe/main.ts', args, env });
}

async function createSitewatchSeed(work: string, result: string, company: Company, distribution: PrivateFirebird): Promise<void> {
  const folder = path.join(work, 'firebird');
  const server = await startFirebird({ distribution, folder });
  await Promise.all(company.sites.map(({ number }) => seedSite(server, `site-${number}`, company, number)));
  await server.stop();
  for (const { number } of company.sites) copyFileSync(databaseFile(folder, `site-${number}`), siteFile(result, number));
}

/** Creates and fills the Sitewatch database of one site. */
export async function seedSite(server: Firebird, name: string, company: Company, site: number): Promise<void> {
  await server.createDatabase(name, await sitewatchSchema());
  const { host, port, user, password } = server;
  const address = { host, port, user, password, database: server.databasePath(name) };
  await seedSitewatch({ ...address, company, site });
  if (site === company.sites[0]?.number) await plantUnknownCustomer(address);
}

function removeOldSeeds(cache: string): void {
  const seeds = readdirSync(cache)
    .filter((name) => name.startsWith('company-'))
    .map((name) => path.join(cache, name));
  const oldestLast = seeds.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const seed of oldestLast.slice(KEPT_SEEDS)) rmSync(seed, { recursive: true, force: true });
}
