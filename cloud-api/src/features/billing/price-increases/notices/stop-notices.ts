import type { Tx } from '../../../../db/pool.ts';
import { discardMessages } from '../../../../documents/message.ts';
import { dropNotice, queuedMessages } from './notices.store.ts';

/** The increase was paused or is being undone: what is queued waits again, unless it is being sent already. */
export async function discardQueued(tx: Tx, increase: string): Promise<void> {
  await discardMessages(tx, await queuedMessages(tx, increase));
}

/** The increase has been undone for this member: what was not told is not told any more, what was told is taken back. */
export async function takeBackNotice(tx: Tx, { increase, subscription }: { increase: string; subscription: string }): Promise<void> {
  await dropNotice(tx, { increase, subscription });
  await discardMessages(tx, await queuedMessages(tx, increase, subscription));
}
