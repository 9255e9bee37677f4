import { TEST_FILE } from './rule.ts';

/**
 * Who may import whom: one row a room of the house. An import is written as the path it leads to, from the root of the
 * house (`shared/rules/codes`), as `npm:<package>` or as `node:<module>`.
 */
export interface Row {
  /** Short name, used in the message and as the name of the row's failing fixture. */
  readonly name: string;
  /** The files that the row rules. `(?<own>…)` names what counts as the file's own room. */
  readonly files: RegExp;
  /** Paths inside the house that may be imported, besides the own room. */
  readonly may: readonly (string | RegExp)[];
  /** Packages and Node modules: all of them, only these, or all but these. */
  readonly packages: 'all' | { readonly only: readonly string[] } | { readonly except: readonly string[] };
}

const SHARED = 'shared/';

export const importTable: readonly Row[] = [
  { name: 'rules', files: /^(?<own>shared\/rules\/)/, may: [], packages: { only: [] } },
  {
    name: 'contracts',
    files: /^(?<own>shared\/contracts\/)/,
    // The roster's shape belongs to cloud and agent alike and is described once.
    may: ['shared/rules/', 'shared/site-protocol/roster'],
    packages: { only: ['npm:zod'] },
  },
  {
    name: 'site-protocol',
    files: /^(?<own>shared\/site-protocol\/)/,
    may: ['shared/rules/'],
    // Signatures are part of the protocol; both of its ends run on Node.
    packages: { only: ['npm:zod', 'node:crypto'] },
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
  { name: 'web', files: /^(?<own>web\/)/, may: [SHARED], packages: 'all' },
  {
    name: 'cloud-routes',
    files: /^(?<own>cloud-api\/src\/features\/[^/]+\/[^/]+\/)(?:.*\/)?[^/]+\.routes\.ts$/,
    may: ['cloud-api/src/http/', SHARED],
    packages: { except: ['npm:pg', 'npm:kysely', 'npm:stripe', 'npm:mqtt'] },
  },
  {
    name: 'cloud-stores',
    files: /^(?<own>cloud-api\/src\/features\/[^/]+\/[^/]+\/).*\.store\.ts$/,
    may: ['cloud-api/src/db/', SHARED],
    packages: { except: ['npm:koa', 'npm:@koa', 'npm:stripe', 'npm:mqtt'] },
  },
  {
    name: 'cloud-services',
    files: /^(?<own>cloud-api\/src\/features\/[^/]+\/[^/]+\/)/,
    may: [
      'cloud-api/src/ports/',
      'cloud-api/src/operations/',
      'cloud-api/src/jobs/',
      'cloud-api/src/mirror/',
      'cloud-api/src/audit/',
      'cloud-api/src/documents/',
      // What a caller is, how a refusal is said and how uses are counted: none knows Koa.
      'cloud-api/src/http/caller.ts',
      'cloud-api/src/http/failure.ts',
      'cloud-api/src/http/rate-limit.ts',
      // The handle of a transaction that spans the own store, an obligation and the audit row; no SQL.
      'cloud-api/src/db/',
      SHARED,
    ],
    packages: { except: ['npm:koa', 'npm:@koa', 'npm:stripe', 'npm:mqtt'] },
  },
  {
    name: 'cloud-adapters',
    files: /^(?<own>cloud-api\/src\/adapters\/[^/]+\/)/,
    may: ['cloud-api/src/ports/', 'cloud-api/src/db/', SHARED],
    packages: { except: ['npm:koa', 'npm:@koa'] },
  },
  { name: 'cloud-api', files: /^(?<own>cloud-api\/)/, may: [SHARED], packages: 'all' },
  {
    name: 'agent-features',
    files: /^(?<own>site-agent\/src\/features\/[^/]+\/)/,
    may: ['site-agent/src/ports/', 'site-agent/src/journal/', 'shared/rules/', 'shared/site-protocol/'],
    packages: { except: ['npm:mqtt', 'npm:modbus-serial', 'npm:node-firebird', 'npm:serialport'] },
  },
  {
    name: 'agent-drivers',
    files: /^(?<own>site-agent\/src\/drivers\/[^/]+\/)/,
    // The files beside the drivers' folders are what all drivers share; the registry, which knows the drivers, is not.
    may: ['site-agent/src/ports/', 'site-agent/src/transports/', /^site-agent\/src\/drivers\/(?!registry)[^/]+\.ts$/, SHARED],
    packages: { except: ['npm:mqtt'] },
  },
  { name: 'site-agent', files: /^(?<own>site-agent\/)/, may: ['shared/rules/', 'shared/site-protocol/'], packages: 'all' },
  { name: 'broker', files: /^(?<own>deploy\/broker\/)/, may: [], packages: 'all' },
];

/** The row of the table that `file` breaks by importing `target`; null where the import is allowed. */
export function brokenRow(file: string, target: string): Row | null {
  if (TEST_FILE.test(file)) return null;
  const row = importTable.find((candidate) => candidate.files.test(file));
  return row && !allowed(row, file, target) ? row : null;
}

function allowed(row: Row, file: string, target: string): boolean {
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
