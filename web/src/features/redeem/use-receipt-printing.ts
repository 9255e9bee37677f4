import { v7 as uuidv7 } from 'uuid';
import { isCallFailure, messageOf } from '../../lib/api/call-failure.ts';
import { printReceipt, type Outcome } from '../../lib/register-bridge/register-bridge.ts';
import { useCurrentDeviceQuery } from '../../lib/startup-api.ts';
import { useAcknowledgeIncreaseMutation, usePrintReceiptMutation, useReceiptPageMutation } from './redeem-api.ts';
import type { RedeemAnswer } from './verdict.ts';

/**
 * Prints the receipt of a usage; with a price increase due, the one that tells the member of the new price. Each press is a job of its own.
 * An enrolled register prints on the site's printer of its terminal; where there is none, and in any other browser, the print
 * dialog opens. A notice that this browser printed is acknowledged, so that nobody tells the member again.
 */
export function useReceiptPrinting(): (member: RedeemAnswer) => Promise<Outcome> {
  const { data } = useCurrentDeviceQuery();
  const [fetchPage] = useReceiptPageMutation();
  const [print] = usePrintReceiptMutation();
  const [acknowledge] = useAcknowledgeIncreaseMutation();
  const isRegister = data?.device?.kind === 'register';

  return async ({ usageId, priceIncrease }) => {
    if (usageId === null) return { ok: false, message: 'There is no usage to print a receipt for' };
    const params = { id: usageId };
    const kind = priceIncrease ? 'priceincrease' : 'redeem';
    const job = uuidv7();
    let printedHere = false;
    const outcome = await printReceipt({
      job,
      page: () => {
        printedHere = true;
        return fetchPage({ params, query: { kind } }).unwrap();
      },
      sitePrinter: async () => (isRegister ? outcomeOf(await print({ params, body: { job, kind } })) : null),
    });
    if (outcome.ok && printedHere && priceIncrease) await acknowledge({ params });
    return outcome;
  };
}

/** The API's code for a terminal that no printer serves. */
const noPrinter = 'no_printer';

function outcomeOf({ data, error }: { data?: { state: string; message: string }; error?: unknown }): Outcome | null {
  if (data) return { ok: data.state === 'printed', message: data.message };
  if (isCallFailure(error) && error.code === noPrinter) return null;
  return { ok: false, message: `Not printed: ${messageOf(error)}` };
}
