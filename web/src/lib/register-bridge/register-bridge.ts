import { centsToDollars } from '@washdesk/rules/billing/money';
import { readKeystrokes } from '@washdesk/rules/text/keystrokes';
import { callRegister, outcomeOf, errorText, type Outcome } from './call-register.ts';
import { nativeRegister, type NativeRegister } from './native-register.ts';
import { printPage } from './print-page.ts';

export { outcome, type Outcome } from './call-register.ts';

export interface PrintRequest {
  /** Unique per press, which makes a repeated print harmless. */
  job: string;
  /** Fetches the receipt as a page. Called only if this browser prints it. */
  page: () => Promise<string>;
  /** Calls the site's printer for this device and resolves with its outcome. Null if the device has none. */
  sitePrinter: () => Promise<Outcome | null>;
}

/**
 * Prints on the register's printer, otherwise on the site's printer of this device, otherwise through the browser's print dialog. Only one
 * of them is used: a failure is shown and not retried elsewhere, because the first may still print.
 */
export async function printReceipt({ job, page, sitePrinter }: PrintRequest): Promise<Outcome> {
  const register = nativeRegister();
  if (register) return printAt(register, job, page);
  const printed = await sitePrinter();
  return printed ?? outcomeOf(async () => printPage(await page()), 'Receipt sent to the print dialog');
}

/** Only the register has a time limit; fetching the page from the server does not count. */
async function printAt(register: NativeRegister, job: string, page: () => Promise<string>): Promise<Outcome> {
  let html: string;
  try {
    html = await page();
  } catch (error) {
    return { ok: false, message: errorText(error) };
  }
  return callRegister({
    send: () => register.printReceipt({ job, html }),
    done: 'Receipt printed',
    noAnswer: 'No response from the register. The receipt may still print. Check the printer.',
  });
}

/** Passes a plate or tag to the open sale in Sitewatch. A plain browser cannot, and explains what to do instead. */
export async function transferToSitewatch(transfer: { code: string; customerId: string | null }): Promise<Outcome> {
  const register = nativeRegister();
  if (!register) {
    return { ok: false, message: `Only a register can send to Sitewatch. Enter ${transfer.code} in the sale by hand.` };
  }
  return callRegister({
    send: () => register.transferToSitewatch(transfer),
    done: 'Sent to Sitewatch',
    noAnswer: `No response from the register. Check whether ${transfer.code} is in the sale.`,
  });
}

export interface Tender {
  saleid: string;
  /** Negative for a refund. */
  amountCents: number;
  /** Stripe's payment id: `pi_`, `ch_` or `re_`. */
  reference: string;
}

/**
 * Closes the register's sale with a payment made here (docs/rules/billing.md#register-charge). The same payment is one job at the register,
 * so after silence, a rejection or a reload the sale is not tendered twice.
 */
export async function tenderSale({ saleid, amountCents, reference }: Tender): Promise<Outcome> {
  const register = nativeRegister();
  const byHand = `tender sale ${saleid} with ${centsToDollars(amountCents)} by hand, reference ${reference}.`;
  if (!register) return { ok: false, message: `Only a register can tender a sale. At the register, ${byHand}` };
  if (!register.tenderSale) return { ok: false, message: `${tooOld(register)} At the register, ${byHand}` };
  return callRegister({
    send: async () => register.tenderSale?.({ job: `tender:${saleid}:${reference}:${amountCents}`, saleid, amountCents, reference }),
    done: 'Sale tendered',
    noAnswer: `No response from the register. Sale ${saleid} may still be tendered. Check the register before you tender it by hand.`,
  });
}

/**
 * Types into the register's program; `keys` in the notation of `readKeystrokes`. Sends nothing that the register could not type completely.
 */
export async function sendKeystrokes(keys: string): Promise<Outcome> {
  if (!readKeystrokes(keys)) return { ok: false, message: `Invalid keystrokes: ${keys}` };
  const register = nativeRegister();
  const byHand = `At the register, type ${keys} by hand.`;
  if (!register) return { ok: false, message: `Only a register can take keystrokes. ${byHand}` };
  if (!register.sendKeystrokes) return { ok: false, message: `${tooOld(register)} ${byHand}` };
  return callRegister({
    send: async () => register.sendKeystrokes?.(keys),
    done: 'Keystrokes sent',
    noAnswer: 'No response from the register. It may still type. Check the register before you send the keys again.',
  });
}

const tooOld = ({ version }: NativeRegister): string => `The register's browser (${version}) is too old for this feature.`;
