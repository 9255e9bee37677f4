import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '@washdesk/deploy/local/processes/service';
import type { Browser } from './sign-up-browser.ts';
import type { Death, HealCase } from './sign-up-cases.ts';

/** Somebody who goes step by step and is where their case says when the part dies. */
export interface Walker {
  browser: Browser;
  steps: readonly (() => Promise<void>)[];
  at: HealCase;
}

/** How long a call may be in the air before the part dies; longer than most take, so that some are answered. */
const longestFlightMs = 500;
const longestDeadMs = 3_000;

/**
 * All walk up to the step of their case, the part dies and is started again, and whoever is still there walks on.
 * @returns when the part lives again: what ends when everybody has walked to the end
 */
export async function liveThrough(
  walkers: readonly Walker[],
  service: Service,
  moment: Death['moment'],
  random: () => number,
): Promise<{ walked: Promise<unknown> }> {
  const flights = walkers.map(() => random() * longestFlightMs);
  const deadMs = random() * longestDeadMs;
  const departure = Promise.withResolvers<void>();
  const arrivals = walkers.map(() => Promise.withResolvers<void>());

  const walk = async ({ browser, steps, at }: Walker, index: number): Promise<void> => {
    for (const step of steps.slice(0, at.step - 1)) await step();
    arrivals[index]!.resolve();
    await departure.promise;
    if (moment === 'during') await pause(longestFlightMs - flights[index]!);
    for (const step of steps.slice(at.step - 1)) if (!(await taken(browser, step))) return;
  };
  const die = async (): Promise<void> => {
    await Promise.all(arrivals.map(({ promise }) => promise));
    if (moment === 'during') {
      departure.resolve();
      await pause(longestFlightMs);
    }
    await service.kill();
    for (const { browser, at } of walkers) if (!at.stays) browser.close();
    departure.resolve();
    await pause(deadMs);
    await service.start();
  };
  const walked = Promise.all(walkers.map(walk));
  const dead = die();
  // whoever fails on the way never arrives
  await Promise.race([dead, walked.then(() => dead)]);
  return { walked };
}

/** @returns false where the window was closed before or meanwhile */
async function taken(browser: Browser, step: () => Promise<void>): Promise<boolean> {
  if (browser.isClosed) return false;
  try {
    await step();
    return true;
  } catch (error) {
    if (browser.isClosed) return false;
    throw error;
  }
}
