import { planChangeSteps } from './plan-change-steps.ts';
import { signUpSteps } from './sign-up-steps.ts';

/** What dies. */
const services = ['cloud-api', 'agent-12', 'sitewatch-12'] as const;
/** `before`: a browser calls what is dead. `during`: the call is in the air, and its answer comes or is lost. */
const moments = ['before', 'during'] as const;

const stepsOf = { 'sign-up': signUpSteps.length, upgrade: planChangeSteps.length, terminate: planChangeSteps.length } as const;
type What = keyof typeof stepsOf;

/** Where one browser is when the part dies, and whether it is still there afterwards. */
export interface HealCase {
  what: What;
  /** Counted from 1. */
  step: number;
  stays: boolean;
}

/** Several browsers live through the same death. */
export interface Death {
  service: (typeof services)[number];
  moment: (typeof moments)[number];
  cases: HealCase[];
}

const everyCase: readonly HealCase[] = (Object.entries(stepsOf) as [What, number][]).flatMap(([what, steps]) =>
  Array.from({ length: steps }, (_, index) => index + 1).flatMap((step) => [true, false].map((stays) => ({ what, step, stays }))),
);

/** Each part dies in turn, at both moments before any does so again. */
export function someDeaths(random: () => number, { deaths, casesOfEach }: { deaths: number; casesOfEach: number }): Death[] {
  return Array.from({ length: deaths }, (_, index) => ({
    service: services[index % services.length]!,
    moment: moments[(index + Math.floor(index / services.length)) % moments.length]!,
    cases: shuffled(everyCase, random).slice(0, casesOfEach),
  }));
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  const drawn = all.map((one) => ({ one, place: random() }));
  return drawn.toSorted((a, b) => a.place - b.place).map(({ one }) => one);
}

export const describeCase = ({ service, moment }: Death, { what, step, stays }: HealCase): string =>
  `${what}: ${service} dies ${moment} step ${step}, browser ${stays ? 'stays' : 'gone'}`;

/** Whether what is wanted must come to be; null where either is right, as long as it is whole. */
export function mustHappen({ what, step, stays }: HealCase, { moment }: Death): boolean | null {
  const decisive = what === 'sign-up' ? 3 : 1;
  if (stays || step > decisive) return true;
  return step < decisive || moment === 'before' ? false : null;
}
