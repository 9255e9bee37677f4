import { builtinModules } from 'node:module';
import path from 'node:path';
import { workspaces } from './workspaces.ts';

/** The fixtures are a small copy of the repository; a file in it is checked as if it were in the real one. */
const FIXTURES = 'deploy/tools/lint/fixtures/';

/** Returns the path of a file from the repository's root, with forward slashes. */
export function projectPath(root: string, file: string): string {
  const relative = path.relative(root, file).split(path.sep).join('/');
  return relative.startsWith(FIXTURES) ? relative.slice(FIXTURES.length) : relative;
}

/** Returns the target of an import: a path of the repository, `npm:<package>` or `node:<module>`. */
export function importTarget(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  const [, workspace, name = ''] = /^(@washdesk\/[^/]+)\/(.+)$/.exec(specifier) ?? [];
  if (workspace !== undefined) return `${workspaces.find((one) => one.name === workspace)?.sources ?? workspace}/${name}`;
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) return `node:${specifier.replace(/^node:/, '')}`;
  return `npm:${specifier}`;
}
