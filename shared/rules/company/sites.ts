/** The site, or an error sentence for an invalid number. */
export type SiteNumber = { site: number } | { error: typeof invalidSiteNumber };

/** Maps an adjusted number to its current site. */
export type SiteMapping = Readonly<Record<number, number>>;

export const invalidSiteNumber = 'Invalid Site Number Detected';

/** The default mappings; a company adds its own (setting `siteMapping`). */
export const defaultSiteMapping: SiteMapping = { 33: 31, 39: 91, 87: 25, 100: 91, 900: 91 };

const firstCentury = 1800;
const secondCentury = 1900;
const lastOfFirstCentury = 33;
const lastSite = 99;
const afterSecondCentury = 2000;

/**
 * Returns the site of a Sitewatch number. No other code translates these numbers.
 *
 * Sitewatch numbers a site 1800 + n up to n = 33 and 1900 + n above: 1812 is site 12, 1987 is 87. A number from 1800 loses 1800, or 1900 if
 * more than 33 would remain. Then one mapping step applies (87 becomes 25), never two. A smaller number is already a site and is only
 * mapped. Numbers from 2000 are rejected, as is any result other than a whole number from 1 to 99.
 */
export function siteNumber(raw: string | number, mapping: SiteMapping = defaultSiteMapping): SiteNumber {
  const adjusted = withoutCentury(wholeNumber(raw));
  const site = mapping[adjusted] ?? adjusted;
  return Number.isInteger(site) && site >= 1 && site <= lastSite ? { site } : { error: invalidSiteNumber };
}

function wholeNumber(raw: string | number): number {
  if (typeof raw === 'number') return Number.isInteger(raw) ? raw : Number.NaN;
  return /^\d{1,4}$/.test(raw.trim()) ? Number(raw) : Number.NaN;
}

function withoutCentury(number: number): number {
  if (number < firstCentury) return number;
  if (number >= afterSecondCentury) return Number.NaN;
  const rest = number - firstCentury;
  return rest > lastOfFirstCentury ? number - secondCentury : rest;
}
