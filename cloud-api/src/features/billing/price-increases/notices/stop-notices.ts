import type { Tx } from '../../../../db/pool.ts';
import { discardMessages } from '../../../../documents/message.ts';
import { dropNotice, queuedMessages } from './notices.store.ts';

/** Returns queued notices of a paused or undone increase to waiting, unless they are being sent already. */
export async function discardQueued(tx: Tx, increase: string): Promise<void> {
  await discardMessages(tx, await queuedMessages(tx, increase));
}

/** Drops the member's unsent notice of an undone increase; retracts a sent one. */
export async function takeBackNotice(tx: Tx, { increase, subscription }: { increase: string; subscription: string }): Promise<void> {
  await dropNotice(tx, { increase, subscription });
  await discardMessages(tx, await queuedMessages(tx, increase, subscription));
}
