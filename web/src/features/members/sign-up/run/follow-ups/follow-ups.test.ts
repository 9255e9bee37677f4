import { expect, it, describe, vi } from 'vitest';
import type { CallFailure } from '../../../../../lib/api/call-failure.ts';
import { newRun } from '../run.fixture.ts';
import type { StepResult } from '../run.ts';
import { followUps as followUpNames, type FollowUpName } from '../steps.ts';
import { doneLaterMessage } from './follow-up-results.ts';
import { followUps, type FollowUpCalls } from './follow-ups.ts';

const away = (message: string): CallFailure => ({ status: 503, code: 'still_pending', message, requestId: '' });
const queued: StepResult = { kind: 'queued', words: doneLaterMessage };

/** Returns calls that succeed, except the given ones. */
function callsWith(given: Partial<Record<keyof FollowUpCalls, unknown>> = {}) {
  const answers = { sendWelcome: { data: { state: 'sent', message: null } }, requestSignature: { data: { tablet: true } }, ...given };
  const answer = (name: string) => vi.fn(async (_call: unknown) => (answers as Record<string, unknown>)[name] ?? { data: {} });
  const names = [
    'registerLoyaltyCard',
    'sendWelcome',
    'linkLoyalty',
    'updateLoyaltyGroups',
    'updateSitewatchCustomer',
    'activateSitewatchPlan',
    'requestSignature',
    'addNote',
  ];
  const printReceipt = vi.fn(async () => answers.printReceipt ?? { ok: true, message: 'Receipt printed' });
  return { ...Object.fromEntries(names.map((name) => [name, answer(name)])), printReceipt } as unknown as {
    [Name in keyof FollowUpCalls]: ReturnType<typeof vi.fn>;
  };
}

async function follow(step: FollowUpName, given: Parameters<typeof callsWith>[0] = {}, run = { ...newRun(), subscription: 'sub_1' }) {
  const said: string[] = [];
  const calls = callsWith(given);
  const result = await followUps[step](run, calls as unknown as FollowUpCalls, (words) => said.push(words));
  return { result, said, calls, run };
}

describe('the steps behind the subscription', () => {
  it.each(followUpNames)('%s names the subscription’s operation in every call', async (step) => {
    const { result, said, calls, run } = await follow(step);
    expect(result.kind).toBe('done');
    expect(said).toEqual([]);
    const { printReceipt: _, ...jobs } = calls;
    const made = Object.values(jobs).flatMap(({ mock }) => mock.calls);
    expect(made.length).toBeGreaterThan(0);
    for (const [call] of made) expect(call).toMatchObject({ body: {}, operationKey: run.keys.subscription });
  });

  it('print the receipt under the run’s job', async () => {
    const { calls, run, result } = await follow('paper');
    expect(calls.printReceipt).toHaveBeenCalledExactlyOnceWith({ id: 'sub_1', kind: 'signup', job: run.keys.paper });
    expect(result).toEqual({ kind: 'done', words: 'Receipt printed' });
  });

  it('register the loyalty card instead of a welcome where a number was given', async () => {
    const { calls, run } = await follow('welcome', {}, { ...newRun({ theCardNumber: '629892231123456789' }), subscription: 'sub_1' });
    expect(calls.registerLoyaltyCard).toHaveBeenCalledExactlyOnceWith({
      body: {},
      idempotencyKey: run.keys.welcome,
      operationKey: run.keys.subscription,
    });
    expect(calls.sendWelcome).not.toHaveBeenCalled();
  });
});

describe('a step that cannot be done now', () => {
  it.each<[FollowUpName, keyof FollowUpCalls, string]>([
    ['sitewatch', 'updateSitewatchCustomer', 'Error Updating Customer in Sitewatch'],
    ['sitewatch', 'activateSitewatchPlan', 'Error Activating Plan in Sitewatch'],
    ['signature', 'requestSignature', 'Error Notifying Signature Tablet'],
    ['loyalty', 'updateLoyaltyGroups', 'Unknown Error occurred updating groups - away'],
    ['welcome', 'sendWelcome', 'Failed to Send Text Message - away'],
  ])('%s (%s) says so in the words of the specification, and is done later', async (step, call, message) => {
    const { result, said } = await follow(step, { [call]: { error: away(message) } });
    expect(said).toEqual([message]);
    expect(result).toEqual(queued);
  });

  it('says that linking failed where the server has no words', async () => {
    expect((await follow('loyalty', { linkLoyalty: { error: away('') } })).said).toEqual(['Error Linking with Logix']);
  });

  it('says so where no tablet heard of the signature', async () => {
    const { result, said } = await follow('signature', { requestSignature: { data: { tablet: false } } });
    expect(said).toEqual(['Error Notifying Signature Tablet']);
    expect(result).toEqual({ kind: 'queued', words: 'The tablet shows it when it reconnects.' });
  });

  it('says why where it is refused for good', async () => {
    const failure = {
      ...away('Error Updating Customer in Sitewatch'),
      status: 409,
      details: { reason: 'Sitewatch of Joliet is read only' },
    };
    expect((await follow('sitewatch', { updateSitewatchCustomer: { error: failure } })).result).toEqual({
      kind: 'couldNot',
      words: 'Sitewatch of Joliet is read only',
    });
  });

  it('is not possible without a phone number', async () => {
    const data = { state: 'not-possible', message: 'No way to reach the customer' };
    const { result, said } = await follow('welcome', { sendWelcome: { data } });
    expect(said).toEqual([]);
    expect(result).toEqual({ kind: 'notPossible', words: 'No way to reach the customer' });
  });

  it('tells of a printer, and the note is added all the same', async () => {
    const { result, said, calls } = await follow('paper', { printReceipt: { ok: false, message: 'Out of paper' } });
    expect(said).toEqual(['Out of paper']);
    expect(result).toEqual({ kind: 'couldNot', words: 'Out of paper' });
    expect(calls.addNote).toHaveBeenCalledOnce();
  });
});
