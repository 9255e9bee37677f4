/** When the public sign-up may open another payment page (docs/rules/billing.md#abuse). */

/** The provider keeps a page open for half an hour at least. */
export const pageMinutes = 40;

/** Declined cards after which a page is closed. */
export const declinesPerPage = 3;
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

interface Counts {
  declined: number;
  paid: number;
  unpaid: number;
  declinedByBrowser: number;
  excessInNetwork: number;
  newest: Date | null;
}

export const isAttack = ({ declined, paid }: Pick<Counts, 'declined' | 'paid'>): boolean => declined - paid >= attackExcess;

/** Returns the seconds between two pages during an attack: twice as long after each declined card. */
const attackSeconds = ({ declined, paid }: Counts): number => firstAttackSeconds * 2 ** Math.min(declined - paid - attackExcess, doublings);

/** Whether too many cards of a visitor were declined to let them try another one. */
export const isVisitorOver = ({ declinedByBrowser, excessInNetwork }: Pick<Counts, 'declinedByBrowser' | 'excessInNetwork'>): boolean =>
  declinedByBrowser >= declinesPerBrowser || excessInNetwork >= declinesPerNetwork;

/** Returns the seconds until a page may be opened; 0 for now. @param atOnce the setting `onlinePagesAtOnce` */
export function secondsUntilPage(counts: Counts, now: Date, atOnce: number): number {
  if (isVisitorOver(counts)) return visitorSeconds;
  if (!isAttack(counts)) return counts.unpaid >= atOnce ? unpaidSeconds : 0;
  const since = counts.newest === null ? Number.POSITIVE_INFINITY : (now.getTime() - counts.newest.getTime()) / 1_000;
  return Math.max(0, Math.ceil(attackSeconds(counts) - since));
}

/** Whether a page is closed after a declined card. */
export const isPageOver = ({ declines, pagesOfCard, attack }: { declines: number; pagesOfCard: number; attack: boolean }): boolean =>
  attack || declines >= declinesPerPage || pagesOfCard > pagesPerCard;
