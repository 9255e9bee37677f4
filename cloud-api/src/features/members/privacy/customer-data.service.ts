import type { z } from 'zod';
import type { CustomerData, exportCustomerData } from '@washdesk/contracts/members/privacy';
import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import type { Db } from '../../../db/pool.ts';
import { codesOf } from '../../../mirror/projection/codes.store.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import type { ErasureService } from './erasure.service.ts';
import { linkedSites, siteNames, sitesOf } from './erasure.store.ts';
import { countRows, exportRows, findPerson, type Declared } from './personal-rows.store.ts';

interface Parts {
  db: Db;
  clock: Clock;
  sites: SiteCommands;
  declared: Declared;
  erasures: ErasureService;
}

type Export = z.input<typeof exportCustomerData.response>;

/** What is stored about a customer, as counts and whole (docs/rules/privacy.md#export). */
export class CustomerDataService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @throws Failure 404 `customer_not_found` */
  async summary(id: string): Promise<CustomerData> {
    const { db, declared, erasures } = this.#parts;
    const { customer, deleted } = await knownCustomer(db, id);
    const person = await findPerson(db, id, id);
    const names = await siteNames(db);
    const sites = new Set((await sitesOf(db, id)).filter(({ objid }) => objid !== null).map(({ site }) => site));
    return {
      customer: id,
      name: customer.name ?? null,
      deleted,
      tables: await countRows(db, declared, person),
      sites: [...sites].map((site) => ({ site, name: names.get(site) ?? `Site ${site}` })),
      obstacles: await erasures.obstacles(id),
      erasure: await erasures.openOf(id),
    };
  }

  /** Reads the customer's own rows of every table, and each site's Sitewatch. @throws Failure 404 `customer_not_found` */
  async export(id: string, by: Principal): Promise<Export> {
    const { db, clock, declared } = this.#parts;
    await knownCustomer(db, id);
    const person = await findPerson(db, id, id);
    const at = clock.now();
    const tables = await exportRows(db, declared, person);
    await writeAudit(db, { ...auditBy(by), action: 'customer.exported', subject: `customer:${id}`, at });
    return { customer: id, exported: at.toISOString(), tables, sitewatch: await this.#atSites(id) };
  }

  async #atSites(id: string): Promise<Export['sitewatch']> {
    const { db } = this.#parts;
    const [linked, codes] = [await linkedSites(db, id), await codesOf(db, id)];
    return codes.length === 0 ? [] : Promise.all(linked.map((link) => this.#atSite(link, codes)));
  }

  /** A site finds by code, and may have the code under another person's number. */
  async #atSite({ site, objid }: { site: number; objid: number }, codes: readonly string[]): Promise<Export['sitewatch'][number]> {
    for (const code of codes) {
      const outcome = await this.#parts.sites.send(site, sitewatchDevice, 'sitewatch.customer-by-code', { code });
      if (outcome.kind !== 'answered') return { site, customer: null, problem: outcome.message };
      const { customer } = outcome.result;
      if (customer?.objid === objid) return { site, customer, problem: null };
    }
    return { site, customer: null, problem: 'The site doesn’t list the customer’s codes under the customer’s number' };
  }
}
