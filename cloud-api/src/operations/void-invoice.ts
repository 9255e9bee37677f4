import type { ProviderInvoice } from '../common/provider-objects.ts';
import { PaymentsRefused } from '../ports/payments.ts';
import type { OperationRun } from './operation-run.ts';

const voidable: readonly (string | null)[] = ['open', 'uncollectible'];

/**
 * Voids an invoice, so that its amount is no longer due. A draft is finalized first, without collection, because the provider voids no
 * drafts. If it was paid meanwhile, it stays paid.
 * @returns the resulting invoice; null if the provider does not have it
 */
export async function voidInvoice(run: OperationRun<unknown>, id: string): Promise<ProviderInvoice | null> {
  const found = await run.read('invoice', id);
  const finalized = found?.status === 'draft' ? await orAsItIs(run, id, () => finalize(run, id)) : found;
  if (!finalized || !voidable.includes(finalized.status)) return finalized;
  return orAsItIs(run, id, () => voided(run, id));
}

const isNoDraft = ({ status }: ProviderInvoice): boolean => status !== 'draft';
const isVoid = ({ status }: ProviderInvoice): boolean => status === 'void';

const finalize = (run: OperationRun<unknown>, id: string): Promise<ProviderInvoice> =>
  run.write('invoice', `finalize-${id}`, (step) => run.payments.finalizeInvoice(step, id), found(run, id, isNoDraft));

const voided = (run: OperationRun<unknown>, id: string): Promise<ProviderInvoice> =>
  run.write('invoice', `void-${id}`, (step) => run.payments.voidInvoice(step, id), found(run, id, isVoid));

const found = (run: OperationRun<unknown>, id: string, isSo: (invoice: ProviderInvoice) => boolean) => async () => {
  const invoice = await run.payments.fetch('invoice', id, 'interactive');
  return invoice && isSo(invoice) ? invoice : null;
};

/**
 * Returns the result of the call. If the provider rejects the call because it has just finalized or collected the invoice itself, returns
 * the current invoice.
 */
async function orAsItIs(run: OperationRun<unknown>, id: string, call: () => Promise<ProviderInvoice>): Promise<ProviderInvoice | null> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PaymentsRefused)) throw error;
    return run.read('invoice', id);
  }
}
