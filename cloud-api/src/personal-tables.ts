import { personalData as erasedCodes } from './db/erased-codes.ts';
import { personalData as hourlyCount } from './db/hourly-count.ts';
import type { PersonalTables } from './db/personal-data.ts';
import { personalData as jobs } from './db/tables/jobs.ts';
import { personalData as lanes } from './db/tables/lanes.ts';
import { personalData as lists } from './db/tables/lists.ts';
import { personalData as loyalty } from './db/tables/loyalty.ts';
import { personalData as messages } from './db/tables/messages.ts';
import { personalData as metrics } from './db/tables/metrics.ts';
import { personalData as mirror } from './db/tables/mirror.ts';
import { personalData as operations } from './db/tables/operations.ts';
import { personalData as people } from './db/tables/people.ts';
import { personalData as planSales } from './db/tables/plan-sales.ts';
import { personalData as priceIncreases } from './db/tables/price-increases.ts';
import { personalData as receipts } from './db/tables/receipts.ts';
import { personalData as settings } from './db/tables/settings.ts';
import { personalData as signatures } from './db/tables/signatures.ts';
import { personalData as sites } from './db/tables/sites.ts';
import { personalData as sitewatchLinks } from './db/tables/sitewatch-links.ts';
import { personalData as sitewatch } from './db/tables/sitewatch.ts';
import { personalData as begunPlan } from './documents/begun-plan.ts';
import { personalData as laneTrace } from './documents/lane-trace.ts';
import { personalData as erased } from './mirror/erased.store.ts';
import { personalData as cardReading } from './operations/card-reading.ts';
import { personalData as declinedCards } from './operations/declined-cards.ts';
import { personalData as gifts } from './operations/gift.store.ts';
import { personalData as movedMoney } from './operations/moved-money.store.ts';

/** What the tables below the features have of customers; each is declared beside its type. */
export const personalTables: PersonalTables = {
  ...erasedCodes,
  ...hourlyCount,
  ...jobs,
  ...lanes,
  ...laneTrace,
  ...lists,
  ...loyalty,
  ...messages,
  ...metrics,
  ...mirror,
  ...operations,
  ...people,
  ...planSales,
  ...priceIncreases,
  ...receipts,
  ...settings,
  ...signatures,
  ...sites,
  ...sitewatchLinks,
  ...sitewatch,
  ...begunPlan,
  ...erased,
  ...cardReading,
  ...declinedCards,
  ...gifts,
  ...movedMoney,
};
