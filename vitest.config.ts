import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { scaledTimeout } from './deploy/workbench/local-servers/processes/timeouts.ts';

const everywhere = '{shared,cloud-api,site-agent,deploy,tests}/**';
/** Vitest itself would leave a core of a small machine idle. No project inherits what stands beside the projects. */
const everyCore = Math.max(2, availableParallelism() - 1);
/** Much of a test of a screen or a server is waiting, for a timer or a database: four on two cores keep both busy, a fifth takes time from the others. */
const whereTestsWait = Math.max(4, availableParallelism());
/** Timeouts end a hang; a test that passes waits for none of them. */
const limits = {
  testTimeout: scaledTimeout(300_000),
  hookTimeout: scaledTimeout(300_000),
  expect: { poll: { timeout: scaledTimeout(60_000) } },
};
const never = ['**/node_modules/**', '**/dist/**', '**/.washdesk/**'];

/** Pure tests, screens in jsdom, those that need real parts (databases, brokers, sockets), and proofs, which `npm run prove` runs. */
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
          // Pure ones leave nothing behind: a process for each file would cost more than its tests.
          isolate: false,
          maxWorkers: everyCore,
          // tests on Node mock no modules, so that Node itself loads them
          experimental: { viteModuleRunner: false, nodeLoader: false },
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
          // Importing the screens anew for each file would cost as much as their tests.
          isolate: false,
          maxWorkers: whereTestsWait,
          env: { ASYNC_UTIL_TIMEOUT: String(scaledTimeout(30_000)) },
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
          // One process a worker, whose modules Node itself loads: these tests mock none, and importing the cloud anew costs more than most files.
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false },
          maxWorkers: whereTestsWait,
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
          // A process for each file, which takes along whatever the file left running.
          isolate: true,
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // Each keeps the whole machine busy and counts on deadlines.
          maxWorkers: 1,
          ...limits,
        },
      },
    ],
  },
});
