/**
 * The object that a register's embedded browser adds to the page as `window.washdeskRegister` before our scripts run
 * (web/docs/register-bridge.md). Each method settles when the operation is done or has failed; a rejection's message is a sentence for the
 * cashier.
 */
export interface NativeRegister {
  /** Version of the embedded browser, as shown in the version footer: '3.1.0'. */
  readonly version: string;
  /** The register's name in Sitewatch, if the register has it. */
  readonly terminal?: string;
  /** Prints a page on the register's printer. `job` is unique: a register ignores a job that it has already printed. */
  printReceipt: (receipt: { job: string; html: string }) => Promise<void>;
  /** Passes a plate or tag to the open sale in Sitewatch. */
  transferToSitewatch: (transfer: { code: string; customerId: string | null }) => Promise<void>;
  /** Closes a sale with a payment made here. A register tenders a job once and answers a repeat as before. Missing in old versions. */
  tenderSale?: (tender: NativeTender) => Promise<void>;
  /** Types into the register's program, in the notation of `shared/rules/keystrokes`. Missing in old versions. */
  sendKeystrokes?: (keys: string) => Promise<void>;
}

export interface NativeTender {
  job: string;
  saleid: string;
  /** Negative for a refund. */
  amountCents: number;
  /** Stripe's payment id, for the sale's record. */
  reference: string;
}

declare global {
  interface Window {
    washdeskRegister?: NativeRegister;
  }
}

/** Returns the register around this page, or null in a plain browser. Read on each call, because it may be injected late. */
export function nativeRegister(): NativeRegister | null {
  return window.washdeskRegister ?? null;
}

/** Returns the embedded browser's version, or null in a plain browser. */
export function embeddedBrowserVersion(): string | null {
  return nativeRegister()?.version ?? null;
}
