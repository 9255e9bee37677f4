import { v4 as uuid } from 'uuid';
import type { z } from 'zod';
import type { receiptKind } from '@washdesk/contracts/billing/receipt';
import { isCallFailure, messageOf } from '../../lib/api/call-failure.ts';
import { printReceipt, type Outcome } from '../../lib/register-bridge/register-bridge.ts';
import { useCurrentDeviceQuery } from '../../lib/startup-api.ts';
import { useAcknowledgeIncreaseMutation, usePrintReceiptMutation, useReceiptPageMutation } from './receipt-api.ts';

export interface Paper {
  /** The id of a receipt or a usage, or Stripe's id of its object (`ch_`, `re_`, `pi_`, `sub_` …). */
  id: string;
  kind: z.infer<typeof receiptKind>;
  /** The print job's id, under which a repeat prints nothing. Passed if it must survive a reload; otherwise each call is a separate job. */
  job?: string;
}

/**
 * Prints a receipt: on the register's own printer, otherwise on the site's printer of an enrolled register's terminal. Without a printer,
 * and in any other browser, the print dialog opens. A price notice printed here is acknowledged, so that the member is not notified again.
 */
export function usePrintReceipt(): (paper: Paper) => Promise<Outcome> {
  const { data } = useCurrentDeviceQuery();
  const [fetchPage] = useReceiptPageMutation();
  const [print] = usePrintReceiptMutation();
  const [acknowledge] = useAcknowledgeIncreaseMutation();
  const isRegister = data?.device?.kind === 'register';

  return async ({ id, kind, job = uuid() }) => {
    const params = { id };
    let printedHere = false;
    const outcome = await printReceipt({
      job,
      page: () => {
        printedHere = true;
        return fetchPage({ params, query: { kind } }).unwrap();
      },
      sitePrinter: async () => (isRegister ? outcomeOf(await print({ params, body: { job, kind } })) : null),
    });
    if (outcome.ok && printedHere && kind === 'priceincrease') await acknowledge({ params });
    return outcome;
  };
}

/** The API's error code for a terminal without a printer. */
const noPrinter = 'no_printer';

function outcomeOf({ data, error }: { data?: { state: string; message: string }; error?: unknown }): Outcome | null {
  if (data) return { ok: data.state === 'printed', message: data.message };
  if (isCallFailure(error) && error.code === noPrinter) return null;
  return { ok: false, message: `Not printed: ${messageOf(error)}` };
}
