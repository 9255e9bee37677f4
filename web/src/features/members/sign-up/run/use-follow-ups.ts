import { usePrintReceipt } from '../../../../domain/receipt-printing/use-print-receipt.ts';
import { messageOf } from '../../../../lib/api/call-failure.ts';
import { done, endOfOwed, graver, messageFailed, said } from './follow-up-ends.ts';
import type { SignUpRunState, StepEnd } from './run.ts';
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
type Follow = (run: SignUpRunState, say: Say) => Promise<StepEnd>;

/** Steps 4 to 8. Every call names the subscription's deed: it does what that act owes, or answers what came of it, and nothing twice. */
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
    const call = { body: {}, idempotencyKey: keys.welcome, deedKey: keys.subscription };
    if (form.theCardNumber !== '') {
      const { error } = await register(call);
      if (error) say(messageOf(error, said.loyaltyCard));
      return endOfOwed(error);
    }
    const { data, error } = await send(call);
    if (error) say(messageFailed(error));
    return data?.state === 'not-possible' ? { kind: 'notPossible', words: data.message } : endOfOwed(error);
  };
}

function useLoyalty(): Follow {
  const [link] = useLinkLoyaltyMutation();
  const [update] = useUpdateLoyaltyGroupsMutation();
  return async ({ keys }, say) => {
    const call = { body: {}, deedKey: keys.subscription };
    const linked = await link(call);
    if (linked.error) say(messageOf(linked.error, said.link));
    const updated = await update(call);
    if (updated.error) say(messageOf(updated.error, said.groups));
    return graver(endOfOwed(linked.error), endOfOwed(updated.error));
  };
}

function useSitewatch(): Follow {
  const [update] = useUpdateSitewatchCustomerMutation();
  const [activate] = useActivateSitewatchPlanMutation();
  return async ({ keys }, say) => {
    const call = { body: {}, deedKey: keys.subscription };
    const updated = await update(call);
    if (updated.error) say(said.sitewatchCustomer);
    const activated = await activate(call);
    if (activated.error) say(said.sitewatchPlan);
    return graver(endOfOwed(updated.error), endOfOwed(activated.error));
  };
}

/** Stored whether or not a tablet hears of it: one that comes back lists it by itself. */
const tabletAway: StepEnd = { kind: 'owed', words: 'The tablet shows it as soon as it is back.' };

function useSignature(): Follow {
  const [ask] = useAskForSignatureMutation();
  return async ({ keys }, say) => {
    const { data, error } = await ask({ body: {}, deedKey: keys.subscription });
    if (!data?.tablet) say(said.signature);
    return data?.tablet === false ? tabletAway : endOfOwed(error);
  };
}

function usePaper(): Follow {
  const print = usePrintReceipt();
  const [addNote] = useAddSignUpNoteMutation();
  return async ({ subscription, keys }, say) => {
    const paper = await print({ id: subscription ?? '', kind: 'signup', job: keys.paper });
    if (!paper.ok) say(paper.message);
    const { error } = await addNote({ body: {}, deedKey: keys.subscription });
    if (error) say(messageOf(error));
    return graver(paper.ok ? done(paper.message) : { kind: 'couldNot', words: paper.message }, endOfOwed(error));
  };
}
