/**
 * What the embedded browser of a register puts into the page as `window.washdeskRegister`, before any script of ours runs
 * (web/docs/register-bridge.md). Every method settles when the register has done the operation or knows that it cannot; a rejection's
 * message is a sentence for the cashier.
 */
export interface NativeRegister {
  /** The version of the embedded browser, as the version footer shows it: '3.1.0'. */
  readonly version: string;
  /** The register's name in Sitewatch, where the register knows it. */
  readonly terminal?: string;
  /** Prints a page on the register's own printer. `job` is unique: a register prints a job that it has seen no second time. */
  printReceipt: (receipt: { job: string; html: string }) => Promise<void>;
  /** Hands a plate or tag over to the sale that is open in Sitewatch. */
  transferToSitewatch: (transfer: { code: string; customerId: string | null }) => Promise<void>;
  /** Closes a sale with a payment that was taken here. A register tenders a job once and answers a repeat as it did the first. Missing in old versions. */
  tenderSale?: (tender: NativeTender) => Promise<void>;
  /** Types into the register's own program, in the notation of `shared/rules/keystrokes`. Missing in old versions. */
  sendKeystrokes?: (keys: string) => Promise<void>;
}

export interface NativeTender {
  job: string;
  saleid: string;
  /** Negative for money that was given back. */
  amountCents: number;
  /** The id of the payment at Stripe, for the sale's own record. */
  reference: string;
}

declare global {
  interface Window {
    washdeskRegister?: NativeRegister;
  }
}

/** The register around this page, or null in a plain browser. Asked anew each time: it may be injected late. */
export function nativeRegister(): NativeRegister | null {
  return window.washdeskRegister ?? null;
}

/** The embedded browser's version, or null in a plain browser. */
export function embeddedBrowserVersion(): string | null {
  return nativeRegister()?.version ?? null;
}
