import { planChangeSteps } from '../payments/plan-change-steps.ts';
import { signUpSteps } from './sign-up-steps.ts';

const services = ['cloud-api', 'agent-12', 'sitewatch-12'] as const;
/**
 * `before`: a browser calls a service that is down. `during`: the service is killed while a call is in progress; its response arrives or is
 * lost.
 */
const moments = ['before', 'during'] as const;

const stepsOf = { 'sign-up': signUpSteps.length, upgrade: planChangeSteps.length, terminate: planChangeSteps.length } as const;
type What = keyof typeof stepsOf;

/** The step that one browser has reached when the service is killed, and whether the browser stays open. */
export interface CrashCase {
  what: What;
  /** Starts at 1. */
  step: number;
  stays: boolean;
}

/** One kill of a service, and the browsers in the middle of a flow. */
export interface Crash {
  service: (typeof services)[number];
  moment: (typeof moments)[number];
  cases: CrashCase[];
}

const everyCase: readonly CrashCase[] = (Object.entries(stepsOf) as [What, number][]).flatMap(([what, steps]) =>
  Array.from({ length: steps }, (_, index) => index + 1).flatMap((step) => [true, false].map((stays) => ({ what, step, stays }))),
);

/** Kills each service in turn, at both moments before any is killed again. */
export function someCrashes(random: () => number, { crashes, casesOfEach }: { crashes: number; casesOfEach: number }): Crash[] {
  return Array.from({ length: crashes }, (_, index) => ({
    service: services[index % services.length]!,
    moment: moments[(index + Math.floor(index / services.length)) % moments.length]!,
    cases: shuffled(everyCase, random).slice(0, casesOfEach),
  }));
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  const drawn = all.map((one) => ({ one, place: random() }));
  return drawn.toSorted((a, b) => a.place - b.place).map(({ one }) => one);
}

export const describeCase = ({ service, moment }: Crash, { what, step, stays }: CrashCase): string =>
  `${what}: ${service} is killed ${moment} step ${step}, browser ${stays ? 'stays' : 'gone'}`;

/** Whether the operation must succeed; null if a complete success and a complete failure are both correct. */
export function mustSucceed({ what, step, stays }: CrashCase, { moment }: Crash): boolean | null {
  const decisive = what === 'sign-up' ? 3 : 1;
  if (stays || step > decisive) return true;
  return step < decisive || moment === 'before' ? false : null;
}
