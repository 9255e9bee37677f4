import type { ApiCall } from '../api/contract-call.ts';
import type { Answer } from '../api/send.ts';
import { pendingRequests } from '../pending-requests/pending-requests.ts';
import { isOutcomeUnknown } from './retry-idempotent.ts';

/** Ten minutes: after that the same entries mean another change. */
const requests = pendingRequests('change', 600_000);

/**
 * Sends a change under a key that stays the same until its outcome is known, even after a reload: a second press after a lost response
 * changes nothing twice.
 * @param owner the signed-in user; another user of this browser has other keys
 */
export async function withChangeKey(call: ApiCall, owner: string, send: (call: ApiCall) => Promise<Answer>): Promise<Answer> {
  const { method, path, body = null } = call;
  const subject = JSON.stringify([owner, method, path, body]);
  const answer = await send({ ...call, idempotencyKey: requests.idFor(subject) });
  if (!answer.error) requests.clear();
  else if (!isOutcomeUnknown(answer.error) && answer.error.status !== 200) requests.settle(subject);
  return answer;
}
