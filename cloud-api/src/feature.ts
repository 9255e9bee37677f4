import type { WorkLoop } from './db/work-loop.ts';
import type { FormEndpoint } from './http/form-endpoints.ts';
import type { Route } from './http/route.ts';
import type { JobHandlers } from './jobs/job.ts';

/** What a feature gives the program. */
export interface Feature {
  routes?: readonly Route[];
  /** Addresses outside the contracts. */
  formEndpoints?: readonly FormEndpoint[];
  /** Who does the jobs of these names. */
  jobs?: JobHandlers;
  /** Work that repeats. */
  loops?: readonly WorkLoop[];
  start?(): Promise<void>;
  stop?(): Promise<void>;
}

/** What its `create` function returns besides is for other features, to which `compose.ts` hands it. */
export type OfferingFeature = Feature & Record<string, unknown>;
