import { announceChange } from '../announce.ts';
import type { Calendar } from '../clock.ts';
import { finalizeInvoice } from '../invoicing/finalize.ts';
import { markUncollectible, voidInvoice } from '../invoicing/write-off.ts';
import type { Invoice } from '../objects/invoice.ts';
import type { PauseCollection, Subscription } from '../objects/subscription.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidParameter, missingParameter } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { timestampOf } from './items.ts';

const behaviors = ['keep_as_draft', 'mark_uncollectible', 'void'] as const;

/** Reads `pause_collection`; an empty value resumes the collection ("Pause payment collection"). */
export function pauseOf(sandbox: Sandbox, input: Input, { pause_collection: present }: Subscription): PauseCollection | null {
  if (input.cleared('pause_collection')) return null;
  const pause = input.object('pause_collection');
  if (!pause) return present;
  pause.allowOnly(['behavior', 'resumes_at']);
  const behavior = pause.choice('behavior', behaviors);
  if (!behavior) throw missingParameter(pause.param('behavior'));
  const resumesAt = timestampOf(pause, 'resumes_at') ?? null;
  if (resumesAt !== null && resumesAt <= sandbox.now())
    throw invalidParameter(pause.param('resumes_at'), 'Timestamp must be in the future.');
  return { behavior, resumes_at: resumesAt };
}

/** Applies what becomes of a renewal while its subscription is paused, or unpaid: then it stays a draft. */
export function holdRenewal(sandbox: Sandbox, { pause_collection: pause, status }: Subscription, draft: Invoice): void {
  const behavior = pause?.behavior ?? (status === 'unpaid' ? 'keep_as_draft' : null);
  if (behavior === null || draft.status !== 'draft') return;
  const held = { ...draft, auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null };
  if (behavior === 'keep_as_draft') {
    announceChange(sandbox, draft, held, 'invoice.updated');
    stopAttempts(sandbox, draft);
    return;
  }
  const open = finalizeInvoice(sandbox, held);
  if (behavior === 'void') voidInvoice(sandbox, open);
  else markUncollectible(sandbox, open);
}

function stopAttempts({ store }: Sandbox, { bills, sequence }: Invoice): void {
  const subscription = bills && store.get('subscription', bills.subscription);
  if (!subscription) return;
  const openInvoices = subscription.billing.openInvoices.map((each) => (each.number === sequence ? { ...each, nextAttempt: null } : each));
  store.put({ ...subscription, billing: { ...subscription.billing, openInvoices } });
}

/** Resumes collections whose time has come. */
export function pauseCalendar(sandbox: Sandbox): Calendar {
  const paused = new Map<string, number>();
  const follow = ({ id, pause_collection: pause, ended_at }: Subscription): void => {
    const at = pause?.resumes_at ?? null;
    if (at === null || ended_at !== null) paused.delete(id);
    else paused.set(id, at);
  };
  for (const subscription of sandbox.store.list('subscription')) follow(subscription);
  sandbox.store.onChange((change) => {
    if ('object' in change && change.object === 'subscription') follow(change);
  });
  return {
    nextDue: () => (paused.size === 0 ? undefined : Math.min(...paused.values())),
    run(at) {
      for (const [id, due] of paused) {
        const subscription = due <= at ? sandbox.store.get('subscription', id) : undefined;
        if (subscription)
          announceChange(sandbox, subscription, { ...subscription, pause_collection: null }, 'customer.subscription.updated');
      }
    },
  };
}
