import type { OverviewSource } from './common/overview-source.ts';
import type { WorkLoop } from './common/work-loop.ts';
import type { PersonalTable, PersonalTables } from './db/personal-data.ts';
import type { FormEndpoint } from './http/form-endpoints.ts';
import type { Route } from './http/route.ts';
import type { PolledList } from './http/unchanged-polls.ts';
import type { JobHandlers } from './jobs/job.ts';
import type { LiveSource } from './live/live-source.ts';
import type { OnProviderEvent } from './mirror/mirror-parts.ts';
import type { OnClaim } from './mirror/projection/claims.store.ts';

/** The parts that a feature adds to the application. */
export interface Feature {
  routes?: readonly Route[];
  /** Addresses outside the contracts. */
  formEndpoints?: readonly FormEndpoint[];
  /** Lists that devices poll. */
  polledLists?: readonly PolledList[];
  /** The handlers of its jobs, by name. */
  jobs?: JobHandlers;
  /** What the feature does at an event of the payment provider. */
  onProviderEvent?: OnProviderEvent;
  /** What the feature does when a customer is about to get codes or an e-mail address. */
  onClaim?: OnClaim;
  /** The topics that browsers may subscribe to. */
  live?: readonly LiveSource[];
  /** Kinds of objects (`price-range`) or single actions (`session.all-ended`) that the audit's filter of office and admin includes. */
  officeAuditKinds?: readonly string[];
  /** Figures that the office's overview shows. */
  overview?: readonly OverviewSource[];
  /** What the feature's own tables have of customers. */
  personalData?: PersonalTables | Readonly<Record<string, PersonalTable>>;
  /** Repeated work. */
  loops?: readonly WorkLoop[];
  start?(): Promise<void>;
  stop?(): Promise<void>;
}

/** Everything else that its `create` function returns is for other features; `compose.ts` passes it to them. */
export type OfferingFeature = Feature & Record<string, unknown>;
