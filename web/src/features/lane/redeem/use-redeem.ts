import { useEffect, useReducer, useRef } from 'react';
import { readCode } from '@washdesk/rules/codes/code-forms';
import { priceIncreasePrintMs, recentCleanupMs, redeemMessageMs, undoOfferMs } from '@washdesk/rules/lane/redeem';
import { isCallFailure, messageOf } from '../../../lib/api/call-failure.ts';
import { pendingRequests } from '../../../lib/pending-requests/pending-requests.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useConfigQuery } from '../../../lib/startup-api.ts';
import { showToast } from '../../../lib/toasts.ts';
import { lookupOf, subjectOf, type Lookup } from './lookup.ts';
import { useLazySimilarCodesQuery, useRecentUsagesQuery, useRedeemMutation, useUndoRedeemMutation } from './redeem-api.ts';
import { initialRedeemState, redeemReducer, type RedeemState } from './redeem-state.ts';
import { useLookupQueue } from './use-lookup-queue.ts';
import { useRefusals, type Refusals } from './use-refusals.ts';
import { useRetries } from './use-retries.ts';
import { isFinal, readAnswer, readFailure, withSimilar, type LookupFailure, type RedeemAnswer, type Verdict } from './verdict/verdict.ts';

/** A shift: a lookup without an outcome is repeated under its key until the API has answered. */
const attempts = pendingRequests('redeem', 12 * 60 * 60 * 1_000);

export interface Redeem {
  state: RedeemState;
  refusals: Refusals;
  type: (input: string) => void;
  /** Looks a code up and records its usage, after the lookups before it. Ignores an empty code and a lookup already in the queue. */
  lookUp: (lookup: Lookup) => void;
  /** Undoes a usage that was just recorded. @returns the problem in words, or null */
  undo: (usageId: string) => Promise<string | null>;
  /** Ends the display of a refusal that the user has dealt with. */
  settle: (code: string) => void;
}

/**
 * The redeem screen's rules and timers (docs/rules/lane.md#redeem). `onPriceIncrease` is called 1 s after a redeem with a price increase.
 */
export function useRedeem(onPriceIncrease: (member: RedeemAnswer) => void): Redeem {
  const [state, dispatch] = useReducer(redeemReducer, undefined, () => initialRedeemState(attempts.subjects()));
  const refusals = useRefusals();
  const ask = useAsk();
  const later = useLater();
  const [undoRedeem] = useUndoRedeemMutation();
  const { data: recalled } = useRecentUsagesQuery(undefined, { refetchOnMountOrArgChange: true });

  useEffect(() => {
    if (recalled) dispatch({ type: 'recalled', usages: recalled.usages, windowMs: recalled.windowMs, now: serverNow() });
  }, [recalled]);

  useEffect(() => {
    const timer = setInterval(() => dispatch({ type: 'pruned', now: serverNow(), unresolved: attempts.subjects() }), recentCleanupMs);
    return () => clearInterval(timer);
  }, []);

  useEffect(() => {
    // While the outcome is unknown, the message stays until it is known.
    if (!state.verdict || state.verdict.kind === 'unknown') return undefined;
    const timer = setTimeout(() => dispatch({ type: 'messageExpired' }), redeemMessageMs);
    return () => clearTimeout(timer);
  }, [state.verdict]);

  const end = (type: 'ended' | 'resolved', verdict: Verdict): void => {
    dispatch({ type, verdict, at: serverNow(), unresolved: attempts.subjects() });
    refusals.note(verdict);
    const { member } = verdict;
    if (!member?.usageId || member.error !== undefined) return;
    const { usageId } = member;
    later(() => dispatch({ type: 'undoExpired', usageId }), undoOfferMs);
    if (member.priceIncrease) later(() => onPriceIncrease(member), priceIncreasePrintMs);
  };

  const enter = useLookupQueue({
    work: async (subject) => {
      dispatch({ type: 'started', subject });
      end('ended', await ask(lookupOf(subject)));
    },
    onWaiting: (waiting) => dispatch({ type: 'lined', waiting }),
    // A retry sends waiting lookups on the next visit
    onLeft: (subjects) => subjects.forEach((subject) => attempts.idFor(subject)),
  });

  useRetries(state.unresolved, async (subject) => {
    const verdict = await ask(lookupOf(subject));
    if (attempts.subjects().includes(subject)) return;
    end('resolved', verdict);
    if (verdict.member?.usageId) showToast(`${verdict.code}: ${verdict.message}`);
  });

  return {
    state,
    refusals,
    type: (input) => dispatch({ type: 'typed', input }),
    lookUp: ({ code, customer }) => {
      const normal = readCode(code);
      if (normal !== '') enter(subjectOf({ code: normal, customer }));
    },
    undo: async (usageId) => {
      const { data, error } = await undoRedeem({ params: { id: usageId } });
      if (!data) return messageOf(error);
      dispatch({ type: 'undone', usageId });
      showToast(`Redeem of ${data.code} undone`);
      return null;
    },
    settle: (code) => {
      refusals.settle(code);
      if (state.verdict?.code === code) dispatch({ type: 'dismissed' });
    },
  };
}

/** Sends the lookup under a key that is repeated until the outcome is known, so that the usage is recorded once. */
function useAsk(): (lookup: Lookup) => Promise<Verdict> {
  const [redeem] = useRedeemMutation();
  const [similarCodes] = useLazySimilarCodesQuery();
  const { data: config } = useConfigQuery();
  const mode = config?.configOptions?.redeem ?? 'yes';

  return async (lookup) => {
    const { code, customer } = lookup;
    const subject = subjectOf(lookup);
    const query = { type: 'WASH', redeem: mode, ...(customer !== null && { customer }) };
    const { data, error } = await redeem({ params: { code }, query, idempotencyKey: attempts.idFor(subject) });
    if (data) {
      attempts.settle(subject);
      return readAnswer(lookup, data);
    }
    const failure = readError(error);
    if (isFinal(failure)) attempts.settle(subject);
    const verdict = readFailure(lookup, failure);
    if (verdict.kind !== 'notFound') return verdict;
    const similar = await similarCodes({ params: { code } });
    return withSimilar(verdict, similar.data?.codes ?? []);
  };
}

function readError(error: unknown): LookupFailure {
  return { status: isCallFailure(error) ? error.status : null, message: messageOf(error) };
}

/** Runs callbacks later, but not after the screen has closed. */
function useLater(): (callback: () => void, delayMs: number) => void {
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const pending = timers.current;
    return () => pending.forEach(clearTimeout);
  }, []);
  return (callback, delayMs) => timers.current.add(setTimeout(callback, delayMs));
}
