import type { Logger } from 'pino';
import type { z } from 'zod';
import { agentState, commandReply, deviceState, durableEvent, leaseMessage, liveEvent } from '@washdesk/site-protocol/envelope';
import { liveEvents, type LiveEventKind } from '@washdesk/site-protocol/events';
import { parseTopic } from '@washdesk/site-protocol/topics';
import type { LiveReport, RevokedSiteSet, SiteObserver, SiteReports } from '../../ports/site-link.ts';
import type { AgentRun, Leases, Serving } from './leases.ts';
import type { PendingReplies } from './pending-replies.ts';

export interface Inbox {
  leases: Leases;
  replies: PendingReplies;
  /** The run of the agent that is online, by site. */
  online: Map<number, string>;
  /** Each site's latest state report while it is handled. */
  states: Map<number, Promise<void>>;
  /** Each site's latest durable event while it is handled. */
  events: Map<number, Promise<void>>;
  reports: SiteReports;
  observers: readonly SiteObserver[];
  revoked: RevokedSiteSet;
  acknowledge(site: number, journal: string, upTo: number): void;
  /** Replies to a lease with the time and the agent that serves the site. */
  answerLease(site: number, lease: string, to: AgentRun, serving: Serving): void;
  log: Logger;
}

type Receiver = (inbox: Inbox, site: number, rest: readonly string[], message: unknown) => Promise<void> | void;

function parsed<S extends z.ZodType>(inbox: Inbox, schema: S, message: unknown): z.output<S> | null {
  const result = schema.safeParse(message);
  if (!result.success) inbox.log.warn({ problems: result.error.issues.slice(0, 3) }, 'Invalid message from a site ignored');
  return result.success ? result.data : null;
}

const isLive = (kind: string): kind is LiveEventKind => Object.hasOwn(liveEvents, kind);

/**
 * Handles the states, or the durable events, of a site in order. An earlier state is never stored after a later one, and an event that
 * overtakes another would be dropped as one after a gap.
 */
function inOrder(latest: Map<number, Promise<void>>, site: number, handle: () => Promise<void>): Promise<void> {
  const handled = (latest.get(site) ?? Promise.resolve()).then(handle, handle);
  latest.set(site, handled);
  return handled;
}

async function takeState(inbox: Inbox, site: number, rest: readonly string[], message: unknown): Promise<void> {
  if (rest[1] === 'agent') {
    const state = parsed(inbox, agentState, message);
    if (!state) return;
    const serving = inbox.leases.serving(site);
    // a second agent of the site is rejected; its state changes nothing
    if (serving && serving.boot !== state.boot) return;
    if (state.online) inbox.online.set(site, state.boot);
    else inbox.online.delete(site);
    if (!state.online) inbox.leases.forget(site);
    for (const observer of inbox.observers) observer.agent(site, state);
    await inOrder(inbox.states, site, () => inbox.reports.agent(site, state));
  } else {
    const state = parsed(inbox, deviceState, message);
    if (!state) return;
    for (const observer of inbox.observers) observer.device(site, state);
    await inOrder(inbox.states, site, () => inbox.reports.device(site, state));
  }
}

async function handleEvent(inbox: Inbox, site: number, rest: readonly string[], message: unknown): Promise<void> {
  if (isLive(rest[1] ?? '')) {
    const event = parsed(inbox, liveEvent, message);
    const payload = event && isLive(event.kind) ? parsed(inbox, liveEvents[event.kind], event.payload) : null;
    if (event && payload) inbox.reports.live({ kind: event.kind, site, at: event.at, payload } as LiveReport);
    return;
  }
  // without a sequence number it is a live report, of a kind that a later release added: ignored
  if (liveEvent.safeParse(message).success && !Object.hasOwn(message as object, 'seq')) return;
  const event = parsed(inbox, durableEvent, message);
  if (!event || event.site !== site) return;
  await inOrder(inbox.events, site, async () => {
    const upTo = await inbox.reports.durable(event);
    if (upTo !== null) inbox.acknowledge(site, event.journal, upTo);
  });
}

const receivers: Record<string, Receiver> = {
  state: takeState,
  evt: handleEvent,
  lease(inbox, site, _rest, message) {
    const lease = parsed(inbox, leaseMessage, message);
    if (!lease) return;
    const taken = inbox.leases.take(site, lease);
    if (taken.isNewSecond && taken.second) inbox.reports.secondAgent(site, taken.serving.host, taken.second.host);
    if (taken.serving.boot === lease.agent.boot) for (const observer of inbox.observers) observer.lease(site, lease);
    inbox.answerLease(site, lease.lease, lease.agent, taken);
  },
  rsp(inbox, _site, _rest, message) {
    const reply = parsed(inbox, commandReply, message);
    if (reply) inbox.replies.settle(reply);
  },
};

function json(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Drops what the cloud knows of a revoked site's agent, so that no command is sent to it. */
function forget({ online, leases, observers }: Inbox, site: number): void {
  online.delete(site);
  leases.forget(site);
  for (const observer of observers) observer.revoked(site);
}

/** Passes one message from the broker to its handler. If it cannot be handled now, the failure is logged and the broker redelivers it. */
export function receive(inbox: Inbox, topic: string, payload: Buffer): void {
  const where = parseTopic(topic);
  const take = receivers[where?.rest[0] ?? ''];
  const message = json(payload);
  if (!where || !take || message === undefined) return;
  if (inbox.revoked.has(where.site)) return forget(inbox, where.site);
  Promise.resolve()
    .then(() => take(inbox, where.site, where.rest, message))
    .catch((error: unknown) => inbox.log.error({ err: error, site: where.site, topic }, 'Cannot handle a message from a site'));
}
