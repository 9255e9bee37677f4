import { useLazyCustomerGeneralQuery } from '../../../../domain/customers/customer-api.ts';
import { retryIdempotent } from '../../../../lib/idempotent-requests/retry-idempotent.ts';
import {
  useAttachSignUpCardMutation,
  useCreateCustomerMutation,
  useCreateSubscriptionMutation,
  useSaveCustomerToSignUpMutation,
} from './sign-up-run-api.ts';
import type { StripeAnswer, StripeRequest } from './stripe-requests.ts';

/** Sends a call of the steps at Stripe and repeats it while its outcome is unknown. */
export function useStripeRequests(): (request: StripeRequest) => Promise<StripeAnswer> {
  const [create] = useCreateCustomerMutation();
  const [read] = useLazyCustomerGeneralQuery();
  const [save] = useSaveCustomerToSignUpMutation();
  const [attach] = useAttachSignUpCardMutation();
  const [start] = useCreateSubscriptionMutation();

  return async (request) => {
    switch (request.name) {
      case 'createCustomer':
        return { ...answerOf(request), outcome: await retryIdempotent(() => create(request.call)) };
      case 'readCustomer':
        return { ...answerOf(request), outcome: await retryIdempotent(() => read(request.call)) };
      case 'saveCustomer':
        return { ...answerOf(request), outcome: await retryIdempotent(() => save(request.call)) };
      case 'attachCard':
        return { ...answerOf(request), outcome: await retryIdempotent(() => attach(request.call)) };
      case 'startSubscription':
        return { ...answerOf(request), outcome: await retryIdempotent(() => start(request.call)) };
    }
  };
}

const answerOf = <R extends StripeRequest>({ name, step }: R): Pick<R, 'name' | 'step'> => ({ name, step });
