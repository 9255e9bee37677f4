import { useLazyCustomerGeneralQuery } from '../../../../domain/customer-api.ts';
import type { CallFailure } from '../../../../lib/api/call-failure.ts';
import { carryOut, type ActEnd } from '../../../../lib/acts/carry-out.ts';
import { editsOf, hasEdits } from './customer-edits.ts';
import { customerPayload, subscriptionPayload } from './payloads.ts';
import type { SignUpRunState } from './run.ts';
import {
  useAttachSignUpCardMutation,
  useCreateCustomerMutation,
  useCreateSubscriptionMutation,
  useSaveCustomerToSignUpMutation,
} from './sign-up-run-api.ts';
import type { ActName } from './steps.ts';

/** Keeps what is known by now before the next call is sent: whatever is repeated must have the same body. */
export type Keep = (known: Partial<SignUpRunState>) => SignUpRunState;
/** Ends with what is known afterwards. */
type DoAct = (run: SignUpRunState, keep: Keep) => Promise<ActEnd<Partial<SignUpRunState>>>;

/** Steps 1 to 3: each call under the run's key for it, repeated while its outcome is open. */
export function useActs(): Record<ActName, DoAct> {
  const customer = useCustomerAct();
  const card = useCardAct();
  const subscription = useSubscriptionAct();
  return { customer, card, subscription };
}

/** Somebody new is created; of somebody known what the form corrects is saved, and nothing where it corrects nothing. */
function useCustomerAct(): DoAct {
  const [create] = useCreateCustomerMutation();
  const [read] = useLazyCustomerGeneralQuery();
  const [save] = useSaveCustomerToSignUpMutation();

  const saveKnown = async (id: string, run: SignUpRunState): Promise<ActEnd<Partial<SignUpRunState>>> => {
    const { edits, keys } = run;
    if (!edits || !hasEdits(edits)) return { kind: 'done', data: { customer: id } };
    const saved = await carryOut(() => save({ params: { id }, body: edits, idempotencyKey: keys.customer }));
    return as(saved, () => ({ customer: id }));
  };

  return async (run, keep) => {
    const id = run.form.customer;
    if (id === null) {
      const body = customerPayload(run.form);
      return as(await carryOut(() => create({ body, idempotencyKey: run.keys.customer })), (made) => ({ customer: made.id }));
    }
    if (run.edits) return saveKnown(id, run);
    const known = await carryOut(() => read({ params: { id }, query: { noCache: 'true' } }));
    return known.kind === 'done' ? saveKnown(id, keep({ edits: editsOf(run.form, known.data) })) : known;
  };
}

const noCard: CallFailure = { code: 'no_card', message: 'No card was taken', requestId: '', status: 409 };

function useCardAct(): DoAct {
  const [attach] = useAttachSignUpCardMutation();
  return async ({ form: { card }, customer, keys }) => {
    if (!card) return { kind: 'refused', failure: noCard };
    const body = { setupIntent: card.setupIntent, ...(customer !== null && { customer }) };
    return as(await carryOut(() => attach({ body, idempotencyKey: keys.card })), ({ id }) => ({ paymentMethod: id }));
  };
}

function useSubscriptionAct(): DoAct {
  const [start] = useCreateSubscriptionMutation();
  return async (run) => {
    const body = subscriptionPayload(run);
    return as(await carryOut(() => start({ body, idempotencyKey: run.keys.subscription })), ({ id }) => ({ subscription: id }));
  };
}

function as<T, U>(end: ActEnd<T>, read: (data: T) => U): ActEnd<U> {
  return end.kind === 'done' ? { kind: 'done', data: read(end.data) } : end;
}
