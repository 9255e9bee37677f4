import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { v4 as uuid } from 'uuid';
import type { CapturedCard } from '../../../../domain/card-capture/captured-card.ts';
import { followUps } from './follow-ups/follow-ups.ts';
import { useFollowUpCalls } from './follow-ups/use-follow-up-calls.ts';
import { useMessages, type Message } from './follow-ups/use-messages.ts';
import { openRun, transition, type RunEffect, type RunEvent, type RunProgress } from './run-transitions.ts';
import type { SignUpRunState } from './run.ts';
import { useStripeRequests } from './use-stripe-requests.ts';

/** The interval after which a step with an unknown outcome is retried. */
const checkAgainMs = 10_000;

export interface SignUpProgress extends RunProgress {
  messages: readonly Message[];
  check: () => void;
  tryAgain: () => void;
  payWith: (card: CapturedCard) => void;
}

/**
 * Runs the effects of a run's transitions, starting immediately, even after a reload, until a step is rejected or its outcome is unknown.
 */
export function useSignUpRun(persistedRun: SignUpRunState, onRun: (run: SignUpRunState) => void): SignUpProgress {
  const send = useStripeRequests();
  const calls = useFollowUpCalls();
  const [messages, say] = useMessages();
  const [progress, setProgress] = useState(() => openRun(persistedRun));
  const latest = useRef(progress);
  const shown = useRef(false);

  const dispatch = (event: RunEvent): void => {
    // After the screen has closed nothing is persisted: the next visit resumes at the last persisted step, under the same keys.
    if (!shown.current) return;
    const { progress: next, effects } = transition(latest.current, event);
    if (next.run !== latest.current.run) onRun(next.run);
    latest.current = next;
    setProgress(next);
    for (const effect of effects) void execute(effect);
  };
  const execute = async (effect: RunEffect): Promise<void> => {
    if (effect.kind === 'request') return dispatch({ type: 'answered', answer: await send(effect.request) });
    const { step, run } = effect;
    dispatch({ type: 'followedUp', step, result: await followUps[step](run, calls, (words) => say(step, words)) });
  };
  const check = (): void => dispatch({ type: 'continued' });

  const checkNow = useEffectEvent(check);
  useEffect(() => {
    shown.current = true;
    checkNow();
    return () => {
      shown.current = false;
    };
  }, []);
  const { unknown } = progress;
  useEffect(() => {
    if (!unknown) return undefined;
    const timer = setTimeout(() => checkNow(), checkAgainMs);
    return () => clearTimeout(timer);
  }, [unknown]);

  return {
    ...progress,
    messages,
    check,
    tryAgain: () => dispatch({ type: 'triedAgain', key: uuid() }),
    payWith: (card) => dispatch({ type: 'cardReplaced', card, keys: { card: uuid(), subscription: uuid() } }),
  };
}
