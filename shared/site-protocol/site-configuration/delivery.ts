import { z } from 'zod';
import { openEnum } from '../open-enum.ts';

const version = z.int().positive();

/** A problem of a configuration. The sentence names the field in words. */
export const configurationProblem = z.object({
  /** `devices.0.port`; empty for the whole. */
  path: z.string().max(200),
  /** In the text, from 1 on. */
  line: z.int().positive().optional(),
  sentence: z.string().max(400),
});
export type ConfigurationProblem = z.output<typeof configurationProblem>;

/** `GET /api/agent/configuration`: the newest version that the agent has applied, refused or rolled back; missing before the first. */
export const configurationQuery = z.object({ have: z.coerce.number().int().positive().optional() });

/** The version that the cloud wants; null if the agent has it. The agent validates the content: it may be of another release. */
export const wantedConfiguration = z.object({
  configuration: z.object({ version, content: z.record(z.string(), z.unknown()) }).nullable(),
});
export type WantedConfiguration = z.output<typeof wantedConfiguration>;

/** `refused`: not tried. `rolled-back`: tried, and the previous one runs again. */
export const configurationOutcomes = ['applied', 'refused', 'rolled-back'] as const;

/** The result of a version, once. `problems` say why it was refused or rolled back. */
export const configurationResult = z.object({
  version,
  outcome: openEnum(configurationOutcomes),
  problems: z.array(configurationProblem).max(50),
});

/**
 * The configuration with which an agent runs: `file` without one of the cloud, `trial` until it is proven. `newest` is the newest version
 * that it has tried or refused, also without success: it ignores that one and lower ones. Missing from earlier agents.
 */
export const runningConfiguration = z.object({
  version: version.nullable(),
  state: openEnum(['file', 'trial', 'applied']),
  newest: version.nullable().optional(),
});
export type RunningConfiguration = z.input<typeof runningConfiguration>;
