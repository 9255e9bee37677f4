import type { z } from 'zod';
import type { Access } from './endpoint.ts';

/** A socket gets the messages of the session's site, or those of all sites. */
export type LiveAudience = 'site' | 'company';

/**
 * Data that browsers see as it changes, over `/api/live`. The feature that owns it offers it to the cloud, a screen hears it by `useLive`.
 * A message names its `type`, so that a tab passes over those of a later release.
 */
export interface LiveTopic {
  name: string;
  /** Who may listen, for each audience that the topic has. */
  audiences: { readonly [A in LiveAudience]?: Access };
  /** Narrows a socket to the messages whose fields of the same names have these values. */
  filter?: z.ZodObject;
  message: z.ZodType<{ type: string; site: number }>;
}

export type LiveMessageOf<T extends LiveTopic> = z.output<T['message']>;
export type LiveFilterOf<T extends LiveTopic> = T extends { filter: infer F extends z.ZodObject } ? z.input<F> : never;

/** Keeps the exact types of a description, for the feature that offers it and the screen that listens. */
export const liveTopic = <const T extends LiveTopic>(described: T): T => described;
