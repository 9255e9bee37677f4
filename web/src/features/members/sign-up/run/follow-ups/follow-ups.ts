import { messageOf } from '../../../../../lib/api/call-failure.ts';
import type { TriggerResult } from '../../../../../lib/idempotent-requests/retry-idempotent.ts';
import type { Outcome } from '../../../../../lib/register-bridge/register-bridge.ts';
import type { SignUpRunState, StepResult } from '../run.ts';
import type { FollowUpName } from '../steps.ts';
import { done, followUpMessages, messageFailed, queuedResult, worseResult } from './follow-up-results.ts';

/** A call that names the subscription's operation: it runs the job enqueued by that operation, or returns the job's result. */
type JobCall<Answer = unknown> = (call: { body: object; operationKey: string }) => Promise<TriggerResult<Answer>>;
type WelcomeCall<Answer = unknown> = (call: {
  body: object;
  operationKey: string;
  idempotencyKey: string;
}) => Promise<TriggerResult<Answer>>;

export interface FollowUpCalls {
  registerLoyaltyCard: WelcomeCall;
  sendWelcome: WelcomeCall<{ state: string; message: string | null }>;
  linkLoyalty: JobCall;
  updateLoyaltyGroups: JobCall;
  updateSitewatchCustomer: JobCall;
  activateSitewatchPlan: JobCall;
  requestSignature: JobCall<{ tablet: boolean }>;
  addNote: JobCall;
  printReceipt: (paper: { id: string; kind: 'signup'; job: string }) => Promise<Outcome>;
}

/** Shows a message in the step's row for two seconds. */
export type ShowStepMessage = (words: string) => void;
type FollowUp = (run: SignUpRunState, calls: FollowUpCalls, say: ShowStepMessage) => Promise<StepResult>;

const welcome: FollowUp = async ({ form, keys }, { registerLoyaltyCard, sendWelcome }, say) => {
  const call = { body: {}, idempotencyKey: keys.welcome, operationKey: keys.subscription };
  if (form.theCardNumber !== '') {
    const { error } = await registerLoyaltyCard(call);
    if (error) say(messageOf(error, followUpMessages.loyaltyCard));
    return queuedResult(error);
  }
  const { data, error } = await sendWelcome(call);
  if (error) say(messageFailed(error));
  return data?.state === 'not-possible' ? { kind: 'notPossible', words: data.message } : queuedResult(error);
};

const loyalty: FollowUp = async ({ keys }, { linkLoyalty, updateLoyaltyGroups }, say) => {
  const call = { body: {}, operationKey: keys.subscription };
  const linked = await linkLoyalty(call);
  if (linked.error) say(messageOf(linked.error, followUpMessages.link));
  const updated = await updateLoyaltyGroups(call);
  if (updated.error) say(messageOf(updated.error, followUpMessages.groups));
  return worseResult(queuedResult(linked.error), queuedResult(updated.error));
};

const sitewatch: FollowUp = async ({ keys }, { updateSitewatchCustomer, activateSitewatchPlan }, say) => {
  const call = { body: {}, operationKey: keys.subscription };
  const updated = await updateSitewatchCustomer(call);
  if (updated.error) say(followUpMessages.sitewatchCustomer);
  const activated = await activateSitewatchPlan(call);
  if (activated.error) say(followUpMessages.sitewatchPlan);
  return worseResult(queuedResult(updated.error), queuedResult(activated.error));
};

/** The request is stored even if no tablet is connected: a tablet that connects later lists it. */
const tabletAway: StepResult = { kind: 'queued', words: 'The tablet shows it when it reconnects.' };

const signature: FollowUp = async ({ keys }, { requestSignature }, say) => {
  const { data, error } = await requestSignature({ body: {}, operationKey: keys.subscription });
  if (!data?.tablet) say(followUpMessages.signature);
  return data?.tablet === false ? tabletAway : queuedResult(error);
};

const paper: FollowUp = async ({ subscription, keys }, { printReceipt, addNote }, say) => {
  const printed = await printReceipt({ id: subscription ?? '', kind: 'signup', job: keys.paper });
  if (!printed.ok) say(printed.message);
  const { error } = await addNote({ body: {}, operationKey: keys.subscription });
  if (error) say(messageOf(error));
  return worseResult(printed.ok ? done(printed.message) : { kind: 'couldNot', words: printed.message }, queuedResult(error));
};

/** Steps 4 to 8, whose jobs the subscription's operation has enqueued, so that repeated calls have no further effect. */
export const followUps: Readonly<Record<FollowUpName, FollowUp>> = { welcome, loyalty, sitewatch, signature, paper };
