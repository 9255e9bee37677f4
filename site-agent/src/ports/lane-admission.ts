import type { LivePayload } from '@washdesk/site-protocol/events';

/** A code that a person entered for the car at a lane. */
export interface EnteredCode {
  /** Created by the press; the wash is recorded under it, once. */
  id: string;
  lane: number;
  /** As the roster has it. */
  code: string;
}

export interface EnteredAdmission {
  admitted: boolean;
  reason: LivePayload<'decision'>['reason'];
  planName: string | null;
  /** Whether the wash is recorded, now or by an earlier call with the same id. */
  recorded: boolean;
}

/** Decides about a car by the site’s roster and records its wash. */
export interface LaneAdmission {
  /** @throws JournalUnwritable | JournalFull if an admitted wash can’t be recorded */
  admit(entered: EnteredCode): EnteredAdmission;
}
