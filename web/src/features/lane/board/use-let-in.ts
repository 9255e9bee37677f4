import type { LaneCar } from '@washdesk/contracts/lane/board';
import { redeemErrorMessage, redeemMessages } from '@washdesk/rules/lane/redeem';
import type { GatePress } from '../../../domain/gates/use-gate.ts';
import type { Tone } from '../../../domain/status/tone.ts';
import { isCallFailure, messageOf } from '../../../lib/api/call-failure.ts';
import { pendingRequests } from '../../../lib/pending-requests/pending-requests.ts';
import { useConfigQuery } from '../../../lib/startup-api.ts';
import { useDecideLaneReadMutation, useRedeemAtLaneMutation } from './board-api.ts';

/** What came of an act, for the person at the lanes. */
export interface ActOutcome {
  tone: Tone;
  text: string;
}

export type OpenGate = (press: GatePress) => void;

interface LetIn {
  car: LaneCar;
  /** The code that the wash is recorded for: that of the car, or a similar one of a member. */
  code: string;
  /** Where the car stands. */
  lane: number;
  /** Whether it was read in another lane. */
  isMoved?: boolean;
}

/** As long as a person may decide about a car. */
const attempts = pendingRequests('lane-board', 15 * 60_000);

/**
 * Lets a car in: records the wash as a register does, stores who decided, and opens the gate. Each step needs the one before it, and a
 * repetition records nothing twice.
 */
export function useLetIn(openGateOf: (lane: number) => OpenGate | undefined) {
  const [redeem] = useRedeemAtLaneMutation();
  const [decide] = useDecideLaneReadMutation();
  const { data: config } = useConfigQuery();
  const mode = config?.configOptions?.redeem ?? 'yes';

  const letIn = async ({ car, code, lane, isMoved = false }: LetIn): Promise<ActOutcome> => {
    if (car.id === null) return { tone: 'wait', text: 'The site hasn’t reported this car yet. Try again.' };
    const { data, error } = await redeem({
      params: { code },
      query: { type: 'WASH', redeem: mode },
      idempotencyKey: attempts.idFor(car.id),
    });
    const status = isCallFailure(error) ? error.status : null;
    if (data || (status !== null && status < 500)) attempts.settle(car.id);
    if (!data && status !== 404) return { tone: 'wait', text: status === null ? 'No response. Try again.' : messageOf(error) };
    // a car in another lane was admitted by its own read
    const isWashed = data?.error === redeemMessages.alreadyRedeemed;
    const mayWash = data?.active === true && (data.error === undefined || (isWashed && isMoved));
    if (!mayWash && !isMoved) return { tone: 'stop', text: refusalOf(data) };

    const kind = isMoved ? 'moved' : 'admitted';
    const decided = await decide({ params: { id: car.id }, body: { kind, lane } });
    if (decided.error) return { tone: 'wait', text: messageOf(decided.error) };
    if (!mayWash) return { tone: 'wait', text: `Moved to lane ${lane}. ${refusalOf(data)}` };
    const reason = isMoved && car.lane !== null ? `Read in lane ${car.lane}, stands in lane ${lane}` : 'Let in at the lane board';
    openGateOf(lane)?.({ reason, customer: data.id });
    return { tone: 'go', text: isWashed ? `Moved to lane ${lane}. The wash was recorded before` : 'Wash recorded' };
  };

  const dismiss = async ({ id }: LaneCar): Promise<ActOutcome | null> => {
    const { error } = await decide({ params: { id: id ?? '' }, body: { kind: 'dismissed' } });
    return error ? { tone: 'wait', text: messageOf(error) } : null;
  };

  return { letIn, dismiss };
}

function refusalOf(answer: { error?: string | undefined } | undefined): string {
  if (!answer) return redeemMessages.customerNotFound;
  return answer.error === undefined ? redeemMessages.noActivePlan : redeemErrorMessage(answer.error);
}
