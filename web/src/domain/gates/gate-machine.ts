import type { GateAnswer } from '@washdesk/contracts/lane/gate';

/** The outcome of the last press; `tone` as in the status badges. */
export interface GateOutcome {
  tone: 'go' | 'neutral' | 'wait' | 'stop';
  message: string;
}

/**
 * The state of one gate's button (docs/rules/lane.md#gates). `unknown` keeps the command's id: the button then shows Check, which asks what
 * became of that id and opens nothing.
 */
export type GateState =
  | { phase: 'ready'; outcome: GateOutcome | null }
  /** `isSlow`: the response is overdue. */
  | { phase: 'opening'; commandId: string; isSlow?: true }
  | { phase: 'checking'; commandId: string }
  | { phase: 'unknown'; commandId: string; message: string };

export type GateEvent =
  | { type: 'pressed'; commandId: string }
  | { type: 'asked' }
  | { type: 'answered'; answer: Pick<GateAnswer, 'result' | 'message' | 'noReadback'> }
  /** The API rejected the request before sending anything to the gate. */
  | { type: 'refused'; message: string }
  /** The response takes longer than a gate normally needs. */
  | { type: 'slow' }
  /** No response within the deadline, or one without a result. */
  | { type: 'silent' }
  /** The outcome has been shown long enough. */
  | { type: 'faded' };

/** The browser's own deadline: the cloud times out after 4 s. */
export const gateDeadlineMs = 5_000;
/** A working gate responds sooner; a cashier should not wait longer for a message. */
export const gateSlowMs = 2_500;
export const gateOutcomeMs = 8_000;
/** An open gate soon closes again: after this time its report is shown. The same for a gate that never reports that it opened. */
export const gateOpenedMs = 2_000;

export const gateTimeoutMessage = 'No response from the gate. Look at the lane, then press Check.';

const tones: Record<Exclude<GateAnswer['result'], 'unknown'>, GateOutcome['tone']> = {
  opened: 'go',
  unconfirmed: 'wait',
  duplicate: 'wait',
  expired: 'stop',
  interlocked: 'stop',
  rejected: 'stop',
};

export const initialGateState: GateState = { phase: 'ready', outcome: null };

/** Returns the button's state after an event; events that do not apply to the phase change nothing. */
export function gateReducer(state: GateState, event: GateEvent): GateState {
  switch (event.type) {
    case 'pressed':
      return state.phase === 'ready' ? { phase: 'opening', commandId: event.commandId } : state;
    case 'faded':
      return state.phase === 'ready' ? initialGateState : state;
    case 'asked':
      return state.phase === 'unknown' ? { phase: 'checking', commandId: state.commandId } : state;
    case 'answered':
      return isWaiting(state) ? afterAnswer(state.commandId, event.answer) : state;
    case 'refused':
      return isWaiting(state) ? afterRefusal(state, event.message) : state;
    case 'slow':
      return state.phase === 'opening' ? { ...state, isSlow: true } : state;
    case 'silent':
      return isWaiting(state) ? { phase: 'unknown', commandId: state.commandId, message: gateTimeoutMessage } : state;
  }
}

type Waiting = Extract<GateState, { phase: 'opening' | 'checking' }>;

/** Whether a request is under way. */
export const isWaiting = (state: GateState): state is Waiting => state.phase === 'opening' || state.phase === 'checking';

/** A refused press sent nothing to the gate. A refused check leaves unknown what the press did. */
function afterRefusal({ phase, commandId }: Waiting, message: string): GateState {
  return phase === 'checking' ? { phase: 'unknown', commandId, message } : { phase: 'ready', outcome: { tone: 'stop', message } };
}

function afterAnswer(commandId: string, { result, message, noReadback }: Pick<GateAnswer, 'result' | 'message' | 'noReadback'>): GateState {
  // a result of a later release is unknown here, and repeating the command moves nothing
  if (result === 'unknown' || !Object.hasOwn(tones, result)) return { phase: 'unknown', commandId, message };
  return { phase: 'ready', outcome: { tone: noReadback ? 'neutral' : tones[result], message } };
}
