import type { Obligation } from '@washdesk/contracts/system/obligation';
import { writeAudit } from '../../../audit/audit.ts';
import { cursorOf, pageOf } from '../../../common/page-cursor.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Clock } from '../../../ports/clock.ts';
import { viewObligation } from './obligation-view.ts';
import {
  countObligations,
  dismiss,
  findObligations,
  obligationById,
  obligationsOf,
  reopen,
  stuckDeeds,
  type ObligationRow,
} from './obligations.store.ts';

const pageSize = 30;

interface Parts {
  db: Db;
  clock: Clock;
  /** Something became due. */
  owed: () => void;
}

/** What is owed, for the customer's screen and for IT, who may try it again or give it up. */
export class ObligationsService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @throws Failure 404 `customer_not_found` */
  async ofCustomer(customer: string) {
    const { db } = this.#parts;
    await knownCustomer(db, customer);
    const rows = await obligationsOf(db, customer);
    return { obligations: rows.map(viewObligation), count: rows.length };
  }

  /** @param state null: whatever needs a person. @throws Failure 400 for a foreign cursor */
  async list(state: Obligation['state'] | null, page: string | undefined) {
    const { db } = this.#parts;
    const [rows, count] = await Promise.all([findObligations(db, state, cursorOf(page), pageSize), countObligations(db, state)]);
    const { shown, nextPage } = pageOf(rows, pageSize);
    return { results: shown.map(viewObligation), count, next_page: nextPage };
  }

  /** @throws Failure 404 `obligation_not_found`, 409 `not_open` */
  async retry(id: string, by: Principal): Promise<{ obligation: Obligation }> {
    const row = await this.#change(id, by, { action: 'obligation.retried', why: null }, (tx) => reopen(tx, id));
    this.#parts.owed();
    return { obligation: viewObligation(row) };
  }

  /** @throws Failure 404 `obligation_not_found`, 409 `not_open` */
  async dismiss(id: string, reason: string, by: Principal): Promise<{ obligation: Obligation }> {
    const row = await this.#change(id, by, { action: 'obligation.dismissed', why: reason }, (tx) => dismiss(tx, id, by.name, reason));
    return { obligation: viewObligation(row) };
  }

  async stuckDeeds() {
    const deeds = await stuckDeeds(this.#parts.db);
    return {
      deeds: deeds.map((deed) => ({ ...deed, created: deed.created.toISOString(), due: deed.due.toISOString() })),
      count: deeds.length,
    };
  }

  #change(
    id: string,
    by: Principal,
    { action, why }: { action: string; why: string | null },
    change: (tx: Tx) => Promise<boolean>,
  ): Promise<ObligationRow> {
    return this.#parts.db.transaction().execute(async (tx) => {
      const before = await obligationById(tx, id);
      if (!before) throw notFound('obligation_not_found', 'There is no such obligation');
      if (!(await change(tx))) throw new Failure(409, 'not_open', 'Nothing is left to do here');
      const { what, key, site, customer, state, last_error } = before;
      await writeAudit(tx, {
        actor: by.id,
        site,
        action,
        subject: `obligation:${id}`,
        before: { what, key, customer, state, reason: last_error },
        why,
        at: this.#parts.clock.now(),
      });
      return (await obligationById(tx, id)) ?? before;
    });
  }
}
