import type { Reply } from '@washdesk/cloud-api/testing/api-client';
import type { BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import type { MoneyRequest } from './money-requests.ts';

export interface AnsweredRequest {
  request: MoneyRequest;
  answer: Reply;
}

const succeeded = ({ answer }: AnsweredRequest): boolean => answer.status === 200;

interface Found {
  id: string;
  status: string | null;
}

/** Returns the objects at Stripe that an operation created, of the kind that moves the money. */
function madeBy({ store }: BillingCloud['stripe'], { what }: MoneyRequest, operations: readonly string[]): Found[] {
  const own = <T extends { metadata: Record<string, string> | null }>(objects: readonly T[]): T[] =>
    objects.filter(({ metadata }) => metadata?.['operation'] && operations.includes(metadata['operation']));
  switch (what) {
    case 'charge':
    case 'reader charge':
      return own(store.list('payment_intent'));
    case 'refund':
      return own(store.list('refund'));
    case 'sign-up':
      return own(store.list('subscription'));
    default:
      return what satisfies never;
  }
}

const movedMoney = ({ status }: Found): boolean => status === 'succeeded' || status === 'active';

/**
 * Returns all faults as text. A successful intent has exactly one object at Stripe, any other has moved no money; and each response agrees
 * with the card.
 */
export async function faultsIn(cloud: BillingCloud, answeredRequests: readonly AnsweredRequest[]): Promise<string[]> {
  const rows = await cloud.database.db.selectFrom('operation').select(['id', 'key', 'state']).execute();
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return answeredRequests.flatMap((finished) => {
    const { request, answer } = finished;
    const operations = request.keys.flatMap((key) => byKey.get(key) ?? []);
    const name = `${request.what} of ${request.customer} (${answer.status} ${JSON.stringify(answer.body['code'] ?? 'ok')})`;
    const made = madeBy(
      cloud.stripe,
      request,
      operations.map(({ id }) => id),
    );
    const moved = made.filter(movedMoney);
    const faults: string[] = [];
    if (operations.some(({ state }) => state === 'started')) faults.push(`${name}: an operation is still open`);
    if (succeeded(finished) === request.declines) faults.push(`${name}: its card says otherwise`);
    if (succeeded(finished) && moved.length !== 1) faults.push(`${name}: ${moved.length} objects moved its money`);
    if (succeeded(finished) && made.length !== 1) faults.push(`${name}: ${made.length} objects were made for it`);
    if (!succeeded(finished) && moved.length !== 0) faults.push(`${name}: refused, and yet money moved`);
    return faults;
  });
}

/** Returns the cents that the intents moved by their responses, and by Stripe's own records of these customers. */
export function moneyTotals(
  { stripe }: BillingCloud,
  finishedRequests: readonly AnsweredRequest[],
): { answered: number; atStripe: number; refunded: number; refunds: number } {
  const of = (...kinds: MoneyRequest['what'][]): number =>
    finishedRequests
      .filter((finished) => succeeded(finished) && kinds.includes(finished.request.what))
      .reduce((sum, { request }) => sum + request.amount, 0);
  const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
  const requests = stripe.store.list('payment_intent').filter(({ metadata }) => metadata['operation']);
  const refunds = stripe.store.list('refund').filter(({ metadata }) => metadata?.['operation']);
  return {
    answered: of('charge', 'reader charge'),
    atStripe: total(requests.map(({ amount_received }) => amount_received)),
    refunded: of('refund'),
    refunds: total(refunds.map(({ amount }) => amount)),
  };
}
