import { TEST_FILE } from './rule.ts';

/**
 * Allowed imports: one row for each area of the repository. An import is written as the path of its target from the repository's root
 * (`shared/rules/codes`), as `npm:<package>` or as `node:<module>`.
 */
export interface Row {
  /** Short name, used in the message and for the row's failing fixture. */
  readonly name: string;
  readonly files: RegExp;
  /** Paths of the repository that may be imported, besides the own area. */
  readonly may: readonly (string | RegExp)[];
  /** Paths that only `import type` may import. */
  readonly mayAsType?: readonly string[];
  readonly packages: 'all' | { readonly only: readonly string[] } | { readonly except: readonly string[] };
}

/** Everything shared except the list of all contracts, which only tools and tests read. */
const SHARED = /^shared\/(?!contracts\/all(?:\.ts)?$)/;
/** The subjects of the rules, bottom up: each may import only those before it. */
const RULE_SUBJECTS = ['text', 'dates', 'codes', 'customers', 'abuse', 'billing', 'company', 'plans', 'lane'];
/** The base of all domains' contracts. */
const CONTRACT_BASE = ['access', 'endpoint', 'errors', 'live-topic', 'values'].map((name) => `shared/contracts/${name}.ts`);
/** Callers, refusals, limits, list cursors, loops and Stripe's objects, independent of Koa. */
const COMMON = 'cloud-api/src/common/';
/** Stripe's objects, as adapters return them and the mirror's tables store them. */
const PROVIDER_OBJECTS = 'cloud-api/src/common/provider-objects.ts';
/** Only `http/` and `adapters/` depend on the transport of a call or a response. */
const NO_WIRE = { except: ['npm:koa', 'npm:@koa', 'npm:stripe', 'npm:mqtt'] };
const AGENT_SHARED = ['shared/rules/', 'shared/site-protocol/'];
/** Libraries that reach a device or a database: at a site only drivers use them. */
const DEVICE_LIBRARIES = ['npm:modbus-serial', 'npm:node-firebird', 'npm:serialport'];

