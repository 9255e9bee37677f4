import type { Context } from 'koa';
import { describe, expect, it } from 'vitest';
import { apiError } from '@washdesk/contracts/errors';
import { Failure, badRequest, forbidden, notFound, unauthorized } from '../common/failure.ts';
import { isLostConnection } from '../db/pool.ts';
import { errorWriter } from './error-writer.ts';
import { openLog } from './log.ts';

interface Written {
  status: number;
  headers: Record<string, string>;
  body: ReturnType<typeof apiError.parse>;
  logged: object[];
  kept: unknown[];
}

async function written(failure: unknown): Promise<Written> {
  const headers: Record<string, string> = {};
  const ctx = {
    status: 404,
    body: undefined as unknown,
    state: { requestId: 'request-1' },
    set: (name: string, value: string) => (headers[name] = value),
  };
  const logged: object[] = [];
  const kept: unknown[] = [];
  const log = openLog('silent');
  log.error = (entry: object) => void logged.push(entry);
  const keep = async (error: unknown) => void kept.push(error);
  await errorWriter(
    log,
    isLostConnection,
    keep,
  )(ctx as unknown as Context, () => (failure === undefined ? Promise.resolve() : Promise.reject(failure)));
  return { status: ctx.status, headers, body: apiError.strict().parse(ctx.body), logged, kept };
}

const ofKoa = (status: number): Error => Object.assign(new Error('secret details of a library'), { status, expose: true });

describe('the error writer', () => {
  it.each([
    ['a bad field', badRequest('body.name', 'must not be empty'), 400, 'invalid_request'],
    ['no signed-in user', unauthorized(), 401, 'unauthorized'],
    ['a user without the role', forbidden(), 403, 'forbidden'],
    ['nothing there', notFound('customer_not_found', 'Customer Not Found'), 404, 'customer_not_found'],
    ['a part that is away', new Failure(503, 'stripe_unavailable', 'Stripe cannot be reached'), 503, 'stripe_unavailable'],
    ['a database that is away', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 503, 'database_unavailable'],
    ['an unknown address', undefined, 404, 'not_found'],
    ['a body that is no JSON', ofKoa(400), 400, 'invalid_request'],
    ['a body that is too large', ofKoa(413), 413, 'too_large'],
    ['a body of another type', ofKoa(415), 415, 'unsupported_type'],
  ])('gives %s its status and code', async (_name, failure, status, code) => {
    const answer = await written(failure);
    expect(answer).toMatchObject({ status, body: { code, requestId: 'request-1' }, headers: { 'Cache-Control': 'no-store' } });
    expect(answer.body.message).not.toContain('secret');
  });

  it.each([
    ['a fault of ours', new TypeError("Cannot read properties of undefined (reading 'secret')")],
    ['a fault of the database', Object.assign(new Error('duplicate key value violates "secret"'), { code: '23505' })],
    ['a fault that claims a status above 499', ofKoa(502)],
    ['a fault that claims a status we give no words', ofKoa(418)],
    ['no error at all', 'secret'],
    ['nothing', null],
  ])('tells the log of %s and the caller nothing of it', async (_name, fault) => {
    const { status, body, logged } = await written(fault);
    expect({ status, body }).toEqual({
      status: 500,
      body: { code: 'internal', message: 'Unknown Error Occurred', requestId: 'request-1' },
    });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatchObject({ requestId: 'request-1' });
  });

  it('names the wrong fields and the details of a code', async () => {
    const problems = [{ path: 'body.name', message: 'must not be empty' }];
    expect((await written(new Failure(400, 'invalid_request', 'x', { problems, details: { site: 12 } }))).body).toMatchObject({
      problems,
      details: { site: 12 },
    });
  });

  it('says when to come again', async () => {
    const limited = new Failure(429, 'too_many_requests', 'Wait', { details: { retryAfterSeconds: 7 } });
    expect((await written(limited)).headers).toMatchObject({ 'Retry-After': '7' });
  });

  it('does not trouble the log with what a caller did wrong', async () => {
    expect((await written(forbidden())).logged).toEqual([]);
  });

  it('keeps what it could not explain for the list of errors, and nothing else', async () => {
    const error = new Error('out of luck');
    expect((await written(error)).kept).toEqual([error]);
    expect((await written(badRequest('body.name', 'must not be empty'))).kept).toEqual([]);
    expect((await written(new Failure(503, 'stripe_unavailable', 'Stripe cannot be reached'))).kept).toEqual([]);
  });
});
