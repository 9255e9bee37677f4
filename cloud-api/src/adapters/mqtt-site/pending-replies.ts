import type { ReceivedReply } from '@washdesk/site-protocol/envelope';

export interface PendingReplies {
  /** Returns the reply to that command, or null after `waitMs`. Two callers waiting for one id share its reply. */
  wait(id: string, waitMs: number): Promise<ReceivedReply | null>;
  settle(reply: ReceivedReply): void;
}

export function pendingReplies(): PendingReplies {
  const waiting = new Map<string, Set<(reply: ReceivedReply | null) => void>>();
  const leave = (id: string, done: (reply: ReceivedReply | null) => void): void => {
    const all = waiting.get(id);
    all?.delete(done);
    if (all?.size === 0) waiting.delete(id);
  };
  return {
    wait: (id, waitMs) =>
      new Promise((resolve) => {
        const done = (reply: ReceivedReply | null): void => {
          clearTimeout(timer);
          leave(id, done);
          resolve(reply);
        };
        const timer = setTimeout(() => done(null), waitMs);
        waiting.set(id, (waiting.get(id) ?? new Set()).add(done));
      }),
    settle: (reply) => {
      // each entry removes itself from the set, which a Set's iteration allows
      waiting.get(reply.id)?.forEach((done) => done(reply));
    },
  };
}
