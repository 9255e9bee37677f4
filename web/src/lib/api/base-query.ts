import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { SessionManager } from '../session/session-manager.ts';
import type { CallFailure } from './call-failure.ts';
import type { ApiCall } from './contract-call.ts';
import { send } from './send.ts';
import type { Answer } from './send.ts';

/** The store's extra argument, passed to every call. */
export interface ApiContext {
  session: SessionManager;
}

/** Facts from the headers of a response. */
export interface AnswerMeta {
  apiVersion: string | null;
}

/** A 401 with this message means that the browser's network address is rejected; refreshing the token would not help. */
const refusedOrigin = 'Not allowed by CORS';

/** Sends a call with the session's token. A 401 triggers one refresh and one retry of the same call, with the same idempotency key. */
export const baseQuery: BaseQueryFn<ApiCall, unknown, CallFailure, object, AnswerMeta> = async (call, { extra, signal }) => {
  const { session } = extra as ApiContext;
  const token = call.anonymous ? null : session.accessToken();
  const first = await send(call, token, signal);
  if (token === null || !wantsFreshToken(first)) return result(first);
  const renewed = await session.refresh(token);
  return result(renewed === 'renewed' ? await send(call, session.accessToken(), signal) : first);
};

function wantsFreshToken({ error }: Answer): boolean {
  return error?.status === 401 && error.message !== refusedOrigin;
}

function result({ data, error, apiVersion }: Answer) {
  const meta = { apiVersion };
  return error ? { error, meta } : { data, meta };
}
