import { useEffect, useReducer, useRef } from 'react';
import { normalizeCode } from '@washdesk/rules/codes/codes';
import { alreadyRedeemed, priceIncreasePrintMs, recentCleanupMs, redeemMessageMs, redeemWindowMs } from '@washdesk/rules/lane/redeem';
import { isCallFailure, messageOf } from '../../../lib/api/call-failure.ts';
import { pendingRequests } from '../../../lib/pending-requests/pending-requests.ts';
import { useConfigQuery } from '../../../lib/startup-api.ts';
import { useRecentUsagesQuery, useRedeemMutation } from './redeem-api.ts';
import { initialRedeemState, redeemReducer, type RedeemState } from './redeem-state.ts';
import { useLookupQueue } from './use-lookup-queue.ts';
import {
  isFinal,
  readAnswer,
  readFailure,
  refuseRepeated,
  type LookupFailure,
  type RedeemAnswer,
  type Verdict,
} from './verdict/verdict.ts';

/** After this time a lookup of the same plate is another visit with its own key. */
const attempts = pendingRequests('redeem', redeemWindowMs);

export interface Redeem {
  state: RedeemState;
  type: (input: string) => void;
  /** Looks a code up and records its usage, after the codes before it. Ignores an empty code and one already in the queue. */
  lookUp: (code: string) => void;
}

/**
 * The redeem screen's rules and timers (docs/rules/lane.md#redeem). `onPriceIncrease` is called 1 s after a redeem with a price increase.
 */
export function useRedeem(onPriceIncrease: (member: RedeemAnswer) => void): Redeem {
  const [state, dispatch] = useReducer(redeemReducer, undefined, () => initialRedeemState(attempts.subjects()));
  const ask = useAsk();
  const later = useLater();
  const { data: recalled } = useRecentUsagesQuery(undefined, { refetchOnMountOrArgChange: true });

  useEffect(() => {
    if (recalled) dispatch({ type: 'recalled', usages: recalled.usages, now: new Date() });
  }, [recalled]);

  useEffect(() => {
    const timer = setInterval(() => dispatch({ type: 'pruned', now: new Date(), unresolvedCodes: attempts.subjects() }), recentCleanupMs);
    return () => clearInterval(timer);
  }, []);

  useEffect(() => {
    // While the outcome is unknown, the message stays until it is checked.
    if (!state.verdict || state.verdict.kind === 'unknown') return undefined;
    const timer = setTimeout(() => dispatch({ type: 'messageExpired' }), redeemMessageMs);
    return () => clearTimeout(timer);
  }, [state.verdict]);

  const end = (verdict: Verdict): void => dispatch({ type: 'ended', verdict, at: new Date(), unresolvedCodes: attempts.subjects() });

  const lookUpNow = async (code: string): Promise<void> => {
    // After a reload the API's list may contain the usage with the open outcome: repeating its key returns and settles it.
    const open = attempts.subjects().includes(code);
    if (!open && alreadyRedeemed(state.recent, code, new Date())) {
      end(refuseRepeated(code));
      return;
    }
    dispatch({ type: 'started', code });
    const verdict = await ask(code);
    end(verdict);
    const member = verdict.member;
    if (member?.usageId && !member.error && member.priceIncrease) later(() => onPriceIncrease(member), priceIncreasePrintMs);
  };

  const enter = useLookupQueue({
    work: lookUpNow,
    onWaiting: (waiting) => dispatch({ type: 'lined', waiting }),
    // Check repeats waiting codes on the next visit
    onLeft: (codes) => codes.forEach((code) => attempts.idFor(code)),
  });
  return {
    state,
    type: (input) => dispatch({ type: 'typed', input }),
    lookUp: (text) => {
      const code = normalizeCode(text);
      if (code !== '') enter(code);
    },
  };
}

/** Sends the lookup under a key that is repeated until the outcome is known, so that the usage is recorded once. */
function useAsk(): (code: string) => Promise<Verdict> {
  const [redeem] = useRedeemMutation();
  const { data: config } = useConfigQuery();
  const mode = config?.configOptions?.redeem ?? 'yes';

  return async (code) => {
    const call = { params: { code }, query: { type: 'WASH', redeem: mode }, idempotencyKey: attempts.idFor(code) };
    const { data, error } = await redeem(call);
    if (data) {
      attempts.settle(code);
      return readAnswer(code, data);
    }
    const failure = readError(error);
    if (isFinal(failure)) attempts.settle(code);
    return readFailure(code, failure);
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
