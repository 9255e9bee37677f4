import type { PrintState } from '@washdesk/contracts/billing/receipt';
import type { PrintJob } from './print-jobs.store.ts';

export interface PrintAnswer {
  state: PrintState;
  message: string;
}

/**
 * Returns the state of a print with a sentence for the cashier. The outcome of a print in progress is unknown. A print that a user
 * requested and that was not sent is not retried.
 */
export function printAnswer({ state, reason, until }: Pick<PrintJob, 'state' | 'reason' | 'until'>): PrintAnswer {
  const because = reason ? ` (${reason})` : '';
  switch (state) {
    case 'printed':
      return { state, message: 'Printed' };
    case 'queued':
      if (until === null) return notPrinted(because);
      return { state, message: `The receipt prints when the printer is reachable, within two minutes${because}` };
    case 'failed':
      return notPrinted(because);
    default:
      return { state: 'unknown', message: `The receipt may or may not have printed${because}. Check the printer` };
  }
}

const notPrinted = (because: string): PrintAnswer => ({ state: 'failed', message: `The receipt wasn’t printed${because}` });
