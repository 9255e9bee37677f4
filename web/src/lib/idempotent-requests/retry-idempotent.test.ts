import { describe, expect, it } from 'vitest';
import type { CallFailure } from '../api/call-failure.ts';
import { retryIdempotent, type TriggerResult } from './retry-idempotent.ts';

const failed = (status: number | null, code = 'any'): TriggerResult<string> => ({
  error: { status, code, message: 'words', requestId: '' } satisfies CallFailure,
});

/** Answers in order and counts the requests. */
function answering(...answers: TriggerResult<string>[]) {
  const asked = { times: 0 };
  return { asked, send: () => Promise.resolve(answers[Math.min(asked.times++, answers.length - 1)] ?? {}) };
}

describe('an operation', () => {
  it('that succeeds is asked once', async () => {
    const { asked, send } = answering({ data: 'yes' });
    expect(await retryIdempotent(send, [0, 0])).toEqual({ kind: 'done', data: 'yes' });
    expect(asked.times).toBe(1);
  });

  it('that is refused is asked once', async () => {
    const { asked, send } = answering(failed(402, 'card_declined'));
    expect((await retryIdempotent(send, [0, 0])).kind).toBe('refused');
    expect(asked.times).toBe(1);
  });

  it.each([
    ['no answer', failed(null)],
    ['a server in trouble', failed(503)],
    ['too many calls', failed(429)],
    ['one still under way', failed(409, 'in_progress')],
    ['another change of the customer', failed(409, 'customer_busy')],
    ['an unreadable response', failed(200, 'unexpected_answer')],
  ])('is repeated after %s', async (_what, unknown) => {
    const { asked, send } = answering(unknown, { data: 'yes' });
    expect(await retryIdempotent(send, [0, 0])).toEqual({ kind: 'done', data: 'yes' });
    expect(asked.times).toBe(2);
  });

  it('stays unknown, never failed, when every repeat is open', async () => {
    const { asked, send } = answering(failed(null));
    expect((await retryIdempotent(send, [0, 0])).kind).toBe('unknown');
    expect(asked.times).toBe(3);
  });

  it('whose conflict is final is refused', async () => {
    expect((await retryIdempotent(answering(failed(409, 'sale_charged')).send, [0])).kind).toBe('refused');
  });
});
