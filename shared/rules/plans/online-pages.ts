/** When the public sign-up may open another payment page (docs/rules/billing.md#abuse). */

/** The provider keeps a page open for half an hour at least. */
export const pageMinutes = 40;

/** Declined cards after which a page is closed. */
const declinesPerPage = 3;
/** Pages on which one card may be declined. */
const pagesPerCard = 2;
/** Declined cards of one browser within a day. */
const declinesPerBrowser = 5;
/** Declined cards of one network, less its paid pages, within an hour: customers at a lane share the site's network. */
const declinesPerNetwork = 6;
/** Unpaid pages of the whole company are limited within these seconds: longer than the report of a declined card takes. */
export const unpaidSeconds = 15;

/** More declined cards than paid pages within an hour: a sign of card testing. */
const attackExcess = 8;
const firstAttackSeconds = 30;
const doublings = 6;
const visitorSeconds = 3_600;

/** Counts that decide whether the next page is opened, now. */
export interface PageCounts {
  /** Cards declined, and pages paid, within an hour. */
  declined: number;
  paid: number;
  /** Unpaid pages opened within the last seconds. */
  unpaid: number;
  /** Cards declined on pages of the browser within a day. */
  declinedByBrowser: number;
  /** Cards declined on pages of the network, less its paid pages, within an hour. */
  excessInNetwork: number;
  newest: Date | null;
}

export const isAttack = ({ declined, paid }: Pick<PageCounts, 'declined' | 'paid'>): boolean => declined - paid >= attackExcess;

/** Returns the seconds between two pages during an attack: twice as long after each declined card. */
const attackSeconds = ({ declined, paid }: PageCounts): number =>
  firstAttackSeconds * 2 ** Math.min(declined - paid - attackExcess, doublings);

/** Whether too many cards of a visitor were declined to let them try another one. */
export const isVisitorOver = ({ declinedByBrowser, excessInNetwork }: Pick<PageCounts, 'declinedByBrowser' | 'excessInNetwork'>): boolean =>
  declinedByBrowser >= declinesPerBrowser || excessInNetwork >= declinesPerNetwork;

/** Returns the seconds until a page may be opened; 0 for now. @param atOnce the setting `onlinePagesAtOnce` */
export function secondsUntilPage(counts: PageCounts, now: Date, atOnce: number): number {
  if (isVisitorOver(counts)) return visitorSeconds;
  if (!isAttack(counts)) return counts.unpaid >= atOnce ? unpaidSeconds : 0;
  const since = counts.newest === null ? Number.POSITIVE_INFINITY : (now.getTime() - counts.newest.getTime()) / 1_000;
  return Math.max(0, Math.ceil(attackSeconds(counts) - since));
}

/** Whether a page is closed after a declined card. */
export const isPageOver = ({ declines, pagesOfCard, attack }: { declines: number; pagesOfCard: number; attack: boolean }): boolean =>
  attack || declines >= declinesPerPage || pagesOfCard > pagesPerCard;
