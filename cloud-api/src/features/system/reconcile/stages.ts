import { z } from 'zod';
import type { CopyName } from '@washdesk/rules/reconcile/difference-kinds';
import type { Copies } from './copies.ts';

/** A part of a comparison: a screen of a copy, at a site or not; then each suspect singly; then what was open before. */
export type Stage =
  | { name: string; kind: 'screen'; copy: CopyName; screen: string; site: number | null }
  | { name: 'confirm' | 'confirm-last'; kind: 'confirm' }
  | { name: 'recheck'; kind: 'recheck' };

const progressSchema = z.object({
  /** The current stage by name; null before the first. */
  stage: z.string().nullable().default(null),
  cursor: z.string().nullable().default(null),
  /** Objects compared, by screen. */
  compared: z.record(z.string(), z.int()).default({}),
  /** Systems that could not be compared, each with a sentence; `copy` is missing in what an earlier release stored of a site. */
  skipped: z.array(z.object({ copy: z.string().default('sitewatch'), site: z.int().nullable(), reason: z.string() })).default([]),
});
export type Progress = z.infer<typeof progressSchema>;

/** Progress of another release's format starts over. */
export const readProgress = (stored: unknown): Progress => progressSchema.safeParse(stored).data ?? progressSchema.parse({});

/**
 * The stages of a comparison: of everything, or of one site's Sitewatch. A site that does not respond is left out, but Stripe and the loyalty
 * system are waited for, so what doesn't need them is compared before.
 */
export function stagesOf(copies: Copies, site: number | null, sites: readonly number[]): Stage[] {
  const screens = (copy: CopyName, at: number | null): Stage[] =>
    copies[copy].screens.map(({ name }) => ({
      name: at === null ? name : `${name} ${at}`,
      kind: 'screen',
      copy,
      screen: name,
      site: at,
    }));
  const atSites = (all: readonly number[]): Stage[] => all.flatMap((one) => screens('sitewatch', one));
  const confirm = (name: 'confirm' | 'confirm-last'): Stage => ({ name, kind: 'confirm' });
  const recheck: Stage = { name: 'recheck', kind: 'recheck' };
  if (site !== null) return [...atSites([site]), confirm('confirm'), recheck];
  const waitedFor = (['loyalty', 'stripe'] as const).flatMap((copy) => screens(copy, null));
  return [...screens('roster', null), ...atSites(sites), confirm('confirm'), ...waitedFor, confirm('confirm-last'), recheck];
}

/** Returns the current stage; the first for a name that no longer exists. */
export const currentStage = (stages: readonly Stage[], { stage }: Progress): Stage =>
  stages.find(({ name }) => name === stage) ?? stages[0]!;

export const nextStage = (stages: readonly Stage[], current: Stage): Stage | null => stages[stages.indexOf(current) + 1] ?? null;
