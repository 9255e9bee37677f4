import { z } from 'zod';
import type { CopyName } from '@washdesk/rules/reconcile/difference-kinds';
import type { Copies } from './copies.ts';

/** A part of a comparison: a screen of a copy, at a site or not; then each suspect singly; then what was open before. */
export type Stage =
  | { name: string; kind: 'screen'; copy: CopyName; screen: string; site: number | null }
  | { name: 'confirm'; kind: 'confirm' }
  | { name: 'recheck'; kind: 'recheck' };

const progressSchema = z.object({
  /** The current stage by name; null before the first. */
  stage: z.string().nullable().default(null),
  cursor: z.string().nullable().default(null),
  /** Objects compared, by screen. */
  compared: z.record(z.string(), z.int()).default({}),
  /** Sites that could not be compared, each with a sentence. */
  skipped: z.array(z.object({ site: z.int(), reason: z.string() })).default([]),
});
export type Progress = z.infer<typeof progressSchema>;

/** Progress of another release's format starts over. */
export const readProgress = (stored: unknown): Progress => progressSchema.safeParse(stored).data ?? progressSchema.parse({});

/** The stages of a comparison: of everything, or of one site's Sitewatch. */
export function stagesOf(copies: Copies, site: number | null, sites: readonly number[]): Stage[] {
  const screens = (copy: CopyName, at: number | null): Stage[] =>
    copies[copy].screens.map(({ name }) => ({
      name: at === null ? name : `${name} ${at}`,
      kind: 'screen',
      copy,
      screen: name,
      site: at,
    }));
  const whole = site === null ? (['stripe', 'roster', 'loyalty'] as const).flatMap((copy) => screens(copy, null)) : [];
  const atSites = (site === null ? sites : [site]).flatMap((one) => screens('sitewatch', one));
  return [...whole, ...atSites, { name: 'confirm', kind: 'confirm' }, { name: 'recheck', kind: 'recheck' }];
}

/** Returns the current stage; the first for a name that no longer exists. */
export const currentStage = (stages: readonly Stage[], { stage }: Progress): Stage =>
  stages.find(({ name }) => name === stage) ?? stages[0]!;

export const nextStage = (stages: readonly Stage[], current: Stage): Stage | null => stages[stages.indexOf(current) + 1] ?? null;
