import type { Config } from '../config.ts';
import { createAbuse } from '../features/company/abuse/create-abuse.ts';
import { createMetrics } from '../features/company/metrics/create-metrics.ts';
import { createOverview } from '../features/company/overview/create-overview.ts';
import { createReference } from '../features/company/reference/create-reference.ts';
import { createReports } from '../features/company/reports/create-reports.ts';
import { createRevenue } from '../features/company/revenue/create-revenue.ts';
import { createSales } from '../features/company/sales/create-sales.ts';
import { createSettings } from '../features/company/settings/create-settings.ts';
import { createWeeklyReport } from '../features/company/weekly-report/create-weekly-report.ts';
import { createZipcode } from '../features/company/zipcode/create-zipcode.ts';
import { apiVersion } from '../version.ts';
import type { Core } from './core.ts';

/** The facts about this installation that browsers receive. */
const startupFacts = (config: Config) => ({
  publicKey: config.WASHDESK_STRIPE_PUBLIC_KEY,
  apiVersion,
  dashboardUrl: config.WASHDESK_STRIPE_DASHBOARD_URL,
  dxtUrl: config.WASHDESK_DXT_URL ?? null,
  redeem: config.WASHDESK_REDEEM,
  systemMessage: config.WASHDESK_SYSTEM_MESSAGE ?? null,
});

export type CompanyDomain = ReturnType<typeof composeCompany>;

export function composeCompany(core: Core, config: Config) {
  const overview = createOverview(core);
  const revenue = createRevenue(core);
  const zipcode = createZipcode();
  const abuse = createAbuse({ ...core, placeOf: zipcode.placeOf });
  const features = [
    abuse,
    createMetrics(core),
    overview,
    createReference(core),
    createReports(core),
    revenue,
    createSales(core),
    createSettings({ ...core, facts: startupFacts(config) }),
    createWeeklyReport({ ...core, revenueOf: revenue.revenueOf, wholeOverview: overview.wholeOverview }),
    zipcode,
  ];
  return { features, abuseCauses: abuse.causes };
}
