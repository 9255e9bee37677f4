import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { LoyaltyMemberView } from '@washdesk/contracts/members/loyalty';
import { until } from '@washdesk/test-support/until';
import { postgresLoyalty } from '../../../adapters/postgres-loyalty/postgres-loyalty.ts';
import { clientAs } from '../../../testing/api-client.ts';
import { startBillingCloud } from '../../../testing/billing-cloud.ts';
import { unknownMember, viewMember } from './loyalty-view.ts';

const kiss = 'price_SuperKiss_12';
export const plus = 'price_SuperKissPlus_12';
export const plans = 'Active Unlimited Plans';
export const plusMembers = 'Active Unlimited PLUS members';

/** Starts a whole cloud with its Stripe and signs its users in. */
export async function startCompany() {
  const cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  const [cashier, manager] = [await clientAs(cloud, 'Cashier'), await clientAs(cloud, 'SalesManager')];
  const { db } = cloud.database;
  let numbers = 0;

  async function atStripe(id: string, metadata: Record<string, string>): Promise<void> {
    await cloud.sdk.customers.update(id, { metadata });
    await cloud.settled();
  }
  const freshCard = (): string => `629892232${String((numbers += 1)).padStart(9, '0')}`;
  const freshPlate = (): string => `CARD${(numbers += 1)}-IL`;
  const lookup = (card: string) => cashier.get<LoyaltyMemberView>(`/thecard/lookup/${card}`);

  async function customer(metadata: Record<string, string> = {}): Promise<string> {
    const { customer: id } = await cloud.member({ plate: freshPlate() });
    await atStripe(id, metadata);
    return id;
  }

  /** Creates a member with a plan; `key` is the key of the sign-up. */
  async function member({ PlanId = kiss, card = '' } = {}) {
    const [id, key] = [await customer({ ...(card && { TheCardNumber: card }) }), randomUUID()];
    const wanted = { customer: id, PlanId, DoNotProrate: true };
    const { status, body } = await cashier.post<Subscription>('/subscription', wanted, { key });
    if (status !== 200) throw new Error(`Sign-up failed: ${JSON.stringify(body)}`);
    return { id, key, subscription: body.id };
  }

  return {
    cloud,
    cashier,
    manager,
    freshCard,
    freshPlate,
    customer,
    member,
    atStripe,
    lookup,
    async held(id: string): Promise<LoyaltyMemberView> {
      return (await cashier.get<LoyaltyMemberView>(`/customer/${id}/thecard`)).body;
    },
    /** Waits until the worker has updated the member. Reads the database, because requesting a customer would add the member. */
    becomes: (id: string, wanted: Partial<LoyaltyMemberView>): Promise<LoyaltyMemberView> =>
      until(`${id} becomes ${JSON.stringify(wanted)}`, async () => {
        const view = viewMember((await postgresLoyalty(db).member(id)) ?? unknownMember(id));
        return isDeepStrictEqual({ ...view, ...wanted }, view) ? view : null;
      }),
    jobs: (id: string) =>
      db.selectFrom('job').select(['state', 'result']).where('what', '=', 'converge.loyalty').where('key', '=', id).execute(),
    auditsOf: (subject: string) =>
      db.selectFrom('whole_audit').select(['action', 'actor', 'before', 'after']).where('subject', '=', subject).orderBy('at').execute(),
  };
}

export type Company = Awaited<ReturnType<typeof startCompany>>;
