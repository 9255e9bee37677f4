import type { z } from 'zod';
import type { Access } from './endpoint.ts';

/** The messages a socket receives: those of the session's site, or of all sites. */
export type LiveAudience = 'site' | 'company';

/**
 * Data that browsers receive as it changes, over `/api/live`. The owning feature registers it with the cloud; a screen subscribes with
 * `useLive`. A message names its `type`, so that a tab can ignore types of a later release.
 */
export interface LiveTopic {
  name: string;
  /** The access required per audience of the topic. */
  audiences: { readonly [A in LiveAudience]?: Access };
  /** Limits a socket to messages whose fields of the same names have these values. */
  filter?: z.ZodObject;
  message: z.ZodType<{ type: string; site: number }>;
}

export type LiveMessageOf<T extends LiveTopic> = z.output<T['message']>;
export type LiveFilterOf<T extends LiveTopic> = T extends { filter: infer F extends z.ZodObject } ? z.input<F> : never;

/** Keeps the exact types of a description, for the feature that publishes and the screen that subscribes. */
export const liveTopic = <const T extends LiveTopic>(described: T): T => described;
