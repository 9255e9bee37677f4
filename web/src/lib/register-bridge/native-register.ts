/**
 * What the embedded browser of a register puts into the page as `window.washdeskRegister`, before any script of ours runs
 * (front-desk section 1, "native actions"). Every method settles when the register has done the act or knows that it cannot; a rejection bears
 * a sentence for the cashier as its message.
 */
export interface NativeRegister {
  /** Of the embedded browser, as the version footer shows it: '3.1.0'. */
  readonly version: string;
  /** The register's name in Sitewatch, where the register knows it. */
  readonly terminal?: string;
  /** Prints a page on the register's own printer. `job` is unique: a register prints a job that it has seen no second time. */
  printReceipt: (receipt: { job: string; html: string }) => Promise<void>;
  /** Hands a plate or tag over to the sale that is open in Sitewatch. */
  transferToSitewatch: (transfer: { code: string; customerId: string | null }) => Promise<void>;
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
