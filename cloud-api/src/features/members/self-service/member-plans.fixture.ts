import { submitPage } from '@washdesk/stripe-simulator/checkout/submit-page.fixture';
import { ApiClient, clientAs } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { signedInMember } from '../../../testing/callers.ts';

/** A member with a plan of 29.99 and a card, signed in. */
export interface PlanMember {
  customer: string;
  card: string;
  plate: string;
  subscription: string;
  client: ApiClient;
}

export const superKiss = 'price_SuperKiss_12';
export const otherCard = '5555555555554444';

/** A cloud whose members manage their plans by themselves. */
export class MemberPlans {
  readonly cloud: BillingCloud;
  readonly cashier: ApiClient;
  #plates = 0;

  private constructor(cloud: BillingCloud, cashier: ApiClient) {
    this.cloud = cloud;
    this.cashier = cashier;
  }

  /** @param at company time at the start */
  static async start(at: string): Promise<MemberPlans> {
    const cloud = await startBillingCloud({ at, taxed: true });
    return new MemberPlans(cloud, await clientAs(cloud, 'Cashier'));
  }

  stop(): Promise<void> {
    return this.cloud.stop();
  }

  newPlate(): string {
    this.#plates += 1;
    return `ACT${this.#plates}-IL`;
  }

  async member(): Promise<PlanMember> {
    const plate = this.newPlate();
    const { customer, card } = await this.cloud.member({ plate });
    const { status, body } = await this.cashier.post('/subscription', { customer, PlanId: superKiss });
    if (status !== 200) throw new Error(`no plan was sold: ${status} ${JSON.stringify(body)}`);
    const client = new ApiClient(this.cloud.url, await signedInMember(this.cloud, customer));
    return { customer, card, plate, subscription: String(body['id']), client };
  }

  /** The plan as Stripe has it. */
  atStripe({ subscription }: PlanMember) {
    return this.cloud.stripe.store.get('subscription', subscription);
  }

  /** Enters another card on the page of the provider, as a phone does. @returns the id of the page */
  async enterCard(url: string): Promise<string> {
    const response = await submitPage(url, { email: 'ada@moore.test', name: 'Ada Moore', number: otherCard, postal: '60601' });
    return new URL(response.headers.get('location') ?? '').searchParams.get('card') ?? '';
  }

  async statusAtLane(plate: string): Promise<string | undefined> {
    const entries = this.cloud.database.db.selectFrom('roster_entry').select('status');
    return (await entries.where('code', '=', plate).where('removed', '=', false).executeTakeFirst())?.status;
  }

  /** Returns the actions that the member did, and those with `more` subjects. */
  async auditOf({ customer, subscription }: PlanMember, more: readonly string[] = []): Promise<string[]> {
    const rows = await this.cloud.database.db
      .selectFrom('whole_audit')
      .select('action')
      .where('actor', '=', 'member')
      .where('subject', 'in', [`customer:${customer}`, `subscription:${subscription}`, ...more])
      .orderBy('id')
      .execute();
    return rows.map(({ action }) => action);
  }
}
