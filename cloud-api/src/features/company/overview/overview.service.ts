import { rolesSuffice } from '@washdesk/contracts/access';
import type { Overview, OverviewItem } from '@washdesk/contracts/company/overview';
import { overviewKinds, type OverviewKind } from '@washdesk/rules/company/overview';
import type { OverviewSource } from '../../../common/overview-source.ts';

interface Dependencies {
  /** Complete once every feature is composed. */
  overviewSources: readonly OverviewSource[];
  onFailure: (kind: OverviewKind, error: unknown) => void;
}

/** Reads the figures of all features at once; one that fails leaves the others. */
export class OverviewService {
  readonly #sources: readonly OverviewSource[];
  readonly #onFailure: Dependencies['onFailure'];

  constructor({ overviewSources, onFailure }: Dependencies) {
    this.#sources = overviewSources;
    this.#onFailure = onFailure;
  }

  /** Leaves out kinds whose list the roles may not open, and what needs attention where nothing does. */
  async overview(roles: number, site: number | null): Promise<Overview> {
    const items: OverviewItem[] = [];
    const failed: OverviewKind[] = [];
    const readable = this.#sources.filter(({ access }) => rolesSuffice(access, roles));
    await Promise.all(
      readable.map(async ({ kind, read }) => {
        try {
          items.push({ more: false, amount: null, deadline: null, before: null, ...(await read(site)), kind });
        } catch (error) {
          failed.push(kind);
          this.#onFailure(kind, error);
        }
      }),
    );
    const order = (kind: OverviewKind): number => overviewKinds.indexOf(kind);
    return {
      items: items
        .filter(({ count, before }) => count > 0 || before !== null)
        .toSorted((one, other) => order(one.kind) - order(other.kind)),
      failed: failed.toSorted((one, other) => order(one) - order(other)),
    };
  }
}
