import type { ProviderInvoice, ProviderSubscription } from '../../../../db/provider-objects.ts';
import type { OperationRun } from '../../../../operations/operation-run.ts';
import { voidInvoice } from '../../../../operations/void-invoice.ts';
import type { PaymentsReader } from '../../../../ports/payments.ts';

/** What becomes of the invoices of a plan that ends at once (docs/decisions/0025-invoices-of-an-ended-plan.md). */
const billsPlan = ({ parent }: ProviderInvoice, subscription: string): boolean =>
  parent?.subscription_details?.subscription === subscription;

/** Renewals that are made and not collected yet; asked of the provider, for the mirror may not have heard. */
export async function draftsOf(payments: PaymentsReader, customer: string, subscription: string): Promise<string[]> {
  const all = await payments.listOf('invoice', customer, 'interactive');
  return all.filter((invoice) => invoice.status === 'draft' && billsPlan(invoice, subscription)).map(({ id }) => id);
}

interface Ended {
  subscription: ProviderSubscription;
  /** It was never paid. */
  neverBegan: boolean;
  /** Those that were drafts when the ending was asked for. */
  drafts: readonly string[];
}

/** Drafts, and the first invoice of a plan that never began, are void; a month that was begun stays due. @returns what is void now */
export async function voidInvoicesOfEndedPlan(
  run: OperationRun<unknown>,
  { subscription, neverBegan, drafts }: Ended,
): Promise<ProviderInvoice[]> {
  const { id, customer, latest_invoice: latest } = subscription;
  const invoices = new Set([...drafts, ...(await draftsOf(run.payments, customer, id)), ...(neverBegan && latest ? [latest] : [])]);
  const voided: ProviderInvoice[] = [];
  for (const invoice of invoices) {
    const ended = await voidInvoice(run, invoice);
    if (ended?.status === 'void') voided.push(ended);
  }
  return voided;
}
