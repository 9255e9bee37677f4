import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { scaledTimeout } from './deploy/workbench/local-servers/processes/timeouts.ts';

const everywhere = '{shared,cloud-api,site-agent,deploy,tests}/**';
/** At least two workers: by default Vitest leaves a core of a small machine idle. Set in each project, since projects do not inherit it. */
const everyCore = Math.max(2, availableParallelism() - 1);
/**
 * Tests of screens and servers mostly wait for timers or databases: four workers keep two cores busy, and a fifth would slow the others.
 */
const whereTestsWait = Math.max(4, availableParallelism());
/** Timeouts only end a hang; a passing test never reaches one. */
const limits = {
  testTimeout: scaledTimeout(300_000),
  hookTimeout: scaledTimeout(300_000),
  expect: { poll: { timeout: scaledTimeout(60_000) } },
};
/** A larger young generation: tests create much that is garbage at once, and collecting it takes a seventh less of the whole time. */
const execArgv = ['--max-semi-space-size=64'];
const never = ['**/node_modules/**', '**/dist/**', '**/.washdesk/**'];

/** Unit tests, screens in jsdom, tests with real databases, brokers or sockets, and proofs, which `npm run prove` runs. */
export default defineConfig({
  test: {
    passWithNoTests: true,
    reporters: ['default'],
    teardownTimeout: scaledTimeout(60_000),
    projects: [
      {
        test: {
          name: 'unit',
          sequence: { groupOrder: 0 },
          environment: 'node',
          include: [`${everywhere}/*.test.ts`, 'web/src/**/*.test.ts'],
          exclude: [...never, '**/*.integration.test.ts', '**/*.proof.test.ts'],
          globalSetup: ['tests/simulators/stripe/fidelity/drift-setup.fixture.ts'],
          // Unit tests leave nothing running: a process for each file would take longer than its tests.
          isolate: false,
          maxWorkers: everyCore,
          // tests on Node mock no modules, so that Node itself loads them
          experimental: { viteModuleRunner: false, nodeLoader: false },
          execArgv,
          ...limits,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          sequence: { groupOrder: 1 },
          environment: 'jsdom',
          include: ['web/src/**/*.test.tsx'],
          exclude: never,
          setupFiles: ['web/src/testing/setup.ts'],
          // Importing the screens again for each file would take as long as their tests.
          isolate: false,
          maxWorkers: whereTestsWait,
          env: { ASYNC_UTIL_TIMEOUT: String(scaledTimeout(30_000)) },
          execArgv,
          ...limits,
        },
      },
      {
        test: {
          name: 'integration',
          sequence: { groupOrder: 2 },
          environment: 'node',
          include: [`${everywhere}/*.integration.test.ts`],
          exclude: never,
          globalSetup: ['cloud-api/src/testing/postgres-setup.ts', 'tests/simulators/stripe/fidelity/drift-setup.fixture.ts'],
          // One process per worker, with modules loaded by Node: no test mocks one, and importing the cloud again takes longer than most
          // files.
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false },
          maxWorkers: whereTestsWait,
          // the port suites of devices wait for timers
          maxConcurrency: 12,
          execArgv,
          ...limits,
        },
      },
      {
        test: {
          name: 'proof',
          sequence: { groupOrder: 3 },
          environment: 'node',
          include: [`${everywhere}/*.proof.test.ts`],
          exclude: never,
          globalSetup: ['cloud-api/src/testing/postgres-setup.ts', 'tests/simulators/stripe/fidelity/drift-setup.fixture.ts'],
          // A process for each file, so that nothing keeps running after it.
          isolate: true,
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // Each uses the whole machine and depends on deadlines.
          maxWorkers: 1,
          ...limits,
        },
      },
    ],
  },
});
