import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CallFailure } from '../../../../lib/api/call-failure.ts';
import { invoiceOf } from './error-guidance.ts';
import { done } from './follow-up-results.ts';
import { nextStripeStep, openFollowUps, type SignUpRunState } from './run.ts';
import type { StripeStepName, FollowUpName, StepName } from './steps.ts';
import { useStripeSteps, type Persist } from './use-stripe-steps.ts';
import { useFollowUps } from './use-follow-ups.ts';
import { useMessages, type Message } from './use-messages.ts';

/** An operation whose outcome nobody knows is asked for again after this, without anybody. */
const checkAgainMs = 10_000;

export interface SignUpProgress {
  /** Steps whose calls are under way. */
  doing: ReadonlySet<StepName>;
  /** An operation whose outcome nobody knows yet. */
  unknown: { step: StripeStepName; failure: CallFailure } | null;
  messages: readonly Message[];
  /** Goes on from the first open step, with the run as `change` leaves it. Does nothing while it goes on already. */
  goOn: (change?: (run: SignUpRunState) => SignUpRunState) => void;
}

/** Says nothing of what an earlier call under the same key did: the key is kept until somebody has signed in again. */
const isSignedOut = ({ status }: CallFailure): boolean => status === 401;

/** Carries a run through its steps: at once, also after a reload, until an operation is refused or nobody knows its outcome. */
export function useSignUpRun(persistedRun: SignUpRunState, onRun: (run: SignUpRunState) => void): SignUpProgress {
  const stripeSteps = useStripeSteps();
  const followUps = useFollowUps();
  const [messages, say] = useMessages();
  const [doing, setDoing] = useState<ReadonlySet<StepName>>(new Set());
  const [unknown, setUnknown] = useState<SignUpProgress['unknown']>(null);
  const latest = useRef(persistedRun);
  const going = useRef(false);
  const shown = useRef(false);

  /** Once the screen has gone nothing is kept any more: whoever comes back begins at the last kept step, under the same keys. */
  const persist: Persist = (known) => {
    const run = { ...latest.current, ...known };
    if (!shown.current) return run;
    latest.current = run;
    onRun(run);
    return run;
  };
  const during = async <T>(step: StepName, work: Promise<T>): Promise<T> => {
    setDoing((before) => new Set([...before, step]));
    const result = await work;
    setDoing((before) => new Set([...before].filter((one) => one !== step)));
    return result;
  };

  const refuse = (step: StripeStepName, { code, message, requestId, problems, details }: CallFailure): void => {
    const refusal = { step, code, message, requestId, ...(problems && { problems }), ...(details && { details }) };
    persist({ refusal, openInvoice: invoiceOf(refusal) ?? latest.current.openInvoice });
  };
  const runStripeStep = async (step: StripeStepName): Promise<void> => {
    const end = await during(step, stripeSteps[step](latest.current, persist));
    if (end.kind === 'done') persist({ ...end.data, ends: { ...latest.current.ends, [step]: done() } });
    if (end.kind === 'unknown' || (end.kind === 'refused' && isSignedOut(end.failure))) setUnknown({ step, failure: end.failure });
    else if (end.kind === 'refused') refuse(step, end.failure);
  };
  const runFollowUp = async (step: FollowUpName): Promise<void> => {
    const end = await during(
      step,
      followUps[step](latest.current, (words) => say(step, words)),
    );
    persist({ ends: { ...latest.current.ends, [step]: end } });
  };
  const runSteps = async (): Promise<void> => {
    for (let step = nextStripeStep(latest.current); step && shown.current; step = nextStripeStep(latest.current)) {
      await runStripeStep(step);
      if (!latest.current.ends[step]) return;
    }
    await Promise.all(openFollowUps(latest.current).map(runFollowUp));
  };
  const goOn: SignUpProgress['goOn'] = (change) => {
    if (going.current) return;
    if (change) persist(change(latest.current));
    if (latest.current.refusal) return;
    going.current = true;
    setUnknown(null);
    void runSteps().finally(() => (going.current = false));
  };

  const begin = useEffectEvent(() => goOn());
  useEffect(() => {
    shown.current = true;
    begin();
    return () => {
      shown.current = false;
    };
  }, []);
  useEffect(() => {
    if (!unknown) return undefined;
    const timer = setTimeout(() => begin(), checkAgainMs);
    return () => clearTimeout(timer);
  }, [unknown]);

  return { doing, unknown, messages, goOn };
}