export const importTable: readonly Row[] = [
  ...RULE_SUBJECTS.map((subject, place): Row => ({
    name: `rules-${subject}`,
    files: new RegExp(`^(?<own>shared/rules/${subject}/)`),
    may: RULE_SUBJECTS.slice(0, place).map((before) => `shared/rules/${before}/`),
    packages: { only: [] },
  })),
  { name: 'rules', files: /^(?<own>shared\/rules\/)/, may: [], packages: { only: [] } },
  {
    // a customer's page shows plans, cards and usages with their domains' types; those domains import nothing from it
    name: 'contracts-members',
    files: /^(?<own>shared\/contracts\/members\/)/,
    may: [...CONTRACT_BASE, 'shared/contracts/billing/', 'shared/contracts/lane/', 'shared/rules/'],
    packages: { only: ['npm:zod'] },
  },
  {
    name: 'contracts-domains',
    files: /^(?<own>shared\/contracts\/[^/]+\/)/,
    // cloud and agent use the same roster schema, which is defined once; both ends of a contract may have different releases
    may: [
      ...CONTRACT_BASE,
      'shared/rules/',
      'shared/site-protocol/roster',
      'shared/site-protocol/enrollment',
      'shared/site-protocol/open-enum',
      'shared/site-protocol/release-manifest',
      'shared/site-protocol/site-configuration/',
    ],
    packages: { only: ['npm:zod'] },
  },
  {
    name: 'contracts-all',
    files: /^(?<own>shared\/contracts\/)all\.ts$/,
    may: [],
    // the list reads the folders
    packages: { only: ['node:fs', 'node:path'] },
  },
  { name: 'contracts', files: /^shared\/contracts\//, may: [...CONTRACT_BASE, 'shared/rules/'], packages: { only: ['npm:zod'] } },
  {
    name: 'site-protocol',
    files: /^(?<own>shared\/site-protocol\/)/,
    may: ['shared/rules/'],
    // signatures are part of the protocol; both of its ends run on Node. A configuration is also a YAML text, with lines
    packages: { only: ['npm:zod', 'npm:yaml', 'node:crypto'] },
  },
  {
    name: 'web-features',
    files: /^(?<own>web\/src\/features\/[^/]+\/[^/]+\/)/,
    may: ['web/src/domain/', 'web/src/components/', 'web/src/lib/', SHARED],
    packages: 'all',
  },
  {
    name: 'web-domain',
    files: /^(?<own>web\/src\/domain\/)/,
    may: ['web/src/components/', 'web/src/lib/', SHARED],
    packages: 'all',
  },
  { name: 'web-components', files: /^(?<own>web\/src\/components\/)/, may: ['web/src/lib/', SHARED], packages: 'all' },
  { name: 'web-lib', files: /^(?<own>web\/src\/lib\/)/, may: [SHARED], packages: 'all' },
  {
    // a visitor's phone loads React and the page, nothing of the staff app: a contract at run time would add zod
    name: 'web-public',
    files: /^(?<own>web\/src\/public\/)/,
    may: ['shared/rules/'],
    // the agent's own page has its calls in the site protocol
    mayAsType: ['shared/contracts/', 'shared/site-protocol/local-page', 'npm:zod'],
    packages: { only: ['npm:react', 'npm:react-dom', 'npm:signature_pad'] },
  },
  { name: 'web', files: /^(?<own>web\/)/, may: [SHARED], packages: 'all' },
  {
    name: 'cloud-routes',
    files: /^(?<own>cloud-api\/src\/features\/[^/]+\/[^/]+\/)(?:.*\/)?[^/]+\.routes\.ts$/,
    may: ['cloud-api/src/http/', COMMON, SHARED],
    packages: { except: ['npm:pg', 'npm:kysely', 'npm:stripe', 'npm:mqtt'] },
  },
  {
    name: 'cloud-stores',
    files: /^(?<own>cloud-api\/src\/features\/[^/]+\/[^/]+\/).*\.store\.ts$/,
    may: ['cloud-api/src/db/', 'cloud-api/src/keyed-changes/', COMMON, SHARED],
    packages: NO_WIRE,
  },
  {
    name: 'cloud-create',
    files: /^(?<own>cloud-api\/src\/features\/[^/]+\/[^/]+\/)create-[^/]+\.ts$/,
    // a `create` function may import its arguments' types by name: no other feature, no adapter, no SQL; a few routes may be declared there
    may: [
      'cloud-api/src/feature.ts',
      'cloud-api/src/http/route.ts',
      'cloud-api/src/http/ticket-sockets.ts',
      'cloud-api/src/ports/',
      'cloud-api/src/operations/',
      'cloud-api/src/keyed-changes/',
      'cloud-api/src/jobs/',
      'cloud-api/src/live/',
      'cloud-api/src/mirror/',
      'cloud-api/src/audit/',
      'cloud-api/src/documents/',
      'cloud-api/src/db/',
      COMMON,
      SHARED,
    ],
    packages: { except: [...NO_WIRE.except, 'npm:pg', 'npm:kysely'] },
  },
  {
    name: 'cloud-services',
    files: /^(?<own>cloud-api\/src\/features\/[^/]+\/[^/]+\/)/,
    may: [
      'cloud-api/src/ports/',
      'cloud-api/src/operations/',
      'cloud-api/src/keyed-changes/',
      'cloud-api/src/jobs/',
      'cloud-api/src/live/',
      'cloud-api/src/mirror/',
      'cloud-api/src/audit/',
      'cloud-api/src/documents/',
      // the handle of a transaction across the own store, a job and the audit row; no SQL
      'cloud-api/src/db/',
      COMMON,
      SHARED,
    ],
    packages: NO_WIRE,
  },
  {
    name: 'cloud-adapters',
    files: /^(?<own>cloud-api\/src\/adapters\/[^/]+\/)/,
    may: ['cloud-api/src/ports/', 'cloud-api/src/db/', PROVIDER_OBJECTS, SHARED],
    packages: { except: ['npm:koa', 'npm:@koa'] },
  },
  // below the features, bottom up: each may import only those before it
  { name: 'common', files: /^(?<own>cloud-api\/src\/common\/)/, may: [SHARED], packages: NO_WIRE },
  { name: 'db', files: /^(?<own>cloud-api\/src\/db\/)/, may: [PROVIDER_OBJECTS, SHARED], packages: NO_WIRE },
  // schemas describe requests stored with an operation
  {
    name: 'ports',
    files: /^(?<own>cloud-api\/src\/ports\/)/,
    may: ['cloud-api/src/db/', PROVIDER_OBJECTS, SHARED],
    packages: { only: ['npm:zod', 'node:stream'] },
  },
  { name: 'audit', files: /^(?<own>cloud-api\/src\/audit\/)/, may: ['cloud-api/src/db/', COMMON, SHARED], packages: NO_WIRE },
  {
    name: 'jobs',
    files: /^(?<own>cloud-api\/src\/jobs\/)/,
    may: ['cloud-api/src/db/', 'cloud-api/src/ports/', COMMON, SHARED],
    packages: NO_WIRE,
  },
  { name: 'live', files: /^(?<own>cloud-api\/src\/live\/)/, may: ['cloud-api/src/db/', COMMON, SHARED], packages: NO_WIRE },
  {
    name: 'mirror-snapshots',
    files: /^(?<own>cloud-api\/src\/mirror\/snapshots\/)/,
    may: ['cloud-api/src/db/', 'cloud-api/src/ports/', COMMON, SHARED],
    packages: NO_WIRE,
  },
  {
    name: 'mirror-projection',
    files: /^(?<own>cloud-api\/src\/mirror\/projection\/)/,
    may: ['cloud-api/src/db/', 'cloud-api/src/ports/', 'cloud-api/src/jobs/', 'cloud-api/src/mirror/snapshots/', COMMON, SHARED],
    packages: NO_WIRE,
  },
  {
    name: 'mirror',
    files: /^(?<own>cloud-api\/src\/mirror\/)/,
    may: ['cloud-api/src/db/', 'cloud-api/src/ports/', 'cloud-api/src/jobs/', COMMON, SHARED],
    packages: NO_WIRE,
  },
  {
    name: 'keyed-changes',
    files: /^(?<own>cloud-api\/src\/keyed-changes\/)/,
    may: ['cloud-api/src/db/', COMMON, SHARED],
    packages: NO_WIRE,
  },
  {
    name: 'operations',
    files: /^(?<own>cloud-api\/src\/operations\/)/,
    may: [
      'cloud-api/src/audit/',
      'cloud-api/src/db/',
      'cloud-api/src/ports/',
      'cloud-api/src/jobs/',
      'cloud-api/src/mirror/',
      COMMON,
      SHARED,
    ],
    packages: NO_WIRE,
  },
  {
    name: 'documents',
    files: /^(?<own>cloud-api\/src\/documents\/)/,
    may: [
      'cloud-api/src/db/',
      'cloud-api/src/ports/',
      'cloud-api/src/jobs/',
      'cloud-api/src/live/',
      'cloud-api/src/mirror/',
      'cloud-api/src/operations/',
      COMMON,
      SHARED,
    ],
    packages: NO_WIRE,
  },
  {
    name: 'http',
    files: /^(?<own>cloud-api\/src\/http\/)/,
    may: [COMMON, SHARED],
    packages: { except: ['npm:pg', 'npm:kysely', 'npm:stripe', 'npm:mqtt'] },
  },
  { name: 'cloud-compose', files: /^cloud-api\/src\/compose\.ts$/, may: [/^cloud-api\/src\/(?!features\/)/, SHARED], packages: 'all' },
  {
    name: 'cloud-compose-domains',
    files: /^(?<own>cloud-api\/src\/compose\/)/,
    // only its `create` function builds a feature
    may: [/^cloud-api\/src\/(?!features\/)/, /^cloud-api\/src\/features\/[^/]+\/[^/]+\/create-[^/]+\.ts$/, SHARED],
    packages: 'all',
  },
  { name: 'cloud-cli', files: /^(?<own>cloud-api\/src\/)cli\//, may: ['shared/'], packages: 'all' },
  { name: 'cloud-api', files: /^(?<own>cloud-api\/)/, may: [SHARED], packages: 'all' },
  {
    name: 'agent-features',
    files: /^(?<own>site-agent\/src\/features\/[^/]+\/[^/]+\/)/,
    // a feature that opens a gate dispatches the command like every other source
    may: [
      'site-agent/src/actions/',
      'site-agent/src/ports/',
      'site-agent/src/journal/',
      'site-agent/src/repeated-run.ts',
      'site-agent/src/trial-lock.ts',
      ...AGENT_SHARED,
    ],
    packages: { except: ['npm:mqtt', ...DEVICE_LIBRARIES] },
  },
  {
    name: 'agent-drivers',
    files: /^(?<own>site-agent\/src\/drivers\/[^/]+\/)/,
    // the files beside the drivers' folders are shared by all drivers, except the registry, which imports the drivers; a definition names
    // its kind, which the kind's feature defines
    may: [
      'site-agent/src/ports/',
      'site-agent/src/transports/',
      /^site-agent\/src\/drivers\/(?!registry)[^/]+\.ts$/,
      /^site-agent\/src\/features\/[^/]+\/[^/]+\/[^/]+-kind\.ts$/,
      SHARED,
    ],
    packages: { except: ['npm:mqtt'] },
  },
  // beside the features, bottom up
  { name: 'agent-ports', files: /^(?<own>site-agent\/src\/ports\/)/, may: AGENT_SHARED, packages: { only: ['npm:zod'] } },
  {
    name: 'agent-transports',
    files: /^(?<own>site-agent\/src\/transports\/)/,
    may: ['site-agent/src/ports/', ...AGENT_SHARED],
    packages: { except: ['npm:mqtt'] },
  },
  {
    name: 'agent-journal',
    files: /^(?<own>site-agent\/src\/journal\/)/,
    may: ['site-agent/src/ports/', ...AGENT_SHARED],
    packages: { except: ['npm:mqtt'] },
  },
  {
    name: 'agent-actions',
    files: /^(?<own>site-agent\/src\/actions\/)/,
    may: ['site-agent/src/ports/', 'site-agent/src/journal/', ...AGENT_SHARED],
    packages: { only: ['npm:zod', 'npm:pino', 'node:async_hooks', 'node:fs', 'node:os'] },
  },
  {
    name: 'agent-identity',
    files: /^(?<own>site-agent\/src\/identity\/)/,
    may: ['site-agent/src/transports/', ...AGENT_SHARED],
    packages: { only: ['npm:zod', 'node:crypto', 'node:fs', 'node:os', 'node:path'] },
  },
  {
    name: 'agent-cloud',
    files: /^(?<own>site-agent\/src\/cloud\/)/,
    may: [
      'site-agent/src/ports/',
      'site-agent/src/journal/',
      'site-agent/src/transports/',
      'site-agent/src/identity/',
      'site-agent/src/repeated-run.ts',
      ...AGENT_SHARED,
    ],
    packages: { except: ['npm:mqtt'] },
  },
  // sources of commands: each may import the dispatcher and no other source
  {
    name: 'agent-mqtt',
    files: /^(?<own>site-agent\/src\/mqtt\/)/,
    may: ['site-agent/src/actions/', 'site-agent/src/ports/', 'site-agent/src/journal/', 'site-agent/src/transports/', ...AGENT_SHARED],
    packages: { except: DEVICE_LIBRARIES },
  },
  {
    name: 'agent-local-page',
    files: /^(?<own>site-agent\/src\/local-page\/)/,
    // listens like the receiver of pushes; PINs are files like every secret of the configuration
    may: [
      'site-agent/src/actions/',
      'site-agent/src/ports/',
      'site-agent/src/journal/',
      'site-agent/src/transports/',
      'site-agent/src/config-secrets.ts',
      'site-agent/src/packaged.ts',
      ...AGENT_SHARED,
    ],
    packages: { except: ['npm:mqtt', ...DEVICE_LIBRARIES] },
  },
  { name: 'site-agent', files: /^(?<own>site-agent\/)/, may: AGENT_SHARED, packages: 'all' },
  // the workbench on one machine, bottom up
  { name: 'broker', files: /^(?<own>deploy\/broker\/)/, may: [], packages: 'all' },
  { name: 'local-servers', files: /^(?<own>deploy\/workbench\/local-servers\/)/, may: [], packages: 'all' },
  { name: 'tools', files: /^(?<own>deploy\/tools\/)/, may: ['deploy/workbench/local-servers/'], packages: 'all' },
  { name: 'packages', files: /^(?<own>deploy\/packages\/)/, may: ['deploy/workbench/', ...AGENT_SHARED], packages: 'all' },
  {
    name: 'stripe-simulator',
    files: /^(?<own>tests\/simulators\/stripe\/)/,
    may: ['tests/simulators/', 'shared/rules/'],
    packages: { except: ['npm:koa'] },
  },
  {
    name: 'simulators',
    files: /^tests\/simulators\/(?!stripe\/)/,
    may: [/^tests\/simulators\/(?!stripe\/)/, 'shared/contracts/', 'shared/rules/'],
    packages: { except: ['npm:mqtt', 'npm:stripe'] },
  },
  {
    name: 'workbench',
    files: /^(?<own>deploy\/workbench\/)/,
    may: ['deploy/broker/', 'tests/simulators/', 'cloud-api/src/', 'site-agent/src/', SHARED],
    packages: 'all',
  },
];

/** Only tests import tests and test code. */
const noTestCode: Row = { name: 'no-test-code', files: /./, may: [], packages: 'all' };

/** Returns the row that `file` violates by importing `target`; null if the import is allowed. */
export function brokenRow(file: string, target: string, asType = false): Row | null {
  if (TEST_FILE.test(file) || /^tests\/(?!simulators\/)/.test(file)) return null;
  if (TEST_FILE.test(target)) return noTestCode;
  const row = importTable.find((candidate) => candidate.files.test(file));
  return row && !allowed(row, file, target, asType) ? row : null;
}

function allowed(row: Row, file: string, target: string, asType: boolean): boolean {
  if (asType && row.mayAsType?.some((path) => target.startsWith(path))) return true;
  if (isPackage(target)) return packageAllowed(row, target);
  const own = row.files.exec(file)?.groups?.['own'];
  if (own && target.startsWith(own)) return !(row.name === 'cloud-routes' && target.includes('.store'));
  return row.may.some((path) => (typeof path === 'string' ? target.startsWith(path) : path.test(target)));
}

function packageAllowed({ packages }: Row, target: string): boolean {
  if (packages === 'all') return true;
  const named = (name: string): boolean => target === name || target.startsWith(`${name}/`);
  return 'only' in packages ? packages.only.some(named) : !packages.except.some(named);
}

function isPackage(target: string): boolean {
  return target.startsWith('npm:') || target.startsWith('node:');
}
