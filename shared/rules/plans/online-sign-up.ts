import { isCanadianPostalCode } from '../customers/customer-entry.ts';
import type { OfferedPlan } from './offered-plan.ts';

/** The public sign-up, where customers subscribe without a cashier. */

export const existingAccount =
  'Based on your email address or license plate, it appears you already have/had an account with us. Please see a car wash cashier to reactivate your plan.';

/** The terminal name of a subscription sold online. */
export const onlineTerminal = 'online';

export const onlineCountries = ['US', 'CA'] as const;
export type OnlineCountry = (typeof onlineCountries)[number];

const fiveDigits = /^\d{5}$/;

/** A 5-digit ZIP in the US, a Canadian postal code in Canada. */
export const isPostalCodeOf = (country: OnlineCountry, code: string): boolean =>
  country === 'US' ? fiveDigits.test(code) : isCanadianPostalCode(code);

/** Whether the plan is sold today to the public at a known site. */
export const isSoldOnline = ({ active, current, availableOnline, site }: OfferedPlan): boolean =>
  active && current && availableOnline && site !== null;

/** Returns the plans that are sold online, each with its site. */
export const soldOnline = (plans: readonly OfferedPlan[]): { plan: OfferedPlan; site: number }[] =>
  plans.flatMap((plan) => (isSoldOnline(plan) && plan.site !== null ? [{ plan, site: plan.site }] : []));
