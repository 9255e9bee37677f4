import type { Stripe } from 'stripe';
import { operationOf } from '@washdesk/rules/company/metadata-keys';
import type { ProviderKind, ProviderObjects } from '../../common/provider-objects.ts';
import type { CustomersKind, OperationSearchScope, Priority, PaymentsReader } from '../../ports/payments.ts';
import { canonical, canonicalObject, expandOfList, expandOfObject } from './requests/canonical.ts';
import type { Connections } from './requests/connect.ts';
import { nullIfMissing, withTranslatedErrors } from './requests/errors.ts';

const pageSize = 100;

interface Page {
  data: { id: string; metadata?: Record<string, string> | null }[];
  has_more: boolean;
}
interface PageParams {
  limit: number;
  starting_after?: string;
  expand?: string[];
}
type ListedKind = Exclude<ProviderKind, 'payment_method'>;

/** Lists of each kind, including what Stripe omits by default: ended subscriptions. Inactive products are included by default. */
const listers = (stripe: Stripe): Record<ListedKind, (page: PageParams) => Promise<Page>> => ({
  customer: (page) => stripe.customers.list(page),
  product: (page) => stripe.products.list(page),
  price: (page) => stripe.prices.list(page),
  subscription: (page) => stripe.subscriptions.list({ ...page, status: 'all' }),
  schedule: (page) => stripe.subscriptionSchedules.list(page),
  location: (page) => stripe.terminal.locations.list(page),
  tax_rate: (page) => stripe.taxRates.list(page),
  charge: (page) => stripe.charges.list(page),
  invoice: (page) => stripe.invoices.list(page),
  refund: (page) => stripe.refunds.list(page),
  payment_intent: (page) => stripe.paymentIntents.list(page),
  dispute: (page) => stripe.disputes.list(page),
});

const fetchers = (stripe: Stripe): Record<ProviderKind, (id: string) => Promise<unknown>> => ({
  customer: (id) => stripe.customers.retrieve(id, expandOfObject('customer')),
  product: (id) => stripe.products.retrieve(id, expandOfObject('product')),
  price: (id) => stripe.prices.retrieve(id, expandOfObject('price')),
  subscription: (id) => stripe.subscriptions.retrieve(id, expandOfObject('subscription')),
  schedule: (id) => stripe.subscriptionSchedules.retrieve(id, expandOfObject('schedule')),
  location: (id) => stripe.terminal.locations.retrieve(id, expandOfObject('location')),
  tax_rate: (id) => stripe.taxRates.retrieve(id, expandOfObject('tax_rate')),
  payment_method: (id) => stripe.paymentMethods.retrieve(id, expandOfObject('payment_method')),
  charge: (id) => stripe.charges.retrieve(id, expandOfObject('charge')),
  invoice: (id) => stripe.invoices.retrieve(id, expandOfObject('invoice')),
  refund: (id) => stripe.refunds.retrieve(id, expandOfObject('refund')),
  payment_intent: (id) => stripe.paymentIntents.retrieve(id, expandOfObject('payment_intent')),
  dispute: (id) => stripe.disputes.retrieve(id, expandOfObject('dispute')),
});

const ofCustomer = (stripe: Stripe): Record<CustomersKind, (customer: string, page: PageParams) => Promise<Page>> => ({
  subscription: (customer, page) => stripe.subscriptions.list({ ...page, customer, status: 'all' }),
  payment_intent: (customer, page) => stripe.paymentIntents.list({ ...page, customer }),
  schedule: (customer, page) => stripe.subscriptionSchedules.list({ ...page, customer }),
  charge: (customer, page) => stripe.charges.list({ ...page, customer }),
  invoice: (customer, page) => stripe.invoices.list({ ...page, customer }),
});

/** The lists that may contain an object of each kind that an operation created. */
const madeAmong = (
  stripe: Stripe,
): { [K in keyof OperationSearchScope]: (among: OperationSearchScope[K], page: PageParams) => Promise<Page> } => ({
  customer: ({ since }, page) => stripe.customers.list({ ...page, created: { gte: since } }),
  subscription: (among, page) => stripe.subscriptions.list({ ...page, ...among, status: 'all' }),
  schedule: (among, page) => stripe.subscriptionSchedules.list({ ...page, ...among }),
  payment_intent: (among, page) =>
    stripe.paymentIntents.list({ ...page, ...('since' in among ? { created: { gte: among.since } } : among) }),
  price: (among, page) => stripe.prices.list({ ...page, ...among }),
});

/** Stripe lists newest first. */
async function* pagesOf(
  ask: (page: PageParams) => Promise<Page>,
  form: { expand?: string[] },
  from?: string,
): AsyncGenerator<Page['data']> {
  let after = from;
  for (;;) {
    const page = await withTranslatedErrors(ask({ limit: pageSize, starting_after: after, ...form }));
    yield page.data;
    after = page.data.at(-1)?.id;
    if (!page.has_more || !after) return;
  }
}

export function stripeReader({
  interactive,
  background,
}: Connections): Pick<PaymentsReader, 'list' | 'listOf' | 'fetch' | 'findByOperation' | 'customersWithCards' | 'createdSince'> {
  const lists = listers(background);
  const fetches = { interactive: fetchers(interactive), background: fetchers(background) };
  const made = madeAmong(interactive);
  const searched = { interactive: ofCustomer(interactive), background: ofCustomer(background) };
  return {
    async *list<K extends ListedKind>(kind: K, beforePage: () => Promise<void>, from?: string) {
      const ask = async (page: PageParams): Promise<Page> => {
        await beforePage();
        return lists[kind](page);
      };
      for await (const page of pagesOf(ask, expandOfList(kind), from)) yield page.map((object) => canonicalObject(kind, object));
    },

    async listOf<K extends CustomersKind>(kind: K, customer: string, priority: Priority) {
      const found: ProviderObjects[K][] = [];
      const pages = pagesOf((params) => searched[priority][kind](customer, params), expandOfList(kind));
      for await (const page of pages) found.push(...page.map((object) => canonicalObject(kind, object)));
      return found;
    },

    async customersWithCards(after) {
      const page = await withTranslatedErrors(
        background.customers.list({
          limit: pageSize,
          ...(after !== null && { starting_after: after }),
          expand: ['data.invoice_settings.default_payment_method'],
        }),
      );
      return page.data.map((listed) => {
        const customer = canonicalObject('customer', listed);
        const card = customer.invoice_settings?.default_payment_method ?? null;
        return { customer, card: typeof card === 'string' ? null : card };
      });
    },

    async createdSince<K extends 'invoice' | 'refund'>(kind: K, since: number, after: string | null) {
      const page = { limit: pageSize, created: { gte: since }, ...(after !== null && { starting_after: after }), ...expandOfList(kind) };
      const asked: Promise<Page> = kind === 'invoice' ? background.invoices.list(page) : background.refunds.list(page);
      return (await withTranslatedErrors(asked)).data.map((object) => canonicalObject(kind, object));
    },

    fetch: (kind, id, priority) => nullIfMissing(canonical(kind, fetches[priority][kind](id))),

    async findByOperation<K extends keyof OperationSearchScope>(kind: K, among: OperationSearchScope[K], operation: string) {
      for await (const page of pagesOf((params) => made[kind](among, params), expandOfList(kind))) {
        const found = page.find(({ metadata }) => operationOf(metadata) === operation);
        if (found) return canonicalObject(kind, found);
      }
      return null;
    },
  };
}
