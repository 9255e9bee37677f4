import { parseArgs } from 'node:util';
import { makeCompany } from '@washdesk/simulators/company/company';
import { seedSitewatch } from '@washdesk/simulators/sitewatch/seed-sitewatch';
import { seedCloud } from './seed-cloud.ts';

const usage = `Usage:
  main.ts seed-cloud --database-url <postgres url>
  main.ts seed-sitewatch --site <number> --database <path> [--host 127.0.0.1] [--port 3050] [--user SYSDBA] --password <password>
Both take --seed <number> and --now <ISO 8601>; use the same for the Stripe simulator.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    now: { type: 'string', default: new Date().toISOString() },
    'database-url': { type: 'string' },
    site: { type: 'string' },
    database: { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '3050' },
    user: { type: 'string', default: 'SYSDBA' },
    password: { type: 'string' },
  },
});

const company = makeCompany({ seed: Number(values.seed), now: new Date(values.now) });
const { 'database-url': databaseUrl, site, database, password, host, port, user } = values;

if (positionals[0] === 'seed-cloud' && databaseUrl) {
  await seedCloud(databaseUrl, company);
} else if (positionals[0] === 'seed-sitewatch' && site && database && password) {
  await seedSitewatch({ company, site: Number(site), database, password, host, port: Number(port), user });
} else {
  console.error(usage);
  process.exitCode = 2;
}
