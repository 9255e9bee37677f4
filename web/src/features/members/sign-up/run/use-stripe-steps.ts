import { useLazyCustomerGeneralQuery } from '../../../../domain/customer-api.ts';
import type { CallFailure } from '../../../../lib/api/call-failure.ts';
import { retryIdempotent, type RequestOutcome } from '../../../../lib/idempotent-requests/retry-idempotent.ts';
import { editsOf, hasEdits } from './customer-edits.ts';
import { customerPayload, subscriptionPayload } from './payloads.ts';
import type { SignUpRunState } from './run.ts';
import {
  useAttachSignUpCardMutation,
  useCreateCustomerMutation,
  useCreateSubscriptionMutation,
  useSaveCustomerToSignUpMutation,
} from './sign-up-run-api.ts';
import type { StripeStepName } from './steps.ts';

/** Keeps what is known by now before the next call is sent: whatever is repeated must have the same body. */
export type Persist = (known: Partial<SignUpRunState>) => SignUpRunState;
/** Ends with what is known afterwards. */
type RunStripeStep = (run: SignUpRunState, persist: Persist) => Promise<RequestOutcome<Partial<SignUpRunState>>>;

/** Steps 1 to 3: each call under the run's key for it, repeated while its outcome is open. */
export function useStripeSteps(): Record<StripeStepName, RunStripeStep> {
  const customer = useCustomerStep();
  const card = useCardStep();
  const subscription = useSubscriptionStep();
  return { customer, card, subscription };
}

/** Somebody new is created; of somebody known what the form corrects is saved, and nothing where it corrects nothing. */
function useCustomerStep(): RunStripeStep {
  const [create] = useCreateCustomerMutation();
  const [read] = useLazyCustomerGeneralQuery();
  const [save] = useSaveCustomerToSignUpMutation();

  const saveKnown = async (id: string, run: SignUpRunState): Promise<RequestOutcome<Partial<SignUpRunState>>> => {
    const { edits, keys } = run;
    if (!edits || !hasEdits(edits)) return { kind: 'done', data: { customer: id } };
    const saved = await retryIdempotent(() => save({ params: { id }, body: edits, idempotencyKey: keys.customer }));
    return as(saved, () => ({ customer: id }));
  };

  return async (run, persist) => {
    const id = run.form.customer;
    if (id === null) {
      const body = customerPayload(run.form);
      return as(await retryIdempotent(() => create({ body, idempotencyKey: run.keys.customer })), (made) => ({ customer: made.id }));
    }
    if (run.edits) return saveKnown(id, run);
    const known = await retryIdempotent(() => read({ params: { id }, query: { noCache: 'true' } }));
    return known.kind === 'done' ? saveKnown(id, persist({ edits: editsOf(run.form, known.data) })) : known;
  };
}

const noCard: CallFailure = { code: 'no_card', message: 'No card was taken', requestId: '', status: 409 };

function useCardStep(): RunStripeStep {
  const [attach] = useAttachSignUpCardMutation();
  return async ({ form: { card }, customer, keys }) => {
    if (!card) return { kind: 'refused', failure: noCard };
    const body = { setupIntent: card.setupIntent, ...(customer !== null && { customer }) };
    return as(await retryIdempotent(() => attach({ body, idempotencyKey: keys.card })), ({ id }) => ({ paymentMethod: id }));
  };
}

function useSubscriptionStep(): RunStripeStep {
  const [start] = useCreateSubscriptionMutation();
  return async (run) => {
    const body = subscriptionPayload(run);
    return as(await retryIdempotent(() => start({ body, idempotencyKey: run.keys.subscription })), ({ id }) => ({ subscription: id }));
  };
}

function as<T, U>(end: RequestOutcome<T>, read: (data: T) => U): RequestOutcome<U> {
  return end.kind === 'done' ? { kind: 'done', data: read(end.data) } : end;
}
