import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

/** A test company; each call adds a row of the mirror or a wash. */
export interface TestCompany {
  price(id: string, amount: number): Promise<void>;
  plan(id: string, plan: TestPlan): Promise<void>;
  bill(id: string, bill: TestBill): Promise<void>;
  washes(customer: string, ...at: string[]): Promise<void>;
}

interface TestPlan {
  customer: string;
  site: number | null;
  price: string;
  begins: string;
  ends?: string;
  status?: string;
  reason?: string;
}

interface TestBill {
  plan: string;
  at: string;
  /** The prices of its lines, the plan's last; a credited one begins with a minus. */
  prices: string[];
  reason?: string;
  status?: string;
  attempts?: number;
  paidAt?: string;
  declined?: boolean;
}

const seconds = (iso: string): number => Date.parse(iso) / 1_000;

export function testCompany(db: Db): TestCompany {
  const amounts = new Map<string, number>();
  return {
    async price(id, amount) {
      amounts.set(id, amount);
      const object = JSON.stringify({ id, unit_amount: amount, nickname: id, product: 'prod_1', metadata: {} });
      await db.insertInto('mirror_price').values({ id, object, read_seq: 1, product: 'prod_1' }).execute();
    },
    async plan(id, { customer, site, price, begins, ends, status, reason = 'cancellation_requested' }) {
      const metadata = { CustomerCode: `${customer.toUpperCase()}-IL` };
      await db
        .insertInto('mirror_customer')
        .values({
          id: customer,
          object: JSON.stringify({ id: customer, metadata }),
          read_seq: 1,
          created: new Date(begins),
          name: `Member ${customer}`,
          search: '',
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const ended = ends === undefined ? null : seconds(ends);
      const object = JSON.stringify({
        id,
        ended_at: ended,
        cancellation_details: ended === null ? null : { reason, comment: null },
        items: { data: [{ price: { id: price }, current_period_start: seconds(begins), current_period_end: seconds(begins) }] },
      });
      const stands = status ?? (ended === null ? 'active' : 'canceled');
      await db
        .insertInto('mirror_subscription')
        .values({ id, object, read_seq: 1, customer, status: stands, price, created: new Date(begins), site })
        .execute();
    },
    async bill(id, { plan, at, prices, reason = 'subscription_cycle', status = 'paid', attempts = 1, paidAt, declined = false }) {
      const lines = prices.map((name, index) => {
        const price = name.replace('-', '');
        const amount = (amounts.get(price) ?? 0) * (name.startsWith('-') ? -1 : 1);
        return {
          id: `${id}-${index}`,
          amount,
          period: { start: seconds(at), end: seconds(at) + 1_000 },
          pricing: { price_details: { price } },
        };
      });
      const due = Math.max(
        0,
        lines.reduce((sum, { amount }) => sum + amount, 0),
      );
      const paid = status === 'paid' ? seconds(paidAt ?? at) : null;
      const object = JSON.stringify({
        id,
        billing_reason: reason,
        attempt_count: attempts,
        amount_due: due,
        status_transitions: { paid_at: paid },
        lines: { data: lines },
      });
      const intent = `pi_${id}`;
      await db
        .insertInto('mirror_invoice')
        .values({ id, object, read_seq: 1, subscription: plan, created: new Date(at), status, payment_intent: intent })
        .execute();
      if (!declined) return;
      await db
        .insertInto('mirror_charge')
        .values({ id: `ch_${id}`, object: '{}', read_seq: 1, payment_intent: intent, created: new Date(at), amount: due, status: 'failed' })
        .execute();
    },
    async washes(customer, ...at) {
      for (const instant of at) {
        await sql`
          insert into usage (id, customer, code, plan_name, site, source, at)
          values (gen_random_uuid(), ${customer}, 'ABC-IL', 'Super Kiss', 12, 'staff', ${instant})`.execute(db);
      }
    },
  };
}
