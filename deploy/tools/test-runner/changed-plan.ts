import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '@washdesk/local-servers/processes/program';
import { changedFiles, repositoryFiles } from './changed-files.ts';
import { namesOfEndpoints, selectTests, testsOfEveryContract, withImporters, type Sources } from './selection.ts';
import { importsOf } from './source-imports.ts';
import { formatStep, lintStep, vitestStep, type Step } from './test-plan.ts';

export interface ChangedPlan {
  readonly steps: Step[][];
  /** The skipped tests, one line each. */
  readonly leftOut: readonly string[];
}

/** Returns the steps of `npm test -- --changed`: for changes since `base`, or since this branch left main. */
export async function changedPlan(reports: string, base?: string): Promise<ChangedPlan> {
  const changed = changedFiles(base);
  const known = new Map<string, string[]>();
  const sources: Sources = {
    files: repositoryFiles().filter((file) => /\.(ts|tsx|json)$/.test(file)),
    importsOf: (file) => known.get(file) ?? remember(known, file),
  };
  const { tests, contracts, leftOutImporters } = selectTests(changed, sources);
  const names = namesOfEndpoints(await endpointsOf(contracts));
  const api = names === null ? [] : testsOfEveryContract(sources);

  const there = changed.filter((file) => existsSync(path.join(ROOT, file)));
  const code = withImporters(
    changed.filter((file) => /\.(ts|tsx|mjs)$/.test(file)),
    sources,
  );
  const isEverywhere = changed.some((file) => /(^|\/)(tsconfig[^/]*\.json|package-lock\.json)$/.test(file));
  const steps = [
    [...(there.length > 0 ? [formatStep(there)] : []), ...(isEverywhere || code.length > 0 ? [lintStep(isEverywhere ? [] : code)] : [])],
    tests.length > 0 ? [vitestStep('tests', reports, tests)] : [],
    names !== null && api.length > 0 ? [vitestStep('api', reports, [...api, '--testNamePattern', names])] : [],
  ];
  const leftOut = [
    ...(isEverywhere ? [] : [`Types: ${code.length} files that changed or import what changed; \`npm run types\` checks all.`]),
    ...leftOutOf(sources.files, [...tests, ...api], leftOutImporters),
  ];
  return { steps: steps.filter((row) => row.length > 0), leftOut };
}

function remember(known: Map<string, string[]>, file: string): string[] {
  const imports = file.endsWith('.json') ? [] : importsOf(ROOT, file);
  known.set(file, imports);
  return imports;
}

interface SomeEndpoint {
  readonly method: string;
  readonly path: string;
}

/** Returns the endpoints that the contract files export. */
async function endpointsOf(contracts: readonly string[]): Promise<SomeEndpoint[]> {
  const there = contracts.filter((file) => existsSync(path.join(ROOT, file)));
  const modules = await Promise.all(
    there.map(async (file) => (await import(pathToFileURL(path.join(ROOT, file)).href)) as Record<string, unknown>),
  );
  return modules.flatMap((module) => Object.values(module)).filter(isEndpoint);
}

const isEndpoint = (exported: unknown): exported is SomeEndpoint =>
  typeof exported === 'object' && exported !== null && 'method' in exported && 'path' in exported && 'access' in exported;

function leftOutOf(files: readonly string[], taken: readonly string[], importers: readonly string[]): string[] {
  const left = (end: RegExp): number => files.filter((file) => end.test(file) && !taken.includes(file)).length;
  const integration = left(/\.integration\.test\.ts$/);
  const pure = left(/(?<!\.integration|\.proof)\.test\.ts$/);
  return [
    `Left out: ${pure} files of unit tests, ${left(/\.test\.tsx$/)} of screens, ${integration} of integration tests, all end-to-end tests and proofs.`,
    ...(importers.length > 0 ? [`Of those ${importers.length} import a file that changed, with more others than were run.`] : []),
  ];
}
