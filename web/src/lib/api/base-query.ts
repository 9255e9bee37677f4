import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { withChangeKey } from '../idempotent-requests/change-keys.ts';
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

/** Sends a call with the session's token and, for a change that takes one, an idempotency key. */
export const baseQuery: BaseQueryFn<ApiCall, unknown, CallFailure, object, AnswerMeta> = async (call, { extra, signal }) => {
  const { session } = extra as ApiContext;
  if (!call.isKeyed || call.idempotencyKey) return result(await sendRefreshed(call, session, signal));
  return result(await withChangeKey(call, session.userId(), (keyed) => sendRefreshed(keyed, session, signal)));
};

/** After a 401, refreshes the token once and retries the same call under the same idempotency key. */
async function sendRefreshed(call: ApiCall, session: SessionManager, signal: AbortSignal): Promise<Answer> {
  const token = call.anonymous ? null : session.accessToken();
  const first = await send(call, token, signal);
  if (token === null || !wantsFreshToken(first)) return first;
  const renewed = await session.refresh(token);
  return renewed === 'renewed' ? send(call, session.accessToken(), signal) : first;
}

function wantsFreshToken({ error }: Answer): boolean {
  return error?.status === 401 && error.message !== refusedOrigin;
}

function result({ data, error, apiVersion }: Answer) {
  const meta = { apiVersion };
  return error ? { error, meta } : { data, meta };
}
