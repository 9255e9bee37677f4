import type { SitePrice } from '@washdesk/contracts/billing/catalogue';
import { monthlyWords } from '@washdesk/rules/plans/plan-price';
import { useSiteNames } from '../../../domain/sites/site-name.tsx';

/** Returns a function that names a price with its amount and site, because the sites' plans share their names. */
export function usePriceName(): (price: SitePrice) => string {
  const siteName = useSiteNames();
  return ({ PlanName, PlanPrice, PlanTotal, site }) => {
    const price = `${PlanName}, ${monthlyWords({ amount: PlanPrice, total: PlanTotal })}`;
    return site === null ? price : `${price}, ${siteName(site)}`;
  };
}
