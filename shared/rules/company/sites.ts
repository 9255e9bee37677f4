/** Either the site, or the sentence for a number that is none. */
export type SiteNumber = { site: number } | { error: typeof invalidSiteNumber };

/** Maps an adjusted number to the site that stands for it today. */
export type SiteMapping = Readonly<Record<number, number>>;

export const invalidSiteNumber = 'Invalid Site Number Detected';

/** The mappings that every installation has; a company adds its own (setting `siteMapping`). */
export const defaultSiteMapping: SiteMapping = { 33: 31, 39: 91, 87: 25, 100: 91, 900: 91 };

const firstCentury = 1800;
const secondCentury = 1900;
const lastOfFirstCentury = 33;
const lastSite = 99;
const afterSecondCentury = 2000;

/**
 * The site that a Sitewatch number means: the only place where these numbers are translated.
 *
 * Sitewatch numbers a site 1800 + n up to n = 33 and 1900 + n above, so 1812 is site 12 and 1987 is 87. A number from 1800 on loses 1800, or 1900 where more than 33 would be left.
 * Then one step of the mapping (87 becomes 25; it is never followed twice). A smaller number is a site already and is only mapped. A number
 * from 2000 on is refused, as is any result that is not a whole number from 1 to 99.
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
