import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '@washdesk/contracts/access/auth';
import { payInvoice } from '@washdesk/contracts/billing/invoice';
import { redeem } from '@washdesk/contracts/lane/redeem';
import { customerGeneral } from '@washdesk/contracts/members/customer';
import { findLoyaltyCard } from '@washdesk/contracts/members/loyalty';
import { listLocations } from '@washdesk/contracts/sites/location';
import { findEmployee } from '@washdesk/contracts/sites/sitewatch';
import { fails, ok, stubFetch } from '../fetch.fixture.ts';
import type { StubAnswers } from '../fetch.fixture.ts';
import { createSessionManager } from '../session/session-manager.ts';
import { serialRunner } from '../session/tab-channel.ts';
import { api } from './api.ts';
import type { ApiContext } from './base-query.ts';
import { fromContract } from './contract-call.ts';

const endpoints = api.injectEndpoints({
  endpoints: (build) => ({
    locationsHere: build.query(fromContract(listLocations)),
    employeeHere: build.query(fromContract(findEmployee)),
    redeemHere: build.mutation(fromContract(redeem)),
    customerHere: build.query({ ...fromContract(customerGeneral), providesTags: ['Customer'] }),
    payHere: build.mutation(fromContract(payInvoice)),
    askHere: build.mutation(fromContract(findLoyaltyCard)),
    hasty: build.query(fromContract(listLocations, { timeoutMs: 20 })),
  }),
}).endpoints;

const session = (accessToken: string): Session => ({
  sessionId: '0193a000-0000-7000-8000-000000000001',
  accessToken,
  expiresIn: 600,
  user: { name: 'Casey Nguyen', userid: 'casey', employeeId: 1001, roles: 1 },
  site: 12,
  locationId: null,
  terminal: null,
});

function begin(answers: StubAnswers) {
  const sent = stubFetch(answers);
  const sessionManager = createSessionManager({ exclusively: serialRunner(), post: () => undefined, listen: () => undefined });
  const context: ApiContext = { session: sessionManager };
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: context } }).concat(api.middleware),
  });
  return { sent, sessionManager, store };
}

let opened: ReturnType<typeof begin>;
const dispatch = () => opened.store.dispatch;
beforeEach(() => {
  opened = begin({});
});
afterEach(() => vi.unstubAllGlobals());

const noLocations = ok({ locations: [], count: 0 });

describe('a call', () => {
  it('fills and encodes its path, its query and its idempotency key', async () => {
    opened = begin({ 'GET /dxt/*': fails(404, 'customer_not_found', 'Customer Not Found in Stripe') });
    await dispatch()(endpoints.redeemHere.initiate({ params: { code: 'A/B é-IL' }, query: { redeem: 'yes' }, idempotencyKey: 'key-1' }));
    expect(opened.sent[0]).toMatchObject({
      method: 'GET',
      path: '/dxt/A%2FB%20%C3%A9-IL?redeem=yes',
      headers: { 'idempotency-key': 'key-1' },
    });
  });

  it('answers a failure in the shape of the API', async () => {
    opened = begin({ 'GET /location': fails(503, 'stripe_unavailable', 'Stripe cannot be reached') });
    const { error } = await dispatch()(endpoints.locationsHere.initiate());
    expect(error).toEqual({ code: 'stripe_unavailable', message: 'Stripe cannot be reached', requestId: 'request-1', status: 503 });
  });

  it('has an id of its own, also in a failure without a response', async () => {
    const { error } = await dispatch()(endpoints.locationsHere.initiate());
    await dispatch()(endpoints.locationsHere.initiate(undefined, { forceRefetch: true }));
    const ids = opened.sent.map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(2);
    expect(error).toMatchObject({ status: null, requestId: ids[0] });
  });

  it.each([
    ['an answer against the contract', ok({ locations: 'none' }), 'unexpected_answer'],
    ["a proxy's failure", { status: 502, body: 'Bad gateway' }, 'http_502'],
  ])('tells %s', async (_what, answer, code) => {
    opened = begin({ 'GET /location': answer });
    const { error } = await dispatch()(endpoints.locationsHere.initiate());
    expect(error).toMatchObject({ code });
  });

  it('ends when its deadline passes', async () => {
    vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
    });
    const { error } = await dispatch()(endpoints.hasty.initiate());
    expect(error).toMatchObject({ code: 'timed_out', status: null });
  });
});

