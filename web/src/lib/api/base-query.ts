import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { withChangeKey } from '../idempotent-requests/change-keys.ts';
import type { SessionManager } from '../session/session-manager.ts';
import { approvalCanceled, type CallFailure } from './call-failure.ts';
import type { ApiCall } from './contract-call.ts';
import { askForPin } from './pin-prompt.ts';
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
  if (!call.isKeyed || call.idempotencyKey) return result(await sendWithPin(call, session, signal));
  return result(await withChangeKey(call, session.userId(), (keyed) => sendWithPin(keyed, session, signal)));
};

/** If a signed-in person's change needs the PIN, asks for it and sends the same call again. Reads and sign-ins show that they need it. */
async function sendWithPin(call: ApiCall, session: SessionManager, signal: AbortSignal): Promise<Answer> {
  const first = await sendRefreshed(call, session, signal);
  if (first.error?.code !== 'pin_required' || call.method === 'GET' || call.anonymous) return first;
  const answer = await askForPin(call.approvable === true);
  if (answer === 'entered') return sendRefreshed(call, session, signal);
  const code = answer === 'approve' ? 'forbidden' : approvalCanceled;
  return { ...first, error: { ...first.error, code, message: 'No PIN was entered. Nothing was changed' } };
}

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
