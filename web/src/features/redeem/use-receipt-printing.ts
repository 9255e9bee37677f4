import { v7 as uuidv7 } from 'uuid';
import { messageOf } from '../../lib/api/call-failure.ts';
import { printReceipt, type Outcome } from '../../lib/register-bridge/register-bridge.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useCurrentDeviceQuery } from '../../lib/startup-api.ts';
import { usePrintReceiptMutation, useReceiptPageMutation } from './redeem-api.ts';
import type { RedeemAnswer } from './verdict.ts';

/**
 * Prints the receipt of a usage; with a price increase due, the one that tells the member of the new price. Each press is a job of its own.
 * An enrolled register prints on the site's printer of its terminal; any other browser by its own print dialog.
 */
export function useReceiptPrinting(): (member: RedeemAnswer) => Promise<Outcome> {
  const { data } = useCurrentDeviceQuery();
  const session = useSession();
  const [fetchPage] = useReceiptPageMutation();
  const [print] = usePrintReceiptMutation();
  const hasPrinter = data?.device?.kind === 'register' && session?.terminal !== null;

  return async ({ usageId, priceIncrease }) => {
    if (usageId === null) return { ok: false, message: 'There is no usage to print a receipt for' };
    const params = { id: usageId };
    const kind = priceIncrease ? 'priceincrease' : 'redeem';
    const job = uuidv7();
    return printReceipt({
      job,
      page: () => fetchPage({ params, query: { kind } }).unwrap(),
      sitePrinter: hasPrinter ? async () => outcomeOf(await print({ params, body: { job, kind } })) : null,
    });
  };
}

function outcomeOf({ data, error }: { data?: { state: string; message: string }; error?: unknown }): Outcome {
  if (data) return { ok: data.state === 'printed', message: data.message };
  return { ok: false, message: `Not printed: ${messageOf(error)}` };
}