describe('a 401', () => {
  const onlyNew = ({ headers }: { headers: Record<string, string> }) =>
    headers['authorization'] === 'Bearer new' ? noLocations : fails(401, 'unauthorized', 'Sign in');

  it('leads to one refresh and one retry with the new token', async () => {
    opened = begin({ 'GET /location': onlyNew, 'POST /auth/refreshtoken': ok(session('new')) });
    opened.sessionManager.adopt(session('old'));
    const { data } = await dispatch()(endpoints.locationsHere.initiate());
    expect(data).toEqual({ locations: [], count: 0 });
    expect(opened.sent.map(({ path }) => path)).toEqual(['/location', '/auth/refreshtoken', '/location']);
  });

  it('is final after the one retry', async () => {
    opened = begin({ 'GET /location': fails(401, 'unauthorized', 'Sign in'), 'POST /auth/refreshtoken': ok(session('new')) });
    opened.sessionManager.adopt(session('old'));
    const { error } = await dispatch()(endpoints.locationsHere.initiate());
    expect(error).toMatchObject({ status: 401 });
    expect(opened.sent).toHaveLength(3);
  });

  it("is not retried when it reads 'Not allowed by CORS'", async () => {
    opened = begin({ 'GET /location': fails(401, 'unauthorized', 'Not allowed by CORS') });
    opened.sessionManager.adopt(session('old'));
    await dispatch()(endpoints.locationsHere.initiate());
    expect(opened.sent).toHaveLength(1);
  });

  it('is not retried for a call that had no token', async () => {
    opened = begin({ 'GET /location': fails(401, 'unauthorized', 'Sign in') });
    await dispatch()(endpoints.locationsHere.initiate());
    expect(opened.sent).toHaveLength(1);
  });

  it('ends the session when the refresh answers 403', async () => {
    opened = begin({
      'GET /location': fails(401, 'unauthorized', 'Sign in'),
      'POST /auth/refreshtoken': fails(403, 'session_ended', 'Sign in again'),
    });
    opened.sessionManager.adopt(session('old'));
    const { error } = await dispatch()(endpoints.locationsHere.initiate());
    expect(error).toMatchObject({ status: 401 });
    expect(opened.sessionManager.accessToken()).toBeNull();
  });

  it('sends several waiting calls again after a single refresh', async () => {
    opened = begin({
      'GET /location': onlyNew,
      'GET /firebird/employee/*': (request) => (onlyNew(request).status === 200 ? ok(false) : onlyNew(request)),
      'POST /auth/refreshtoken': ok(session('new')),
    });
    opened.sessionManager.adopt(session('old'));
    await Promise.all([
      dispatch()(endpoints.locationsHere.initiate()),
      dispatch()(endpoints.employeeHere.initiate({ params: { number: '7' } })),
    ]);
    expect(opened.sent.filter(({ path }) => path === '/auth/refreshtoken')).toHaveLength(1);
    expect(opened.sent).toHaveLength(5);
  });
});

describe('a call that changes data', () => {
  const reads = () => opened.sent.filter(({ path }) => path.startsWith('/customer')).length;
  const pay = () =>
    dispatch()(endpoints.payHere.initiate({ params: { id: 'in_1' }, query: { payment_method: 'pm_1' }, idempotencyKey: 'key-1' }));

  it.each([
    ['succeeded', ok({})],
    ['was declined', fails(402, 'card_declined', 'Declined')],
    ['got no response', fails(504, 'timed_out', 'No response')],
  ])('reads shown customers again when it %s', async (_what, answer) => {
    opened = begin({ 'GET /customer/*': fails(404, 'customer_not_found', 'Nobody'), 'POST /invoice/in_1/pay': answer });
    await dispatch()(endpoints.customerHere.initiate({ params: { id: 'cus_1' } }));
    await pay();
    await vi.waitFor(() => expect(reads()).toBe(2));
  });

  it('is one whose contract declares what a repetition does; a lookup is none', async () => {
    opened = begin({ 'GET /customer/*': fails(404, 'customer_not_found', 'Nobody'), 'GET /thecard/*': fails(404, 'not_found', 'None') });
    await dispatch()(endpoints.customerHere.initiate({ params: { id: 'cus_1' } }));
    await dispatch()(endpoints.askHere.initiate({ params: { number: '6298922300000000' } }));
    expect(reads()).toBe(1);
  });
});
