import type { ProviderInvoice, ProviderSubscription } from '../../../../common/provider-objects.ts';
import type { OperationRun } from '../../../../operations/operation-run.ts';
import { voidInvoice } from '../../../../operations/void-invoice.ts';
import type { PaymentsReader } from '../../../../ports/payments.ts';

/** Whether the invoice bills this plan. */
const billsPlan = ({ parent }: ProviderInvoice, subscription: string): boolean =>
  parent?.subscription_details?.subscription === subscription;

/** Returns draft renewals that are not collected yet. Reads from the provider: the mirror may not have them. */
export async function draftsOf(payments: PaymentsReader, customer: string, subscription: string): Promise<ProviderInvoice[]> {
  const all = await payments.listOf('invoice', customer, 'interactive');
  return all.filter((invoice) => invoice.status === 'draft' && billsPlan(invoice, subscription));
}

interface Ended {
  subscription: ProviderSubscription;
  /** Whether the plan's first invoice was never paid. */
  neverBegan: boolean;
  /** Invoices in draft when the end was requested. */
  drafts: readonly string[];
}

/**
 * Voids the drafts of a plan that ends at once, and the first invoice of one that never began. A month that has begun stays due
 * (docs/decisions/0025-invoices-of-an-ended-plan.md).
 * @returns the voided invoices
 */
export async function voidInvoicesOfEndedPlan(
  run: OperationRun<unknown>,
  { subscription, neverBegan, drafts }: Ended,
): Promise<ProviderInvoice[]> {
  const { id, customer, latest_invoice: latest } = subscription;
  const draftsNow = (await draftsOf(run.payments, customer, id)).map((draft) => draft.id);
  const invoices = new Set([...drafts, ...draftsNow, ...(neverBegan && latest ? [latest] : [])]);
  const voided: ProviderInvoice[] = [];
  for (const invoice of invoices) {
    const ended = await voidInvoice(run, invoice);
    if (ended?.status === 'void') voided.push(ended);
  }
  return voided;
}
