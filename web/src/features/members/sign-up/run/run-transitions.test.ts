import { describe, expect, it } from 'vitest';
import type { CallFailure } from '../../../../lib/api/call-failure.ts';
import { openRun, transition, type RunEvent, type RunProgress, type Transition } from './run-transitions.ts';
import { runWithSteps, existingCustomer, newRun, runRefusedAt } from './run.fixture.ts';
import type { SignUpRunState } from './run.ts';
import { followUps, stripeSteps, type StripeStepName } from './steps.ts';
import type { StripeAnswer, StripeRequest } from './stripe-requests.ts';

const begin = (run: SignUpRunState): Transition => transition(openRun(run), { type: 'continued' });
const answered = (progress: RunProgress, answer: StripeAnswer): Transition => transition(progress, { type: 'answered', answer });
const failed = (status: number | null, more: Partial<CallFailure> = {}): CallFailure => ({
  status,
  code: 'any',
  message: 'words',
  requestId: 'request-1',
  ...more,
});
/** Returns the call that a transition requests. */
function requested({ effects }: Transition): StripeRequest {
  const [effect, ...others] = effects;
  if (effect?.kind !== 'request' || others.length > 0) throw new Error('Expected exactly one request');
  return effect.request;
}
const done = <T>(data: T) => ({ kind: 'done', data }) as const;
const made: SignUpRunState = runWithSteps({ ...newRun(), customer: 'cus_1', paymentMethod: 'pm_1', subscription: 'sub_1' }, stripeSteps);
/** Returns a run whose next step is this one. */
const runAt = (step: StripeStepName): SignUpRunState =>
  runWithSteps({ ...newRun(), customer: 'cus_1' }, stripeSteps.slice(0, stripeSteps.indexOf(step)));

describe('a sign-up', () => {
  it('creates the customer, attaches the card, starts the plan, each under its own key, then does the rest side by side', () => {
    const run = newRun({ promo: 4, doNotProrate: true, site: 27 }, '7001');
    const creating = begin(run);
    expect(requested(creating)).toMatchObject({
      name: 'createCustomer',
      call: { body: { FirstName: 'Ada', CustomerCode: 'ADA123-IL', SITENUMBER: 27 }, idempotencyKey: run.keys.customer },
    });
    expect(creating.progress.doing).toEqual(['customer']);

    const attaching = answered(creating.progress, { name: 'createCustomer', step: 'customer', outcome: done({ id: 'cus_1' }) });
    expect(requested(attaching)).toEqual({
      name: 'attachCard',
      step: 'card',
      call: { body: { setupIntent: 'seti_1', customer: 'cus_1' }, idempotencyKey: run.keys.card },
    });

    const starting = answered(attaching.progress, { name: 'attachCard', step: 'card', outcome: done({ id: 'pm_1' }) });
    expect(requested(starting)).toEqual({
      name: 'startSubscription',
      step: 'subscription',
      call: {
        idempotencyKey: run.keys.subscription,
        // The agreed terms: the price in dollars, the second of the preview, the register's sale.
        body: {
          stripeCustomer: 'cus_1',
          PaymentMethodId: 'pm_1',
          PlanId: 'price_super_kiss',
          PlanPrice: 29.99,
          Promo: 4,
          FreeForMonth: false,
          DoNotProrate: true,
          ChargeForLastMonth: false,
          from: 1_795_000_000,
          SaleId: '7001',
          SITENUMBER: 27,
        },
      },
    });

    const following = answered(starting.progress, { name: 'startSubscription', step: 'subscription', outcome: done({ id: 'sub_1' }) });
    expect(following.effects.map((effect) => effect.kind === 'followUp' && effect.step)).toEqual(followUps);
    expect(following.progress).toMatchObject({ doing: followUps, run: { subscription: 'sub_1' } });
  });

  it('is finished when every follow-up has ended, however it ended', () => {
    const results = ['done', 'queued', 'notPossible', 'couldNot', 'done'] as const;
    let { progress } = begin(made);
    followUps.forEach((step, index) => {
      const result = { kind: results[index]!, words: null };
      const after = transition(progress, { type: 'followedUp', step, result });
      expect(after.effects).toEqual([]);
      expect(after.progress.run.ends[step]).toEqual(result);
      progress = after.progress;
    });
    expect(progress.doing).toEqual([]);
    expect(begin(progress.run).effects).toEqual([]);
  });

  it('with a stored card attaches nothing, and starts the plan with it', () => {
    const card = { storedCard: 'card-1', brand: 'visa', last4: '4242', fingerprint: 'f' };
    const starting = begin({ ...runAt('card'), form: { ...newRun().form, card } });
    expect(requested(starting)).toMatchObject({ name: 'startSubscription', call: { body: { PaymentMethodId: 'card-1' } } });
    expect(starting.progress.run.ends.card).toEqual({ kind: 'done', words: null });
  });

  it('without a card is refused before any call', () => {
    const { progress, effects } = begin({ ...runAt('card'), form: { ...newRun().form, card: null } });
    expect(effects).toEqual([]);
    expect(progress.run.refusal).toMatchObject({ step: 'card', code: 'no_card', message: 'No card was captured' });
  });
});

