import { nativeRegister } from './native-register.ts';
import { printPage } from './print-page.ts';

export interface PrintRequest {
  /** Unique to the press: makes a repeated print harmless. */
  job: string;
  /** Fetches the receipt as a page. Called only where this browser itself prints. */
  page: () => Promise<string>;
  /** Asks the site's printer that serves this device; its sentence says what became of it. Null where there is none. */
  sitePrinter: () => Promise<Outcome | null>;
}

/** How an act at the register ended, with a sentence for the cashier. */
export interface Outcome {
  ok: boolean;
  message: string;
}

/**
 * Prints where paper is nearest: on the register's own printer, else on the site's printer of this device, else by the browser's print dialog.
 * One of them is asked, once; a failure is told and never tried elsewhere,
 * since the first may still print.
 */
export async function printReceipt({ job, page, sitePrinter }: PrintRequest): Promise<Outcome> {
  const register = nativeRegister();
  if (register) {
    return told(async () => {
      await register.printReceipt({ job, html: await page() });
      return 'Receipt printed';
    });
  }
  const printed = await sitePrinter();
  if (printed) return printed;
  return told(async () => {
    await printPage(await page());
    return 'Receipt sent to the print dialog';
  });
}

/** Hands a plate or tag to the sale that is open in Sitewatch. A plain browser cannot, and says what to do instead. */
export async function transferToSitewatch(transfer: { code: string; customerId: string | null }): Promise<Outcome> {
  const register = nativeRegister();
  if (!register) {
    return { ok: false, message: `Only a register can send to Sitewatch. At this screen, type ${transfer.code} into the sale by hand.` };
  }
  return told(async () => {
    await register.transferToSitewatch(transfer);
    return 'Sent to Sitewatch';
  });
}

async function told(act: () => Promise<string>): Promise<Outcome> {
  try {
    return { ok: true, message: await act() };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
