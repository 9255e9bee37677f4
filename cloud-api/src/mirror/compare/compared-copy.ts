import type { Difference } from '@washdesk/rules/reconcile/difference-kinds';
import type { CauseOfJob } from '../../jobs/job.ts';

/** One customer in one copy; `site` only for a site's Sitewatch. */
export interface ComparedPlace {
  customer: string;
  site: number | null;
}

export interface FoundDifference extends Difference {
  /** A sentence; null if unknown. */
  cause: string | null;
}

/**
 * The result of comparing one customer with one copy, from reads of both sides.
 * - moving: a change is on its way, so a difference means nothing yet
 * - unavailable: the other side did not respond
 */
export type Comparison =
  | { kind: 'compared'; differences: FoundDifference[] }
  | { kind: 'moving' }
  | { kind: 'unavailable'; reason: string };

export interface Screened {
  /** Customers who seem to differ; each is compared singly before a difference is stored. */
  suspects: string[];
  compared: number;
  /** Where the next page begins; null after the last. */
  next: string | null;
}

/** Reads a copy page by page, and returns who seems to differ. */
export interface Screen {
  /** Unique name; progress and counts are stored by it. */
  name: string;
  /** @param cursor null for the first page. @throws ScreenRefused if the site can't be compared */
  page(cursor: string | null, site: number | null): Promise<Screened>;
}

/** The site can't be compared now; the message is a sentence for users. */
export class ScreenRefused extends Error {}

/** What a repair replaced, and what it left. An undo needs both: it puts back `before` only while the copy still is as `after`. */
export interface RepairRecord {
  before: unknown;
  after: unknown;
}

export interface ComparedDifference extends ComparedPlace, Pick<Difference, 'kind' | 'about'> {}

/** A copy of members' data that can be compared, repaired and put back. */
export interface ComparedCopy {
  screens: readonly Screen[];
  compare(place: ComparedPlace): Promise<Comparison>;
  /** Returns what an undo must restore. Called before `repair`. @throws Failure if the other side does not respond */
  before(difference: ComparedDifference): Promise<unknown>;
  /** Writes the right values to the wrong side; may run twice. @returns the new state of what `before` returned. @throws Failure */
  repair(difference: ComparedDifference, by: CauseOfJob): Promise<unknown>;
  /** Puts `before` back. @throws Failure 409 `changed_since` if the state is no longer `after` */
  undo(difference: ComparedDifference, record: RepairRecord, by: CauseOfJob): Promise<void>;
}
