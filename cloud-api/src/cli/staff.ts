import { parseArgs } from 'node:util';
import { namesOfRoles } from '@washdesk/rules/company/roles';
import { argon2Hasher } from '../adapters/argon2/argon2-hasher.ts';
import { systemClock } from '../adapters/clock/system-clock.ts';
import { programPrincipal } from '../common/caller.ts';
import { resetCodes } from '../features/access/auth/one-time-codes/one-time-codes.ts';
import { sessionEnds } from '../features/access/auth/sessions/session-ends.ts';
import { PinAttempts } from '../features/access/auth/sign-in/pin-attempts.ts';
import { ServiceAccountService } from '../features/access/staff/service-account.service.ts';
import { rolesFromList } from '../features/access/staff/staff-rules.ts';
import { StaffService } from '../features/access/staff/staff.service.ts';
import { readSecret } from './secret-input.ts';
import { runTool, UsageProblem } from './tool.ts';

const usage = `Usage: npm run staff -- <command>
  list [--json]
  add <number> --name <name> --roles <Role,Role> [--username <username>]   prompts for a password
  roles <number> <Role,Role>
  password <number> [--username <username>]   the person replaces it at the next sign-in
  pin <number>   the person replaces it at the next sign-in
  unlock <number>   clears wrong PINs and one-time codes that lock a person out on a device
  reset-code <number>   removes one-time codes; the next sign-in sets up new ones
  deactivate <number>
  activate <number>
  service-account <client id> --name <name> --roles <Role,Role> [--site <number>]   prints the secret once
Passwords and PINs are entered hidden, or read from stdin.`;

interface Given {
  words: string[];
  name?: string;
  roles?: string;
  username?: string;
  site?: string;
  json?: boolean;
}

interface Services {
  staff: StaffService;
  serviceAccounts: ServiceAccountService;
  pins: PinAttempts;
  resetCode: (employee: number) => Promise<boolean>;
}

const by = programPrincipal('command line', 'Command line', 'cli:staff');

function needed(value: string | undefined, what: string): string {
  if (value === undefined) throw new UsageProblem(`${what} is missing\n${usage}`);
  return value;
}

function wholeNumber(text: string, what: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageProblem(`${what} must be a whole number, not '${text}'`);
  return Number(text);
}

const numberOf = ({ words }: Given): number => wholeNumber(needed(words[0], 'The employee number'), 'The employee number');
const rolesOf = (names: string | undefined): number => rolesFromList(needed(names, 'The roles: --roles'));

async function list({ staff }: Services, { json }: Given): Promise<void> {
  const all = (await staff.list()).map(({ roles, ...same }) => ({ ...same, roles: namesOfRoles(roles).join(',') }));
  if (json) console.log(JSON.stringify(all));
  else if (all.length === 0) console.log('No staff yet. Every Sitewatch employee is a cashier.');
  else console.table(all, ['number', 'name', 'roles', 'username', 'hasPassword', 'hasPin', 'active']);
}

async function add({ staff }: Services, given: Given): Promise<void> {
  const { username } = given;
  const person = { employeeNumber: numberOf(given), name: needed(given.name, 'The name: --name'), roles: rolesOf(given.roles) };
  await staff.add(username === undefined ? person : { ...person, username, password: await readSecret('Password') });
  console.log(`${person.name} was added. Set a PIN with: npm run staff -- pin ${person.employeeNumber}`);
}

async function addServiceAccount({ serviceAccounts }: Services, given: Given): Promise<void> {
  const clientId = needed(given.words[0], 'The client id');
  const site = given.site === undefined ? null : wholeNumber(given.site, 'The site');
  const account = { clientId, name: needed(given.name, 'The name: --name'), roles: rolesOf(given.roles), site };
  console.log(JSON.stringify({ client_id: clientId, client_secret: await serviceAccounts.save(account) }));
}

const said = (sentence: string): void => console.log(`${sentence} This person’s open sessions ended.`);

type Command = (services: Services, given: Given) => Promise<void>;

const commands: Record<string, Command> = {
  list,
  add,
  'service-account': addServiceAccount,
  async roles({ staff }, given) {
    await staff.setRoles(numberOf(given), rolesOf(given.roles ?? given.words[1]));
    said('The roles were changed.');
  },
  async password({ staff }, given) {
    await staff.setPassword(numberOf(given), await readSecret('Password'), given.username, by.name);
    said('The password was set.');
  },
  async pin({ staff }, given) {
    await staff.setPin(numberOf(given), await readSecret('PIN'), by.name);
    said('The PIN was set.');
  },
  async unlock({ pins }, given) {
    const devices = await pins.unlock(numberOf(given), by);
    console.log(devices === 0 ? 'The PIN wasn’t locked; its attempt count was reset.' : `The PIN was unlocked at ${devices} devices.`);
  },
  async 'reset-code'({ resetCode }, given) {
    if (await resetCode(numberOf(given))) said('The one-time codes were reset.');
    else console.log('This person has no one-time codes.');
  },
  async deactivate({ staff }, given) {
    await staff.setActive(numberOf(given), false);
    said('Deactivated.');
  },
  async activate({ staff }, given) {
    await staff.setActive(numberOf(given), true);
    said('Activated.');
  },
};

/** The number of arguments of each command that does not take exactly one. */
const wordsTaken: Record<string, number> = { list: 0, roles: 2 };

const text = { type: 'string' } as const;

await runTool(async ({ db }) => {
  const options = { name: text, roles: text, username: text, site: text, json: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [name = '', ...words] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageProblem(usage);
  // rejects an extra word, such as a password typed after the command
  if (words.length > (wordsTaken[name] ?? 1)) throw new UsageProblem(`Too many arguments\n${usage}`);
  const tools = { db, clock: systemClock, hasher: argon2Hasher(), by };
  const pins = new PinAttempts({ db, clock: systemClock, systemClock, alert: () => undefined });
  const ends = sessionEnds(systemClock, () => undefined);
  const resetCode = (employee: number) => resetCodes({ db, clock: systemClock, sessionEnds: ends }, employee, by);
  const staff = new StaffService({ ...tools, sessionEnds: ends });
  const serviceAccounts = new ServiceAccountService({ ...tools, sessionEnds: ends });
  await command({ staff, serviceAccounts, pins, resetCode }, { ...values, words });
});
