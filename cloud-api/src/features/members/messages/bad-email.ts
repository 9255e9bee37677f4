import { z } from 'zod';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { programPrincipal, type Principal } from '../../../common/caller.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import { exclusiveOfCustomer, type Outcome } from '../../../operations/operation.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { PaymentsReader } from '../../../ports/payments.ts';

const kindName = 'customer.bad-email';

/** The principal that sets the flag: no user sets it, because it follows from returned mail. */
const mailer = (requestId: string): Principal => programPrincipal('messages', 'Messages', requestId);

const factsSchema = z.object({
  customer: z.string(),
  /** Whether it is still the customer's address and not flagged yet. */
  isNews: z.boolean(),
});
type Facts = z.infer<typeof factsSchema>;

interface Returned {
  message: string;
  /** The request that caused the message. */
  requestId: string;
  customer: string;
  email: string;
}

/** @throws Failure as an operation does */
export type FlagBadEmail = (returned: Returned) => Promise<void>;

/** Flags a customer's address at the provider after mail came back (docs/rules/billing.md#online-sign-up). */
export function flagBadEmail(operations: Operations, payments: PaymentsReader): FlagBadEmail {
  const flag = operations.define<Facts>(kindName, factsSchema, execute);
  return async ({ message, requestId, customer, email }) => {
    const request = {
      route: kindName,
      key: message,
      request: { customer },
      principal: mailer(requestId),
      customer,
      exclusive: exclusiveOfCustomer(customer),
    };
    await flag.run(request, async () => {
      const now = await payments.fetch('customer', customer, 'interactive');
      const isNews = now?.email === email && now.metadata?.[customerKeys.badEmail] !== 'true' && !now.deleted;
      return { customer, isNews };
    });
  };
}

async function execute(run: OperationRun<Facts>): Promise<Outcome> {
  const { customer, isNews } = run.facts;
  if (!isNews) return { status: 200, body: {} };
  const metadata = { [customerKeys.badEmail]: 'true' };
  await run.write('customer', 'flag', (step) => run.payments.updateCustomer(step, customer, { metadata }));
  return {
    status: 200,
    body: {},
    within: (tx, at) =>
      writeAudit(tx, { ...auditBy(run.by), action: 'customer.email-came-back', subject: `customer:${customer}`, after: metadata, at }),
  };
}
