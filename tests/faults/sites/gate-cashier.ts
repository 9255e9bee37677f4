import { randomUUID } from 'node:crypto';
import type { GateAnswer } from '@washdesk/contracts/lane/gate';
import { gateOpenBrowserTimeoutMs } from '@washdesk/site-protocol/timing';
import { until } from '@washdesk/test-support/until';
import type { Register } from '../../workbench/register.ts';
import type { Gate } from './gate-watch.ts';

export interface GatePress {
  id: string;
  answer: GateAnswer;
  /** From the press to the response, in milliseconds. */
  tookMs: number;
}

/** A press on Open Gate in progress: its id is known before its response. */
export interface Pressed {
  id: string;
  done: Promise<GatePress>;
}

/** Presses Open Gate. */
export function press(register: Register, gate: Gate, id: string = randomUUID()): Pressed {
  const began = performance.now();
  const done = register.openGate(gate, id).then((answer) => ({ id, answer, tookMs: performance.now() - began }));
  return { id, done };
}

/** Presses Check repeatedly until the outcome of this id is known. */
export function check(register: Register, gate: Gate, id: string): Promise<GateAnswer> {
  return until(`Check tells what became of ${id}`, async () => {
    const answer = await register.checkGate(gate, id);
    return answer.result === 'unknown' ? null : answer;
  });
}

/** The rule for every response: before the browser's timeout, with a sentence for the cashier. */
export const isAnsweredInTime = ({ tookMs, answer }: GatePress): boolean => tookMs < gateOpenBrowserTimeoutMs && answer.message.length > 0;
