import type { Tone } from '../../../../domain/status/tone.ts';
import type { RunProgress } from './run-transitions.ts';
import { isFinished, type SignUpRunState } from './run.ts';
import type { StepName } from './steps.ts';

export type StepStatus = 'waiting' | 'running' | 'yours' | 'checking' | 'refused' | 'done' | 'queued' | 'notPossible' | 'couldNot';

/** Each status with its word and the tone for color and shape. */
export const statusViews: Readonly<Record<StepStatus, { tone: Tone; word: string }>> = {
  waiting: { tone: 'neutral', word: 'Waiting' },
  running: { tone: 'neutral', word: 'Running' },
  yours: { tone: 'neutral', word: 'Press Ok' },
  checking: { tone: 'wait', word: 'Still checking' },
  refused: { tone: 'stop', word: 'Refused' },
  done: { tone: 'go', word: 'Done' },
  queued: { tone: 'wait', word: 'Later' },
  notPossible: { tone: 'neutral', word: 'Not possible' },
  couldNot: { tone: 'stop', word: 'Failed' },
};

/** Returns the status of a step. The last step is done by the user, after all others. */
export function statusOf(step: StepName, run: SignUpRunState, { doing, unknown }: Pick<RunProgress, 'doing' | 'unknown'>): StepStatus {
  if (step === 'confirm') return isFinished(run) ? 'yours' : 'waiting';
  const end = run.ends[step];
  if (end) return end.kind;
  if (run.refusal?.step === step) return 'refused';
  if (doing.includes(step)) return 'running';
  return unknown?.step === step ? 'checking' : 'waiting';
}
