import { productKeys } from './metadata-keys.ts';

const isOneOf = (value: string, classes: readonly string[]): boolean => classes.includes(value);

/**
 * Returns why a product's metadata cannot have this value; null if it can. An empty value removes the key.
 * @param classes the company's product classes (setting `productClasses`)
 */
export function problemOfProductValue(key: string, value: string, classes: readonly string[]): string | null {
  if (value === '') return key === productKeys.productClass ? 'must not be empty' : null;
  switch (key) {
    case productKeys.productClass:
      return isOneOf(value, classes) ? null : `must be one of ${classes.join(', ')}`;
    case productKeys.upgradeClass:
    case productKeys.downgradeClass: {
      const unknown = value.split(',').find((part) => !isOneOf(part.trim(), classes));
      return unknown === undefined ? null : `"${unknown.trim()}" is no product class: ${classes.join(', ')}`;
    }
    case productKeys.stripeRedeem:
      return value === 'true' || value === 'false' ? null : 'must be true or false';
    case productKeys.sortOrder:
      return /^\d{1,4}$/.test(value) ? null : 'must be a whole number';
    case productKeys.clubCode:
      return /^[A-Z]$/.test(value) ? null : 'must be one capital letter';
    default:
      return null;
  }
}

/** Keys that change what every member of the plan pays or may do. */
export const keysForMembers: readonly string[] = [productKeys.productClass, productKeys.stripeRedeem, productKeys.clubCode];
