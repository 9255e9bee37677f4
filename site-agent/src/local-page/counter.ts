import { codesMeant, readCode } from '@washdesk/rules/codes/code-forms';
import { codeOfScan } from '@washdesk/rules/codes/scanner';
import type { AdmitBody, AdmitOutcome } from '@washdesk/site-protocol/local-page';
import { JournalUnwritable } from '../journal/journal.ts';
import { JournalFull } from '../journal/outbox.ts';
import type { Roster } from '../journal/roster.ts';
import type { EnteredAdmission, EnteredCode, LaneAdmission } from '../ports/lane-admission.ts';
import { Refused } from './request.ts';

export interface CounterOptions {
  lanes: LaneAdmission;
  roster: Pick<Roster, 'find' | 'confirmed'>;
}

const mostSimilar = 3;

/** Members whose code a cashier enters at the local page, decided by the lanes' own rule and roster. */
export class Counter {
  readonly #options: CounterOptions;

  constructor(options: CounterOptions) {
    this.#options = options;
  }

  admit({ id, lane, code: text }: AdmitBody): AdmitOutcome {
    const { lanes, roster } = this.#options;
    const code = readCode(codeOfScan(text));
    const { admitted, reason, planName, recorded } = admission(lanes, { id, lane, code });
    const similar =
      reason === 'not-found'
        ? codesMeant(text)
            .filter((meant) => roster.find(meant))
            .slice(0, mostSimilar)
        : [];
    return { code, admitted, reason, planName, recorded, similar, rosterConfirmed: roster.confirmed?.toISOString() ?? null };
  }
}

/** @throws Refused if an admitted wash can’t be recorded: the car is then not admitted */
function admission(lanes: LaneAdmission, entered: EnteredCode): EnteredAdmission {
  try {
    return lanes.admit(entered);
  } catch (error) {
    if (!(error instanceof JournalUnwritable) && !(error instanceof JournalFull)) throw error;
    throw new Refused(503, { code: 'failed', message: 'The wash can’t be recorded: the disk of the site’s computer is full' });
  }
}
