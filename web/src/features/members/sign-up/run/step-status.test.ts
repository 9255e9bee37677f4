import { expect, it } from 'vitest';
import { openRun } from './run-transitions.ts';
import { runWithSteps, newRun, runRefusedAt } from './run.fixture.ts';
import type { SignUpRunState } from './run.ts';
import { statusOf, statusViews } from './step-status.ts';
import { stepNames, stripeSteps } from './steps.ts';

const failure = { status: null, code: 'lost', message: '', requestId: '' };

it('a step shows how it ended, in words', () => {
  const kinds = ['done', 'queued', 'notPossible', 'couldNot'] as const;
  const run: SignUpRunState = { ...newRun(), ends: { welcome: { kind: 'done', words: null } } };
  const shown = kinds.map((kind) => statusOf('welcome', { ...run, ends: { welcome: { kind, words: null } } }, openRun(run)));
  expect(shown.map((status) => statusViews[status].word)).toEqual(['Done', 'Later', 'Not possible', 'Failed']);
});

it('a step that has not ended shows where it stands', () => {
  const progress = openRun(newRun());
  expect(statusOf('card', progress.run, progress)).toBe('waiting');
  expect(statusOf('card', progress.run, { ...progress, doing: ['card'] })).toBe('running');
  expect(statusOf('card', progress.run, { ...progress, unknown: { step: 'card', failure } })).toBe('checking');
  expect(statusOf('card', runRefusedAt('card'), progress)).toBe('refused');
});

it('the last step is the person’s as soon as nothing else is left', () => {
  const progress = openRun(newRun());
  expect(statusOf('confirm', runWithSteps(newRun(), stripeSteps), progress)).toBe('waiting');
  expect(statusOf('confirm', runWithSteps(newRun(), stepNames), progress)).toBe('yours');
});
