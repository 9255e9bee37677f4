import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { DurableEvent } from '@washdesk/site-protocol/envelope';
import { eventTopic } from '@washdesk/site-protocol/topics';
import { openLog } from '../../http/log.ts';
import type { SiteReports } from '../../ports/site-link.ts';
import { receive, type Inbox } from './inbox.ts';
import { trackLeases } from './leases.ts';
import { pendingReplies } from './pending-replies.ts';

const journal = randomUUID();

const event = (seq: number): DurableEvent => {
  return { v: 1, site: 12, journal, seq, first: 1, kind: 'sale', source: 'sitewatch', at: new Date().toISOString(), payload: {} };
};

it('handles the durable events of a site in order, so that none is dropped as one after a gap', async () => {
  const stored: number[] = [];
  const acknowledged: number[] = [];
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const reports: Partial<SiteReports> = {
    async durable({ seq }) {
      // the first takes longest
      await sleep(20 - seq);
      if (seq === (stored.at(-1) ?? 0) + 1) stored.push(seq);
      if (seq === 20) resolve();
      return stored.at(-1) ?? null;
    },
  };
  const inbox: Inbox = {
    leases: trackLeases(),
    replies: pendingReplies(),
    online: new Map(),
    states: new Map(),
    events: new Map(),
    reports: reports as SiteReports,
    observers: [],
    revoked: new Set(),
    acknowledge: (_site, _journal, upTo) => acknowledged.push(upTo),
    answerLease: () => undefined,
    log: openLog('silent'),
  };
  const all = Array.from({ length: 20 }, (_, index) => index + 1);
  for (const seq of all) receive(inbox, eventTopic(12, 'sale', 'sitewatch'), Buffer.from(JSON.stringify(event(seq))));
  await done;
  expect(stored).toEqual(all);
  expect(acknowledged.slice(0, 19)).toEqual(all.slice(0, 19));
});