describe('a known customer', () => {
  const known = (form: Parameters<typeof newRun>[0] = {}) => newRun({ customer: 'cus_known', ...form });
  const read = (run: SignUpRunState) =>
    answered(begin(run).progress, { name: 'readCustomer', step: 'customer', outcome: done(existingCustomer as never) });

  it('is read first, and only what was corrected is saved, against the customer as read', () => {
    const run = known({ color: 'Red' });
    expect(requested(begin(run))).toEqual({
      name: 'readCustomer',
      step: 'customer',
      call: { params: { id: 'cus_known' }, query: { noCache: 'true' } },
    });
    const saving = read(run);
    expect(requested(saving)).toMatchObject({
      name: 'saveCustomer',
      call: {
        params: { id: 'cus_known' },
        idempotencyKey: run.keys.customer,
        body: { metadata: { CarColor: 'Red' }, base: { metadata: { CarColor: 'White' } } },
      },
    });
    const saved = answered(saving.progress, { name: 'saveCustomer', step: 'customer', outcome: done({ id: 'cus_known' }) });
    expect(requested(saved)).toMatchObject({ name: 'attachCard', call: { body: { customer: 'cus_known' } } });
  });

  it('is not saved where nothing was corrected', () => {
    expect(requested(read(known()))).toMatchObject({ name: 'attachCard', call: { body: { customer: 'cus_known' } } });
  });

  it('whose corrections were persisted is not read again: a repeated call has the same body', () => {
    const saving = read(known({ color: 'Red' }));
    expect(requested(begin(saving.progress.run))).toEqual(requested(saving));
  });
});

describe('a reload', () => {
  it.each(stripeSteps)('while %s is under way asks for the same again', (step) => {
    const first = begin(runAt(step));
    const persisted = JSON.parse(JSON.stringify(first.progress.run)) as SignUpRunState;
    expect(requested(begin(persisted))).toEqual(requested(first));
  });

  it('behind the subscription does what is open and nothing that is done', () => {
    const { effects } = begin(runWithSteps(made, ['welcome', 'loyalty', 'signature', 'paper']));
    expect(effects).toMatchObject([{ kind: 'followUp', step: 'sitewatch' }]);
  });

  it('of a refused run does nothing by itself', () => {
    const run = runRefusedAt('subscription');
    expect(begin(run)).toEqual({ progress: openRun(run), effects: [] });
  });
});

describe('an unknown outcome', () => {
  const unknown = { kind: 'unknown', failure: failed(null) } as const;
  const checking = answered(begin(runAt('subscription')).progress, { name: 'startSubscription', step: 'subscription', outcome: unknown });

  it('stops the run without a refusal', () => {
    expect(checking.effects).toEqual([]);
    expect(checking.progress).toMatchObject({ doing: [], unknown: { step: 'subscription' }, run: { refusal: null } });
  });

  it('is asked for again by the same call', () => {
    const again = transition(checking.progress, { type: 'continued' });
    expect(requested(again)).toEqual(requested(begin(checking.progress.run)));
    expect(again.progress).toMatchObject({ unknown: null, doing: ['subscription'] });
  });

  it('is also that of an ended session: the key is kept until the next sign-in', () => {
    const outcome = { kind: 'refused', failure: failed(401) } as const;
    const run = runAt('subscription');
    const { progress } = answered(begin(run).progress, { name: 'startSubscription', step: 'subscription', outcome });
    expect(progress).toMatchObject({ unknown: { step: 'subscription', failure: { status: 401 } }, run: { refusal: null } });
    expect(progress.run.keys).toEqual(run.keys);
  });
});

