import { useEffect, useReducer } from 'react';
import { isCallFailure, messageOf } from '../../lib/api/call-failure.ts';
import { pendingRequests } from '../../lib/pending-requests/pending-requests.ts';
import { serverNow } from '../../lib/server-clock.ts';
import {
  gateOpenedMs,
  gateOutcomeMs,
  gateSlowMs,
  gateTimeoutMessage,
  initialGateState,
  isWaiting,
  gateReducer,
  type GateEvent,
  type GateState,
} from './gate-machine.ts';
import { useCheckGateMutation, useOpenGateMutation } from './gates-api.ts';

/** The site keeps command ids for a day. */
const commandLifeMs = 24 * 60 * 60 * 1000;
const commands = pendingRequests('gate', commandLifeMs);

export interface GatePress {
  /** The member on the screen, for whom the gate is opened. */
  customer?: string | null;
  reason?: string;
}

/** One gate: its button's state, and the press that opens it, or asks whether the last one did. */
export function useGate(host: string): { state: GateState; press: (press?: GatePress) => Promise<void> } {
  const [state, dispatch] = useReducer(gateReducer, host, resume);
  const [open] = useOpenGateMutation();
  const [check] = useCheckGateMutation();

  useEffect(() => {
    if (state.phase !== 'ready' || !state.outcome) return undefined;
    const wentWell = state.outcome.tone === 'go' || state.outcome.tone === 'neutral';
    const timer = setTimeout(() => dispatch({ type: 'faded' }), wentWell ? gateOpenedMs : gateOutcomeMs);
    return () => clearTimeout(timer);
  }, [state]);

  useEffect(() => {
    if (state.phase !== 'opening') return undefined;
    const timer = setTimeout(() => dispatch({ type: 'slow' }), gateSlowMs);
    return () => clearTimeout(timer);
  }, [state.phase]);

  const press = async ({ customer = null, reason }: GatePress = {}): Promise<void> => {
    if (isWaiting(state)) return;
    const commandId = commands.idFor(host);
    const asked: GateEvent = state.phase === 'unknown' ? { type: 'asked' } : { type: 'pressed', commandId };
    dispatch(asked);
    const { data, error } =
      asked.type === 'asked'
        ? await check({ params: { host }, body: { commandId } })
        : await open({
            params: { host },
            body: { commandId, pressedAt: serverNow().toISOString(), ...(reason && { reason }), ...(customer !== null && { customer }) },
          });
    const event: GateEvent = data ? { type: 'answered', answer: data } : eventOfFailure(error);
    if (gateReducer(gateReducer(state, asked), event).phase === 'ready') commands.settle(host);
    dispatch(event);
  };

  return { state, press };
}

/** A reload does not free the id of a command with an unknown outcome. */
function resume(host: string): GateState {
  if (!commands.subjects().includes(host)) return initialGateState;
  return { phase: 'unknown', commandId: commands.idFor(host), message: gateTimeoutMessage };
}

/** A 4xx of the API means that the request did nothing; after any other failure it may have. */
function eventOfFailure(error: unknown): GateEvent {
  const status = isCallFailure(error) ? error.status : null;
  const refused = status !== null && status >= 400 && status < 500;
  return refused ? { type: 'refused', message: messageOf(error) } : { type: 'silent' };
}
