import type { MessageAnswer } from '@washdesk/contracts/members/communication';
import { Failure } from '../../../common/failure.ts';
import type { Channel } from '../../../db/tables/messages.ts';
import type { Attempt } from '../../../jobs/job.ts';
import type { RunJobNow } from '../../../jobs/run-job-now.ts';

const failed: Record<Channel, string> = { sms: 'Failed to Send Text Message', email: 'Failed to Send Email' };

/**
 * Sends a message now, or throws its outcome.
 * @throws Failure 409 `refused`, 503 `still_pending`: it is retried automatically
 */
export async function sendNow(runJobNow: RunJobNow, { id, channel }: { id: string; channel: Channel }): Promise<MessageAnswer> {
  const attempt = await runJobNow.attempt('message.send', id);
  // settled jobs are removed before their messages
  return answerOf(channel, attempt ?? { kind: 'done', result: {} });
}

function answerOf(channel: Channel, attempt: Attempt): MessageAnswer {
  switch (attempt.kind) {
    case 'done':
      return { state: 'sent', channel, message: null };
    case 'refused':
      throw new Failure(409, 'refused', `${failed[channel]} - ${attempt.reason}`);
    case 'later':
      throw new Failure(503, 'still_pending', `${failed[channel]} - ${attempt.reason}`);
    default:
      return attempt satisfies never;
  }
}
