/**
 * What a difference is about: a customer by Stripe's id, or the charge of a refund without a customer, or a customer of a site's Sitewatch
 * whom Washdesk does not have.
 */
export type DifferenceSubject = string;

const sitewatchPrefix = 'sitewatch:';
const chargePrefixes = ['ch_', 'py_'];

export const isChargeSubject = (subject: DifferenceSubject): boolean => chargePrefixes.some((prefix) => subject.startsWith(prefix));

/** The subject of a customer with this number in a site's Sitewatch. */
export const sitewatchSubject = (objid: number): DifferenceSubject => `${sitewatchPrefix}${objid}`;

/** Returns the number in the site's Sitewatch; null for another subject. */
export const objidOfSubject = (subject: DifferenceSubject): number | null =>
  subject.startsWith(sitewatchPrefix) ? Number(subject.slice(sitewatchPrefix.length)) : null;

/** Returns the customer's id at Stripe; null for a subject without one. */
export const customerOfSubject = (subject: DifferenceSubject): string | null =>
  isChargeSubject(subject) || objidOfSubject(subject) !== null ? null : subject;
