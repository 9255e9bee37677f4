import { stepUp } from '@washdesk/contracts/access/step-up';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { customerJobs, dismissJob, job, listJobs, listStuckOperations, retryJob } from '@washdesk/contracts/system/job';
import { operationState } from '@washdesk/contracts/system/operation';
import type { Context, Next } from 'koa';
import { z } from 'zod';
import { hasReadableAddress } from './guards.ts';

/*
 * Former names of the API, taken for one release so that programs and open browsers go on working: operations were named deeds, jobs
 * obligations, and the call that a manager approves an act. What the next release drops stands in docs/decisions/0022-former-names.md.
 */

const oldJob = job.extend({ state: z.enum(['owed', 'failed', 'done', 'dismissed']) });
const oldOperation = operationState.response.extend({ state: z.enum(['intended', 'done', 'failed']) });

interface OldCall {
  /** The call as it is named now. */
  now: Endpoint;
  /** Former id, path, query and answer of the call, for the description of the API. */
  old: Pick<Endpoint, 'id' | 'path' | 'response' | 'query'>;
}

export const oldCalls: readonly OldCall[] = [
  { now: operationState, old: { id: 'deedState', path: '/deed/{key}', response: oldOperation } },
  {
    now: customerJobs,
    old: {
      id: 'customerObligations',
      path: '/customer/{id}/obligations',
      response: z.object({ obligations: z.array(oldJob), count: z.int() }),
    },
  },
  {
    now: listStuckOperations,
    old: {
      id: 'listStuckDeeds',
      path: '/obligations/deeds',
      response: z.object({ deeds: listStuckOperations.response.shape.operations, count: z.int() }),
    },
  },
  {
    now: listJobs,
    old: {
      id: 'listObligations',
      path: '/obligations',
      query: listJobs.query.extend({ state: oldJob.shape.state.optional() }),
      response: listJobs.response.extend({ results: z.array(oldJob) }),
    },
  },
  { now: retryJob, old: { id: 'retryObligation', path: '/obligations/{id}/retry', response: z.object({ obligation: oldJob }) } },
  { now: dismissJob, old: { id: 'dismissObligation', path: '/obligations/{id}/dismiss', response: z.object({ obligation: oldJob }) } },
];

export const oldOperationHeader = { 'X-Deed': z.string().optional().describe('Deprecated: the former name of X-Operation') };

const addressOf = (path: string): RegExp => new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '([^/]+)')}/?$`, 'i');
const stepUpAddress = addressOf(stepUp.path);
const addresses = oldCalls.map(({ now, old }) => {
  let group = 0;
  return { address: addressOf(old.path), target: `/api${now.path.replaceAll(/\{\w+\}/g, () => `$${(group += 1)}`)}` };
});

const oldFields: Record<string, string> = { jobs: 'obligations', job: 'obligation', operations: 'deeds' };
const oldStates: Record<string, string> = { started: 'intended', pending: 'owed' };
const oldCodes: Record<string, string> = {
  operation_not_found: 'deed_not_found',
  operation_not_done: 'deed_not_done',
  still_pending: 'still_owed',
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const withOldState = (value: unknown): unknown =>
  isObject(value) && typeof value['state'] === 'string' ? { ...value, state: oldStates[value['state']] ?? value['state'] } : value;
const oldValue = (value: unknown): unknown => (Array.isArray(value) ? value.map(withOldState) : withOldState(value));

/** An operation itself has a state; an answer about jobs holds them in its fields. */
const oldAnswer = (body: Record<string, unknown>): unknown =>
  'state' in body
    ? withOldState(body)
    : Object.fromEntries(Object.entries(body).map(([field, value]) => [oldFields[field] ?? field, oldValue(value)]));

/** A refusal under its former code. @param missingJob the former code of a job that is not there */
const oldRefusal = (body: Record<string, unknown>, missingJob: string): unknown => {
  const code = String(body['code']);
  return { ...body, code: code === 'job_not_found' ? missingJob : (oldCodes[code] ?? code) };
};

/** Takes the header `X-Deed` and the former addresses, and answers such a call in its former words. Stands outside the error writer. */
export function oldNames() {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!hasReadableAddress(ctx)) return next();
    const deed = ctx.get('x-deed');
    const call = addresses.find(({ address }) => address.test(ctx.path));
    if (!deed && !call) return next();
    ctx.set('Deprecation', 'true');
    if (deed) ctx.req.headers['x-operation'] ??= deed;
    if (call) ctx.path = ctx.path.replace(call.address, call.target);
    if (call && ctx.query['state'] === 'owed') ctx.query = { ...ctx.query, state: 'pending' };
    await next();
    const { body, status } = ctx;
    if (!isObject(body)) return undefined;
    // setting a body again must not change the status that was set
    if (status >= 400) ctx.body = oldRefusal(body, call ? 'obligation_not_found' : 'nothing_owed');
    else if (call) ctx.body = oldAnswer(body);
    return undefined;
  };
}

/** Takes the former field `act` of `POST /auth/stepup`, which open browsers still send, as `action`. Stands behind the body's parser. */
export function oldStepUpField() {
  return (ctx: Context, next: Next): Promise<void> => {
    const { body } = ctx.request;
    if (stepUpAddress.test(ctx.path) && isObject(body) && 'act' in body && !('action' in body)) {
      const { act: action, ...others } = body;
      ctx.request.body = { ...others, action };
      ctx.set('Deprecation', 'true');
    }
    return next();
  };
}