describe('a refusal', () => {
  const refuse = (run: SignUpRunState, failure: CallFailure): RunProgress =>
    answered(begin(run).progress, { name: 'startSubscription', step: 'subscription', outcome: { kind: 'refused', failure } }).progress;

  it('stops the run with the words, problems and details of the API', () => {
    const details = { invoice: 'in_1', declineCode: 'insufficient_funds' };
    const { run, doing } = refuse(runAt('subscription'), failed(402, { code: 'payment_failed', details }));
    expect(doing).toEqual([]);
    expect(run.refusal).toEqual({ step: 'subscription', code: 'payment_failed', message: 'words', requestId: 'request-1', details });
    const problems = [{ path: 'body.Email', message: 'must be an email address' }];
    expect(refuse(runAt('subscription'), failed(400, { problems })).run.refusal?.problems).toEqual(problems);
  });

  it('of a payment leaves its invoice open for the next try, until another takes its place', () => {
    const first = refuse(runAt('subscription'), failed(402, { details: { invoice: 'in_1' } })).run;
    expect(first.openInvoice).toBe('in_1');
    const again = transition(openRun(first), { type: 'triedAgain', key: 'new' }).progress;
    const refused = { kind: 'refused', failure: failed(409) } as const;
    expect(answered(again, { name: 'startSubscription', step: 'subscription', outcome: refused }).progress.run.openInvoice).toBe('in_1');
  });

  it.each(stripeSteps)('of %s is tried again under a new key, and no other key is new', (step) => {
    const refused = runRefusedAt(step);
    const { progress, effects } = transition(openRun(refused), { type: 'triedAgain', key: 'new' });
    expect(progress.run.refusal).toBeNull();
    expect(progress.run.keys).toEqual({ ...refused.keys, [step]: 'new' });
    expect(effects).toMatchObject([{ kind: 'request', request: { step, call: { idempotencyKey: 'new' } } }]);
  });

  it('of corrections makes them again on the customer as another user saved it', () => {
    const run = { ...newRun({ customer: 'cus_known' }), edits: {} as never, refusal: runRefusedAt('customer').refusal };
    const tried = transition(openRun(run), { type: 'triedAgain', key: 'new' });
    expect(requested(tried).name).toBe('readCustomer');
  });

  it('gives way to another card for the same customer: card and plan under new keys, nothing typed again', () => {
    const card = { setupIntent: 'seti_2', brand: 'mastercard', last4: '4444', fingerprint: 'f2' };
    const refused = { ...runRefusedAt('subscription'), paymentMethod: 'pm_1' };
    const event: RunEvent = { type: 'cardReplaced', card, keys: { card: 'card-2', subscription: 'subscription-2' } };
    const replaced = transition(openRun(refused), event);
    expect(replaced.progress.run).toMatchObject({
      customer: 'cus_1',
      paymentMethod: null,
      refusal: null,
      form: { card, firstName: 'Ada' },
    });
    expect(requested(replaced)).toMatchObject({
      name: 'attachCard',
      call: { body: { setupIntent: 'seti_2', customer: 'cus_1' }, idempotencyKey: 'card-2' },
    });
    expect(replaced.progress.run.keys).toMatchObject({ customer: refused.keys.customer, subscription: 'subscription-2' });
  });
});

describe('a press while a step is under way', () => {
  const card = { setupIntent: 'seti_2', brand: null, last4: null, fingerprint: null };

  it.each<[string, RunEvent]>([
    ['Check', { type: 'continued' }],
    ['Try Again', { type: 'triedAgain', key: 'new' }],
    ['another card', { type: 'cardReplaced', card, keys: { card: 'c', subscription: 's' } }],
  ])('%s does nothing', (_what, event) => {
    const { progress } = begin(runAt('subscription'));
    expect(transition(progress, event)).toEqual({ progress, effects: [] });
  });

  it('of Try Again on a run that was not refused changes no key', () => {
    const run = runAt('subscription');
    expect(transition(openRun(run), { type: 'triedAgain', key: 'new' })).toEqual(begin(run));
  });
});
