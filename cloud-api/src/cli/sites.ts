import { parseArgs } from 'node:util';
import { z } from 'zod';
import { siteNumber, trimmedText } from '@washdesk/contracts/values';
import { systemClock } from '../adapters/clock/system-clock.ts';
import { programPrincipal } from '../common/caller.ts';
import { settingsReader } from '../features/company/settings/create-settings.ts';
import { CompanySites } from '../features/sites/locations/company-sites.service.ts';
import { LocationsService } from '../features/sites/locations/locations.service.ts';
import { runTool, UsageProblem } from './tool.ts';

const usage = `Usage: npm run sites -- <command>
  list [--json]
  add <number> --time-zone <such as America/Chicago> [--name <name>] [--state <IL>] [--location <tml_…>]
    what is omitted comes from Stripe's Terminal location of the number, once npm run reconcile has read it
  change <number> [--name <name>] [--state <IL>] [--time-zone <zone>] [--location <tml_…>]`;

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone.includes('/');
  } catch {
    return false;
  }
}

const fields = z.object({
  number: z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(siteNumber),
  name: trimmedText(60).min(1, 'must not be empty').optional(),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters')
    .optional(),
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as America/Chicago').optional(),
  locationId: z
    .string()
    .regex(/^tml_\w+$/, 'must be the id of a Terminal location')
    .optional(),
});
type Fields = z.output<typeof fields>;

/** @throws UsageProblem that names each wrong field */
function read(given: Record<keyof Fields, string | undefined>): Fields {
  const asked = fields.safeParse(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
  if (asked.success) return asked.data;
  throw new UsageProblem([...asked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`), usage].join('\n'));
}

const text = { type: 'string' } as const;

/** Adds and changes the company's sites. */
await runTool(async ({ db }) => {
  const options = { name: text, state: text, 'time-zone': text, location: text, json: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const { name, state, 'time-zone': timeZone, location: locationId, json } = values;
  const locations = new LocationsService({ db, mapping: () => settingsReader(db)('siteMapping') });
  const by = programPrincipal('command line', 'Command line', 'cli:sites');
  const sites = new CompanySites({ db, clock: systemClock, locations, by });
  const [command, number, ...more] = positionals;
  if (more.length > 0 || (number === undefined) !== (command === 'list')) throw new UsageProblem(usage);
  if (command === 'list') {
    const all = await sites.list();
    if (json) console.log(JSON.stringify(all));
    else console.table(all);
    return;
  }
  const asked = read({ number, name, state, timeZone, locationId });
  if (command !== 'add' && command !== 'change') throw new UsageProblem(usage);
  const site = command === 'add' ? await sites.add(asked) : await sites.change(asked);
  console.log(`Site ${site.number} was ${command === 'add' ? 'added' : 'changed'}: ${site.name}, ${site.state}, ${site.timeZone}.`);
});
