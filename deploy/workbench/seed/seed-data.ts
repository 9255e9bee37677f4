import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startFirebird, type Firebird } from '@washdesk/local-servers/firebird';
import { eraseFirebird, placeDatabase } from '@washdesk/local-servers/firebird-databases';
import type { ExistingFirebird, PrivateFirebird } from '@washdesk/local-servers/firebird-distribution';
import { erasePostgres, restorePostgres } from '@washdesk/local-servers/postgres';
import type { Company } from '@washdesk/simulators/company/company';
import { postgresFolder } from '../cloud-services.ts';
import { foreignDatabase, sitewatchFolder } from '../site-services.ts';
import { companyOf, provideCompanySeed, seedSite, SITEWATCH, type CompanyOrigin, type CompanySeed } from './company-seed.ts';

export interface SeedDataOptions {
  readonly folder: string;
  readonly fresh: boolean;
  readonly monthsBilled?: number;
  readonly firebird: PrivateFirebird | ExistingFirebird | null;
  readonly log: (line: string) => void;
}

/** Files that a fresh start keeps: other processes' locks, and the ports, so that bookmarks stay valid. */
const PRESERVED = new Set(['ports.json', 'setup.lock', 'web-build.lock.db', 'run']);

/** Fills a new or `fresh` folder with the seeded company; a folder that already has one stays as it is. */
export async function seedData({ folder, fresh, monthsBilled, firebird, log }: SeedDataOptions): Promise<CompanyOrigin> {
  const origin = path.join(folder, 'origin.json');
  if (!fresh && existsSync(origin)) return JSON.parse(readFileSync(origin, 'utf8')) as CompanyOrigin;

  log('Preparing the seeded company (slower on the first start of a day) …');
  const seed = await provideCompanySeed(firebird?.kind === 'private' ? firebird : null, monthsBilled);
  await clear(folder);
  restorePostgres(seed.postgres, postgresFolder(folder));
  await seedSitewatchData(folder, seed, firebird);
  // last, and atomically: a folder without it is seeded again
  writeFileSync(`${origin}.new`, JSON.stringify(seed.origin));
  renameSync(`${origin}.new`, origin);
  return seed.origin;
}

async function clear(folder: string): Promise<void> {
  rmSync(path.join(folder, 'origin.json'), { force: true });
  await erasePostgres(postgresFolder(folder));
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith('sitewatch-'))) await eraseFirebird(path.join(folder, name));
  for (const name of readdirSync(folder)) if (!PRESERVED.has(name)) rmSync(path.join(folder, name), { recursive: true });
}

async function seedSitewatchData(folder: string, seed: CompanySeed, firebird: SeedDataOptions['firebird']): Promise<void> {
  const company = companyOf(seed.origin);
  for (const { number } of company.sites) {
    const file = seed.sitewatch(number);
    if (file) placeDatabase(sitewatchFolder(folder, number), SITEWATCH, file);
    else if (firebird) await seedExistingServer(await startFirebird({ distribution: firebird, folder }), folder, company, number);
  }
}

/** Creates the databases of an existing server over a connection, because its files are out of reach. */
async function seedExistingServer(server: Firebird, folder: string, company: Company, site: number): Promise<void> {
  const name = foreignDatabase(folder, site);
  await server.dropDatabase(name);
  await seedSite(server, name, company, site);
}
