import path from 'node:path';

/** The repository as the selection sees it; all paths start at its root. */
export interface Sources {
  readonly files: readonly string[];
  importsOf(file: string): readonly string[];
}

export interface Selection {
  /** Test files, sorted. */
  readonly tests: readonly string[];
  /** Contracts of the affected folders, sorted. */
  readonly contracts: readonly string[];
  /** Skipped tests: they import a changed file with too many importers. */
  readonly leftOutImporters: readonly string[];
}

/** A file with more importers is part of nearly everything, so it selects no tests. */
const fewImporters = 10;

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) && !file.endsWith('.proof.test.ts');
const isCode = (file: string): boolean => /\.(ts|tsx|mjs|css|sql)$/.test(file);
/** A feature with few routes declares them in its `create` file. */
const isRoutes = (file: string): boolean => /^cloud-api\/src\/features\/.*(\.routes|\/create-[^/]+)\.ts$/.test(file);
const isContract = (file: string): boolean => file.startsWith('shared/contracts/') && !isTest(file);
/** Returns the contract of a file of samples, or the file itself. */
const contractOf = (file: string): string => file.replace(/\.samples\.ts$/, '.ts');

/** Tests that read files instead of importing them, with the files they read. */
const readingTests = [
  { reads: /\.(?:md|tsx?|mjs|css|sql)$/, test: 'deploy/tools/lint/repository-text.test.ts' },
  { reads: /\.(?:tsx?|mjs)$|(?:^|\/)package\.json$/, test: 'deploy/tools/lint/workspaces.test.ts' },
  { reads: /\.screen\.ts$/, test: 'web/src/app/menus/menu-links.test.tsx' },
];

/**
 * Selects the tests worth running while editing: those of the changed folders, the few that import a changed file themselves, and those of
 * the contracts that these folders serve.
 */
export function selectTests(changed: readonly string[], { files, importsOf }: Sources): Selection {
  const code = changed.filter(isCode);
  const byFolder = Map.groupBy(files, (file) => path.dirname(file));
  /** Returns the files of a kind in the folder, otherwise in the nearest folder above it that has some, up to the package. */
  const nearest = (folder: string, isWanted: (file: string) => boolean): readonly string[] => {
    const here = byFolder.get(folder) ?? [];
    const wanted = here.filter(isWanted);
    const isTop = folder === '.' || here.includes(path.join(folder, 'package.json'));
    return wanted.length > 0 || isTop ? wanted : nearest(path.dirname(folder), isWanted);
  };

  const changedContracts = code.filter(isContract).map(contractOf);
  const serving = files.filter(isRoutes).filter((file) => importsOf(file).some((one) => changedContracts.includes(one)));
  const sources = new Set(code.filter((file) => !isTest(file)));
  const folders = new Set([...sources, ...serving].map((file) => path.dirname(file)));
  const ofFolders = [...folders].flatMap((folder) => nearest(folder, isTest));
  const served = [...folders].flatMap((folder) => nearest(folder, isRoutes)).flatMap((file) => importsOf(file).filter(isContract));

  const importers = files.filter(isTest).map((test) => ({ test, imported: importsOf(test).filter((file) => sources.has(file)) }));
  const crowds = Map.groupBy(
    importers.flatMap(({ test, imported }) => imported.map((file) => ({ test, file }))),
    ({ file }) => file,
  );
  const [few, many] = [[...crowds.values()].filter(isFew), [...crowds.values()].filter((crowd) => !isFew(crowd))];
  const itself = code.filter((file) => isTest(file) && files.includes(file));
  const readers = readingTests.filter(({ reads, test }) => changed.some((file) => reads.test(file)) && files.includes(test));
  const tests = new Set([...itself, ...ofFolders, ...few.flat().map(({ test }) => test), ...readers.map(({ test }) => test)]);
  return {
    tests: [...tests].toSorted(),
    contracts: [...new Set([...served, ...changedContracts])].toSorted(),
    leftOutImporters: [...new Set(many.flat().map(({ test }) => test))].filter((test) => !tests.has(test)).toSorted(),
  };
}

const isFew = (crowd: readonly unknown[]): boolean => crowd.length <= fewImporters;

/**
 * Returns the files whose types a change may break: the changed files and their importers, direct or indirect. The importers of a file with
 * many importers are skipped.
 */
export function withImporters(changed: readonly string[], { files, importsOf }: Sources): string[] {
  const imports = files.filter((file) => /\.tsx?$/.test(file)).flatMap((file) => importsOf(file).map((imported) => ({ file, imported })));
  const importers = Map.groupBy(imports, ({ imported }) => imported);
  const affected = new Set(changed);
  // a set also visits elements added during the loop
  for (const file of affected) {
    const crowd = importers.get(file) ?? [];
    if (isFew(crowd)) for (const importer of crowd) affected.add(importer.file);
  }
  const known = new Set(files);
  return [...affected].filter((file) => known.has(file)).toSorted();
}

/** Returns integration tests that cover every contract and can be limited to some of them. */
export function testsOfEveryContract({ files, importsOf }: Sources): string[] {
  return files.filter((file) => file.endsWith('.integration.test.ts') && importsOf(file).includes('shared/contracts/all.ts'));
}

/** Returns a pattern for the names of those tests for these endpoints only, each with its method and path; null for no endpoint. */
export function namesOfEndpoints(endpoints: readonly { readonly method: string; readonly path: string }[]): string | null {
  if (endpoints.length === 0) return null;
  const escaped = endpoints.map(({ method, path: place }) => `${method} ${place}`.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return `(${escaped.join('|')})(?=[ ,]|$)`;
}
