import type { Tone } from '../../../../domain/tone.ts';
import { isFinished, type SignUpRunState } from './run.ts';
import type { SignUpProgress } from './use-sign-up-run.ts';
import type { StepName } from './steps.ts';

export type StepStatus = 'waiting' | 'running' | 'yours' | 'checking' | 'refused' | 'done' | 'queued' | 'notPossible' | 'couldNot';

/** How each status looks: a word, and a tone that brings color and shape. */
export const statusViews: Readonly<Record<StepStatus, { tone: Tone; word: string }>> = {
  waiting: { tone: 'neutral', word: 'Waiting' },
  running: { tone: 'neutral', word: 'Running' },
  yours: { tone: 'neutral', word: 'Press Ok' },
  checking: { tone: 'wait', word: 'Still checking' },
  refused: { tone: 'stop', word: 'Refused' },
  done: { tone: 'go', word: 'Done' },
  queued: { tone: 'wait', word: 'Later' },
  notPossible: { tone: 'neutral', word: 'Not possible' },
  couldNot: { tone: 'stop', word: 'Could not' },
};

/** Where a step stands. The last one is the person's, as soon as nothing else is left. */
export function statusOf(step: StepName, run: SignUpRunState, { doing, unknown }: Pick<SignUpProgress, 'doing' | 'unknown'>): StepStatus {
  if (step === 'confirm') return isFinished(run) ? 'yours' : 'waiting';
  const end = run.ends[step];
  if (end) return end.kind;
  if (run.refusal?.step === step) return 'refused';
  if (doing.has(step)) return 'running';
  return unknown?.step === step ? 'checking' : 'waiting';
}
