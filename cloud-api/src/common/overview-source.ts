import type { OverviewItem } from '@washdesk/contracts/company/overview';
import type { Access } from '@washdesk/contracts/endpoint';

/** One figure of the office's overview, read by the feature that owns it (docs/rules/company.md#overview). */
export interface OverviewSource {
  kind: OverviewItem['kind'];
  /** The access of the list that the figure leads to. */
  access: Access;
  /** @param site null means every site */
  read: (site: number | null) => Promise<Partial<OverviewItem> & { count: number }>;
}
