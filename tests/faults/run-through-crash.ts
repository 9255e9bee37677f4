import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '@washdesk/local-servers/processes/service';
import type { Browser } from './sign-ups/sign-up-browser.ts';
import type { Crash, CrashCase } from './sign-ups/sign-up-cases.ts';

/** A browser with its steps, and the case, which names the step in progress when the service is killed. */
export interface BrowserRun {
  browser: Browser;
  steps: readonly (() => Promise<void>)[];
  at: CrashCase;
}

/** How long a call may be in progress before the service is killed; longer than most take, so that some get a response. */
const maxInFlightMs = 500;
const maxDowntimeMs = 3_000;

/**
 * Runs every browser up to the step of its case, kills and restarts the service, and lets the open browsers continue.
 * @returns when the service runs again; `finished` resolves when all browsers have completed their last step
 */
export async function runThroughCrash(
  runs: readonly BrowserRun[],
  service: Service,
  moment: Crash['moment'],
  random: () => number,
): Promise<{ finished: Promise<unknown> }> {
  const inFlightMs = runs.map(() => random() * maxInFlightMs);
  const downtimeMs = random() * maxDowntimeMs;
  const killStarted = Promise.withResolvers<void>();
  const reachedCase = runs.map(() => Promise.withResolvers<void>());

  const makeSteps = async ({ browser, steps, at }: BrowserRun, index: number): Promise<void> => {
    for (const step of steps.slice(0, at.step - 1)) await step();
    reachedCase[index]!.resolve();
    await killStarted.promise;
    if (moment === 'during') await pause(maxInFlightMs - inFlightMs[index]!);
    for (const step of steps.slice(at.step - 1)) if (!(await isStepDone(browser, step))) return;
  };
  const killAndRestart = async (): Promise<void> => {
    await Promise.all(reachedCase.map(({ promise }) => promise));
    if (moment === 'during') {
      killStarted.resolve();
      await pause(maxInFlightMs);
    }
    await service.kill();
    for (const { browser, at } of runs) if (!at.stays) browser.close();
    killStarted.resolve();
    await pause(downtimeMs);
    await service.start();
  };
  const finished = Promise.all(runs.map(makeSteps));
  const restarted = killAndRestart();
  // a browser that fails before its case never reaches it
  await Promise.race([restarted, finished.then(() => restarted)]);
  return { finished };
}

/** @returns false if the window was closed before or meanwhile */
async function isStepDone(browser: Browser, step: () => Promise<void>): Promise<boolean> {
  if (browser.isClosed) return false;
  try {
    await step();
    return true;
  } catch (error) {
    if (browser.isClosed) return false;
    throw error;
  }
}
