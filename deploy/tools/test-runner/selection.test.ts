import { describe, expect, it } from 'vitest';
import { namesOfEndpoints, selectTests, testsOfEveryContract, withImporters, type Sources } from './selection.ts';

/** Files with their imports. */
function repository(files: Readonly<Record<string, readonly string[]>>): Sources {
  return { files: Object.keys(files), importsOf: (file) => files[file] ?? [] };
}

const gates = 'cloud-api/src/features/lane/gates';
const jobs = 'cloud-api/src/features/system/jobs';
const sources = repository({
  'cloud-api/package.json': [],
  'cloud-api/src/compose.ts': [`${gates}/gates.routes.ts`],
  'cloud-api/src/compose.test.ts': ['cloud-api/src/compose.ts'],
  [`${gates}/gates.routes.ts`]: ['shared/contracts/lane/gate.ts', 'cloud-api/src/http/route.ts'],
  [`${gates}/gates.service.ts`]: [],
  [`${gates}/gates.integration.test.ts`]: ['cloud-api/src/compose.ts'],
  [`${gates}/steps/open.ts`]: [],
  [`${jobs}/create-jobs.ts`]: ['shared/contracts/system/job.ts'],
  [`${jobs}/jobs.service.ts`]: [],
  'shared/contracts/package.json': [],
  'shared/contracts/all.ts': [],
  'shared/contracts/lane/gate.ts': [],
  'shared/contracts/system/job.ts': [],
  'shared/contracts/role-table.test.ts': ['shared/contracts/all.ts'],
  'tests/package.json': [],
  'tests/api/access.integration.test.ts': ['shared/contracts/all.ts', 'cloud-api/src/compose.ts'],
  'tests/faults/gate.proof.test.ts': [`${gates}/gates.service.ts`],
  'tests/ports/gate.integration.test.ts': [`${gates}/gates.service.ts`],
});

describe('selectTests', () => {
  it('takes the tests of the folder, those that import the file, and the contracts served there', () => {
    expect(selectTests([`${gates}/gates.service.ts`], sources)).toEqual({
      tests: [`${gates}/gates.integration.test.ts`, 'tests/ports/gate.integration.test.ts'],
      contracts: ['shared/contracts/lane/gate.ts'],
      leftOutImporters: [],
    });
  });

  it('goes up from a folder without tests and routes to the nearest that has them', () => {
    const { tests, contracts } = selectTests([`${gates}/steps/open.ts`], sources);
    expect({ tests, contracts }).toEqual({ tests: [`${gates}/gates.integration.test.ts`], contracts: ['shared/contracts/lane/gate.ts'] });
  });

  it('goes no further up than the package', () => {
    expect(selectTests(['tests/support/clock.ts'], sources).tests).toEqual([]);
  });

  it('takes who serves a changed contract', () => {
    const { tests, contracts } = selectTests(['shared/contracts/lane/gate.ts'], sources);
    expect(contracts).toEqual(['shared/contracts/lane/gate.ts']);
    expect(tests).toEqual([`${gates}/gates.integration.test.ts`, 'shared/contracts/role-table.test.ts']);
  });

  it('takes a contract whose samples changed', () => {
    expect(selectTests(['shared/contracts/lane/gate.samples.ts'], sources).contracts).toEqual(['shared/contracts/lane/gate.ts']);
  });

  it('finds the routes in the file that creates a feature', () => {
    expect(selectTests([`${jobs}/jobs.service.ts`], sources).contracts).toEqual(['shared/contracts/system/job.ts']);
  });

  it('takes a changed test alone, not its folder', () => {
    expect(selectTests(['tests/api/access.integration.test.ts'], sources).tests).toEqual(['tests/api/access.integration.test.ts']);
  });

  it('takes the tests that read a changed file', () => {
    const text = 'deploy/tools/lint/repository-text.test.ts';
    const menus = 'web/src/app/menus/menu-links.test.tsx';
    const readers = repository({
      [text]: [],
      [menus]: [],
      'docs/README.md': [],
      'web/package.json': [],
      'web/src/features/x.screen.ts': [],
    });
    expect(selectTests(['docs/README.md'], readers).tests).toEqual([text]);
    expect(selectTests(['web/src/features/x.screen.ts'], readers).tests).toEqual([text, menus]);
  });

  it('knows the folder of a file that is gone', () => {
    expect(selectTests([`${gates}/gone.ts`], sources).tests).toEqual([`${gates}/gates.integration.test.ts`]);
  });

  it('leaves out those who import what nearly all import, and says so', () => {
    const crowd = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`web/src/x${n}/a.test.ts`, ['web/src/testing/api.ts']]));
    const web = repository({ 'web/package.json': [], 'web/src/testing/api.ts': [], ...crowd });
    const { tests, leftOutImporters } = selectTests(['web/src/testing/api.ts'], web);
    expect(tests).toEqual([]);
    expect(leftOutImporters).toHaveLength(11);
  });

  it('runs nothing for words', () => {
    expect(selectTests([`${gates}/README.md`], sources).tests).toEqual([]);
  });
});

describe('withImporters', () => {
  const screens = Array.from({ length: 11 }, (_, n) => `web/src/x${n}.tsx`);
  const web = repository({
    'shared/contracts/promo.ts': [],
    'web/src/promo-api.ts': ['shared/contracts/promo.ts'],
    'web/src/promo-screen.tsx': ['web/src/promo-api.ts'],
    'web/src/promo.css': [],
    'web/src/button.tsx': [],
    ...Object.fromEntries(screens.map((screen) => [screen, ['web/src/button.tsx']])),
  });

  it('follows the importers of a changed file, also of one that is gone', () => {
    expect(withImporters(['shared/contracts/promo.ts'], web)).toEqual([
      'shared/contracts/promo.ts',
      'web/src/promo-api.ts',
      'web/src/promo-screen.tsx',
    ]);
    const gone = repository({ 'web/src/left.ts': ['web/src/gone.ts'] });
    expect(withImporters(['web/src/gone.ts'], gone)).toEqual(['web/src/left.ts']);
  });

  it('leaves out those who import what nearly all import', () => {
    expect(withImporters(['web/src/button.tsx'], web)).toEqual(['web/src/button.tsx']);
  });

  it('ends where files import each other', () => {
    const circle = repository({ 'a.ts': ['b.ts'], 'b.ts': ['a.ts'] });
    expect(withImporters(['a.ts'], circle)).toEqual(['a.ts', 'b.ts']);
  });
});

it('testsOfEveryContract finds the tests that go through all contracts', () => {
  expect(testsOfEveryContract(sources)).toEqual(['tests/api/access.integration.test.ts']);
});

it('namesOfEndpoints matches their tests and no others', () => {
  const names = new RegExp(namesOfEndpoints([{ method: 'GET', path: '/dxt/{code}' }])!);
  expect(names.test('every contract GET /dxt/{code} accepts every value that its contract allows')).toBe(true);
  expect(names.test('rejects malformed JSON GET /dxt/{code}')).toBe(true);
  expect(names.test('rejects malformed JSON GET /dxt/{code}, which an empty list changes, audited')).toBe(true);
  expect(names.test('rejects malformed JSON GET /dxt/{code}/clubplan')).toBe(false);
  expect(names.test('every contract GET /dxt/{code}/clubplan accepts every value that its contract allows')).toBe(false);
  expect(namesOfEndpoints([])).toBeNull();
});
