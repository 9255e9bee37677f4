import { sql } from 'kysely';
import { systemClock } from '@washdesk/cloud-api/adapters/clock/system-clock';
import type { AlertCause } from '@washdesk/cloud-api/common/alert';
import { alertRound } from '@washdesk/cloud-api/features/system/alerts/alert-round';
import { presentAtSites } from '@washdesk/cloud-api/features/system/alerts/site-causes.store';
import type { TestDatabase } from '@washdesk/cloud-api/testing/database';
import { until } from '@washdesk/test-support/until';

const mostMinutes = 61;

/** Lets the time of alerts pass: rows become older, and a round runs as on another server of the cloud, so that a test does not wait. */
export class SiteAlerts {
  readonly #db: TestDatabase['db'];
  readonly #page: string;

  constructor({ db }: Pick<TestDatabase, 'db'>, publicUrl: string) {
    this.#db = db;
    this.#page = `${publicUrl}/admin/alerts`;
  }

  /** Opens the alert of a fault that lasts, of a device or of a problem by its code. */
  async open(source: string): Promise<void> {
    await sql`update site_fault set changed = changed - make_interval(mins => 2)
      where cause is not null and source in (${source}, ${`agent:${source}`})`.execute(this.#db);
    await this.#round();
  }

  /** Clears the alerts of faults that are gone. */
  async clear(): Promise<void> {
    await this.#round();
    await sql`update alert set gone = gone - make_interval(mins => ${mostMinutes}) where cleared is null`.execute(this.#db);
    await this.#round();
  }

  ofSite() {
    return this.#db.selectFrom('alert').selectAll().where('cause', 'like', 'site:%').orderBy('opened').execute();
  }

  #round(): Promise<unknown> {
    const parts = { db: this.#db, clock: systemClock, page: this.#page, jobsAdded: () => undefined };
    const round = () =>
      alertRound({
        ...parts,
        present: async (tx) => {
          const sites = await presentAtSites(tx, systemClock.now());
          const cloud = await tx
            .selectFrom('alert')
            .select(['cause', 'site', 'level', 'sentence', 'step'])
            .where('cause', 'not like', 'site:%')
            .where('cleared', 'is', null)
            .where('gone', 'is', null)
            .execute();
          return { ...sites, causes: [...sites.causes, ...(cloud satisfies AlertCause[])] };
        },
      });
    // another server may be at work
    return until('a round of alerts', async () => (await round()) || null);
  }
}
