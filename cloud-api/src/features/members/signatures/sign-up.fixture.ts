import { randomUUID } from 'node:crypto';
import { writeReceipt } from '../../../documents/receipt.ts';
import type { TestDatabase } from '../../../testing/database.ts';

export interface TestSignUp {
  customer: string;
  subscription: string;
  receipt: string;
}

/** Creates a customer who has just signed up, with the receipt of the sign-up. */
export async function signUp({ db }: TestDatabase, at = new Date()): Promise<TestSignUp> {
  const customer = `cus_${randomUUID().slice(0, 8)}`;
  const subscription = `sub_${randomUUID().slice(0, 8)}`;
  const object = JSON.stringify({ id: customer, name: 'Moore, Ada' });
  await db
    .insertInto('mirror_customer')
    .values({ id: customer, object, read_seq: 1, created: at, name: 'Moore, Ada', search: '' })
    .execute();
  const receipt = await db.transaction().execute((tx) =>
    writeReceipt(tx, {
      kind: 'signup',
      subject: subscription,
      customer,
      operation: null,
      site: 12,
      terminal: 'Washcashier1',
      employee: 101,
      agent: 'Sam Fuller',
      facts: {
        member: 'Moore, Ada',
        code: 'ABC123-IL',
        subscription,
        plan: 'Super Kiss',
        price: 2_999,
        dueToday: 1_000,
        card: { brand: 'visa', last4: '4242' },
        duration: 3,
      },
      at,
    }),
  );
  return { customer, subscription, receipt };
}
