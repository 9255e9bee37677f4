import { formatPhone } from '@washdesk/rules/customers/phones';
import { entryKey, type Entry } from '../form/state/draft.ts';
import { guidanceFor } from './error-guidance.ts';
import { isFinished, nextStripeStep, type SignUpRunState } from './run.ts';
import { stepNames, titleOf, type StepName } from './steps.ts';

/**
 * Whether a URL refers to the sign-up in progress: its own entry, its customer, one of its codes, or no code at all.
 * @param begunBy `entryKey` of the form that started the run; null if that form is gone
 */
export function isRunOf({ form, customer }: SignUpRunState, entry: Entry, begunBy: string | null): boolean {
  if (entry.kind === 'blank' || entryKey(entry) === begunBy) return true;
  if (entry.kind === 'phone') return formatPhone(entry.phone) === formatPhone(form.cellPhone);
  return entry.kind === 'customer' ? [customer, form.customer].includes(entry.id) : [form.plate, form.tag].includes(entry.code);
}

export interface ProgressSummary {
  /** The progress, in the cashier's terms. */
  words: string;
  /** Whether nothing is running and no outcome is unknown, so that it can be discarded here. */
  canBeDiscarded: boolean;
}

/** Returns the progress to show when another sign-up is opened. */
export function progressSummary(run: SignUpRunState): ProgressSummary {
  const { refusal, customer } = run;
  if (isFinished(run)) return { words: 'The plan is active. Only Ok hasn’t been pressed.', canBeDiscarded: true };
  if (refusal) {
    const stays = customer === null ? '' : ' Completed steps are saved. You can resume from the customer’s page.';
    return { words: `It’s on hold at ${placeOf(refusal.step, run)}: ${guidanceFor(refusal).title}.${stays}`, canBeDiscarded: true };
  }
  const nextStep = nextStripeStep(run);
  if (!nextStep) return { words: 'The plan is active, but some later steps or prints aren’t finished.', canBeDiscarded: false };
  return { words: `It stopped at ${placeOf(nextStep, run)}. The result isn’t known.`, canBeDiscarded: false };
}

function placeOf(step: StepName, { form }: SignUpRunState): string {
  const title = titleOf(step, { known: form.customer !== null, withCard: form.theCardNumber !== '' });
  return `step ${stepNames.indexOf(step) + 1} of ${stepNames.length} (${title})`;
}
