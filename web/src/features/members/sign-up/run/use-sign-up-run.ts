import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CallFailure } from '../../../../lib/api/call-failure.ts';
import { invoiceOf } from './advice.ts';
import { done } from './follow-up-ends.ts';
import { nextAct, openFollowUps, type SignUpRunState } from './run.ts';
import type { ActName, FollowUpName, StepName } from './steps.ts';
import { useActs, type Keep } from './use-acts.ts';
import { useFollowUps } from './use-follow-ups.ts';
import { useMessages, type Message } from './use-messages.ts';

/** An act whose outcome nobody knows is asked for again after this, without anybody. */
const checkAgainMs = 10_000;

export interface SignUpProgress {
  /** Steps whose calls are under way. */
  doing: ReadonlySet<StepName>;
  /** An act whose outcome nobody knows yet. */
  unknown: { step: ActName; failure: CallFailure } | null;
  messages: readonly Message[];
  /** Goes on from the first open step, with the run as `change` leaves it. Does nothing while it goes on already. */
  goOn: (change?: (run: SignUpRunState) => SignUpRunState) => void;
}

/** Says nothing of what an earlier call under the same key did: the key is kept until somebody has signed in again. */
const isSignedOut = ({ status }: CallFailure): boolean => status === 401;

/** Carries a run through its steps: at once, also after a reload, until an act is refused or nobody knows its outcome. */
export function useSignUpRun(kept: SignUpRunState, onRun: (run: SignUpRunState) => void): SignUpProgress {
  const acts = useActs();
  const followUps = useFollowUps();
  const [messages, say] = useMessages();
  const [doing, setDoing] = useState<ReadonlySet<StepName>>(new Set());
  const [unknown, setUnknown] = useState<SignUpProgress['unknown']>(null);
  const latest = useRef(kept);
  const going = useRef(false);
  const shown = useRef(false);

  /** Once the screen has gone nothing is kept any more: whoever comes back begins at the last kept step, under the same keys. */
  const keep: Keep = (known) => {
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

  const refuse = (step: ActName, { code, message, requestId, problems, details }: CallFailure): void => {
    const refusal = { step, code, message, requestId, ...(problems && { problems }), ...(details && { details }) };
    keep({ refusal, openInvoice: invoiceOf(refusal) ?? latest.current.openInvoice });
  };
  const act = async (step: ActName): Promise<void> => {
    const end = await during(step, acts[step](latest.current, keep));
    if (end.kind === 'done') keep({ ...end.data, ends: { ...latest.current.ends, [step]: done() } });
    if (end.kind === 'unknown' || (end.kind === 'refused' && isSignedOut(end.failure))) setUnknown({ step, failure: end.failure });
    else if (end.kind === 'refused') refuse(step, end.failure);
  };
  const follow = async (step: FollowUpName): Promise<void> => {
    const end = await during(
      step,
      followUps[step](latest.current, (words) => say(step, words)),
    );
    keep({ ends: { ...latest.current.ends, [step]: end } });
  };
  const goThrough = async (): Promise<void> => {
    for (let step = nextAct(latest.current); step && shown.current; step = nextAct(latest.current)) {
      await act(step);
      if (!latest.current.ends[step]) return;
    }
    await Promise.all(openFollowUps(latest.current).map(follow));
  };
  const goOn: SignUpProgress['goOn'] = (change) => {
    if (going.current) return;
    if (change) keep(change(latest.current));
    if (latest.current.refusal) return;
    going.current = true;
    setUnknown(null);
    void goThrough().finally(() => (going.current = false));
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
