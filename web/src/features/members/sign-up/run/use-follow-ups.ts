import { usePrintReceipt } from '../../../../domain/receipt-printing/use-print-receipt.ts';
import { messageOf } from '../../../../lib/api/call-failure.ts';
import { done, queuedResult, worseResult, messageFailed, followUpMessages } from './follow-up-results.ts';
import type { SignUpRunState, StepResult } from './run.ts';
import {
  useActivateSitewatchPlanMutation,
  useAddSignUpNoteMutation,
  useAskForSignatureMutation,
  useLinkLoyaltyMutation,
  useRegisterLoyaltyCardMutation,
  useSendWelcomeMutation,
  useUpdateLoyaltyGroupsMutation,
  useUpdateSitewatchCustomerMutation,
} from './sign-up-run-api.ts';
import type { FollowUpName } from './steps.ts';

/** Shows a message in the step's line for its two seconds. */
export type Say = (words: string) => void;
type Follow = (run: SignUpRunState, say: Say) => Promise<StepResult>;

/** Steps 4 to 8. Every call names the subscription's operation: it runs the job which that operation enqueued, or answers with its result, and does nothing twice. */
export function useFollowUps(): Record<FollowUpName, Follow> {
  const welcome = useWelcome();
  const loyalty = useLoyalty();
  const sitewatch = useSitewatch();
  const signature = useSignature();
  const paper = usePaper();
  return { welcome, loyalty, sitewatch, signature, paper };
}

function useWelcome(): Follow {
  const [register] = useRegisterLoyaltyCardMutation();
  const [send] = useSendWelcomeMutation();
  return async ({ form, keys }, say) => {
    const call = { body: {}, idempotencyKey: keys.welcome, operationKey: keys.subscription };
    if (form.theCardNumber !== '') {
      const { error } = await register(call);
      if (error) say(messageOf(error, followUpMessages.loyaltyCard));
      return queuedResult(error);
    }
    const { data, error } = await send(call);
    if (error) say(messageFailed(error));
    return data?.state === 'not-possible' ? { kind: 'notPossible', words: data.message } : queuedResult(error);
  };
}

function useLoyalty(): Follow {
  const [link] = useLinkLoyaltyMutation();
  const [update] = useUpdateLoyaltyGroupsMutation();
  return async ({ keys }, say) => {
    const call = { body: {}, operationKey: keys.subscription };
    const linked = await link(call);
    if (linked.error) say(messageOf(linked.error, followUpMessages.link));
    const updated = await update(call);
    if (updated.error) say(messageOf(updated.error, followUpMessages.groups));
    return worseResult(queuedResult(linked.error), queuedResult(updated.error));
  };
}

function useSitewatch(): Follow {
  const [update] = useUpdateSitewatchCustomerMutation();
  const [activate] = useActivateSitewatchPlanMutation();
  return async ({ keys }, say) => {
    const call = { body: {}, operationKey: keys.subscription };
    const updated = await update(call);
    if (updated.error) say(followUpMessages.sitewatchCustomer);
    const activated = await activate(call);
    if (activated.error) say(followUpMessages.sitewatchPlan);
    return worseResult(queuedResult(updated.error), queuedResult(activated.error));
  };
}

/** Stored whether or not a tablet hears of it: one that comes back lists it by itself. */
const tabletAway: StepResult = { kind: 'queued', words: 'The tablet shows it as soon as it is back.' };

function useSignature(): Follow {
  const [ask] = useAskForSignatureMutation();
  return async ({ keys }, say) => {
    const { data, error } = await ask({ body: {}, operationKey: keys.subscription });
    if (!data?.tablet) say(followUpMessages.signature);
    return data?.tablet === false ? tabletAway : queuedResult(error);
  };
}

function usePaper(): Follow {
  const print = usePrintReceipt();
  const [addNote] = useAddSignUpNoteMutation();
  return async ({ subscription, keys }, say) => {
    const paper = await print({ id: subscription ?? '', kind: 'signup', job: keys.paper });
    if (!paper.ok) say(paper.message);
    const { error } = await addNote({ body: {}, operationKey: keys.subscription });
    if (error) say(messageOf(error));
    return worseResult(paper.ok ? done(paper.message) : { kind: 'couldNot', words: paper.message }, queuedResult(error));
  };
}
