import { dollarsToCents } from '../billing/money.ts';
import { hasControlCharacters } from '../text/text.ts';

/** How the product was opened (docs/rules/screens.md#entry). */
export interface Entry {
  signedIn: boolean;
  /** The sale's amount in dollars as the register wrote it ('-12.50'); null if missing from the query. */
  amount: string | null;
  /** The feature flag of that name. */
  redeemInterface: boolean;
  /** The query string with its '?', or empty. It is passed on to every later screen. */
  query: string;
}

export type EntryRedirect = { go: string } | { message: string };

export const entryMessages = {
  amountMissing: 'Required Data is Missing: amount not found.',
  terminalUnknown: 'Unable to Determine Sitewatch Terminal. Please close this window and try again.',
} as const;

/**
 * Returns the first screen. A register's launch with a missing or invalid amount gets a message. A browser opened by hand needs no amount
 * and continues to its first screen.
 */
export function entryRedirect({ signedIn, amount, redeemInterface, query }: Entry): EntryRedirect {
  if (!signedIn) return { go: `/login${query}` };
  const cents = amount === null && !isLaunch(query) ? 0 : dollarsToCents(amount ?? '');
  if (cents === null) return { message: entryMessages.amountMissing };
  return { go: `${firstScreen(cents, redeemInterface)}${query}` };
}

/**
 * Returns a path to return to after sign-in, or '/' unless the path is certainly on this site: a forged link must not lead to another one.
 * Browsers read '\' as '/' and drop tabs and line breaks, so either could hide the '//' of another host.
 */
export function safeOrigin(path: string | null | undefined): string {
  if (!path?.startsWith('/') || path.startsWith('//')) return '/';
  return path.includes('\\') || hasControlCharacters(path) ? '/' : path;
}

function firstScreen(cents: number, redeemInterface: boolean): string {
  if (cents > 0) return '/charge';
  if (cents < 0) return '/refund';
  return redeemInterface ? '/redeemunlimited' : '/search';
}

/** Whether a register opened the product; a browser opened by hand has none of these parameters. */
function isLaunch(query: string): boolean {
  return /[?&](?:saleid|customerid|xptuser)=/i.test(query);
}
