import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './rule.ts';

export interface Workspace {
  readonly name: string;
  /** Folder from the repository's root, without a trailing slash. */
  readonly folder: string;
  /** Target folder of the `exports` in its package.json. */
  readonly sources: string;
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly workspaces?: readonly string[];
  readonly exports?: { readonly './*': string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export const rootManifest = manifestIn('.');
export const workspaces: readonly Workspace[] = (rootManifest.workspaces ?? []).map(readWorkspace);

/** Returns the innermost workspace that contains `file`; undefined for a file of the root. */
export function workspaceOf(file: string): Workspace | undefined {
  const holding = workspaces.filter(({ folder }) => file.startsWith(`${folder}/`));
  return holding.toSorted((a, b) => b.folder.length - a.folder.length)[0];
}

function readWorkspace(folder: string): Workspace {
  const { name, exports, dependencies = {}, devDependencies = {} } = manifestIn(folder);
  const sources = path.posix.join(folder, path.posix.dirname(exports?.['./*'] ?? './*.ts'));
  return { name, folder, sources, dependencies: Object.keys(dependencies), devDependencies: Object.keys(devDependencies) };
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
}
