import { describe, expect, it } from 'vitest';
import type { Entry } from '../form/state/draft.ts';
import { done } from './follow-ups/follow-up-results.ts';
import { newRun } from './run.fixture.ts';
import type { Refusal, SignUpRunState } from './run.ts';
import { stepNames, type StepName } from './steps.ts';
import { isRunOf, progressSummary } from './unfinished.ts';

const made: SignUpRunState = { ...newRun(), customer: 'cus_1' };
const ended = (...steps: StepName[]): SignUpRunState => ({ ...made, ends: Object.fromEntries(steps.map((step) => [step, done()])) });
const refusedBy = (code: string): Refusal => ({ step: 'subscription', code, message: 'words', requestId: '' });

describe('an address means the sign-up under way', () => {
  it.each<[string, Entry, string | null]>([
    ['names nothing', { kind: 'blank' }, null],
    ['is the one that it was begun by', { kind: 'code', code: 'OLD123-IL' }, 'code OLD123-IL'],
    ['names its plate', { kind: 'code', code: 'ADA123-IL' }, null],
    ['names its tag', { kind: 'code', code: '12345+678901' }, null],
    ['names the customer that it made', { kind: 'customer', id: 'cus_1' }, 'code ADA123-IL'],
  ])('that %s', (_words, entry, begunBy) => {
    expect(isRunOf(made, entry, begunBy)).toBe(true);
  });

  it.each<[string, Entry]>([
    ['another plate', { kind: 'code', code: 'BEA123-IL' }],
    ['another customer', { kind: 'customer', id: 'cus_2' }],
  ])('but not one that names %s', (_words, entry) => {
    expect(isRunOf(made, entry, 'code ADA123-IL')).toBe(false);
  });

  it('and names a customer who was known before', () => {
    expect(isRunOf(newRun({ customer: 'cus_known' }), { kind: 'customer', id: 'cus_known' }, null)).toBe(true);
  });
});

describe('a sign-up that was left', () => {
  it.each<[string, SignUpRunState, boolean, string]>([
    ['at its first operation', newRun(), false, 'It stopped at step 1 of 9 (Create the customer). The result isn’t known.'],
    ['at the payment', ended('customer', 'card'), false, 'It stopped at step 3 of 9 (Start the plan).'],
    ['with follow-ups open', ended('customer', 'card', 'subscription'), false, 'The plan is active, but some later steps'],
    ['before Ok', ended(...stepNames), true, 'The plan is active. Only Ok hasn’t been pressed.'],
    [
      'with a declined card',
      { ...ended('customer', 'card'), refusal: refusedBy('payment_failed') },
      true,
      'It’s on hold at step 3 of 9 (Start the plan): Failed Payment. Completed steps are saved',
    ],
  ])('%s', (_words, run, canBeDiscarded, words) => {
    expect(progressSummary(run)).toMatchObject({ canBeDiscarded, words: expect.stringContaining(words) });
  });
});
