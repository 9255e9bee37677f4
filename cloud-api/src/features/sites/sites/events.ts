import { stripControlCharacters } from '@washdesk/rules/text/text';
import { durableEvents, type DurableEventKind, type DurablePayload } from '@washdesk/site-protocol/events';
import type { DurableEvent } from '@washdesk/site-protocol/envelope';
import type { Logger } from 'pino';
import type { Tx } from '../../../db/pool.ts';
import { storeReportedGateResult } from '../../../documents/gate-result.ts';
import { finishPrintJob } from '../../../documents/print-job.ts';
import { storeSale } from './sale.store.ts';

type Takers = { [K in DurableEventKind]: (tx: Tx, event: { site: number; at: Date; payload: DurablePayload<K> }) => Promise<void> };

/** A device's words may hold a character that PostgreSQL's text cannot, and an event that can never be stored would hold up all behind it. */
const storable = (reason: string | null): string | null => reason && stripControlCharacters(reason);

/** The handler of each kind of event: its changes in the database. */
const takers: Takers = {
  async 'gate-result'(tx, { site, at, payload }) {
    // one copy of a command came too late; another copy of the same id may have opened, or still may: the outcome stays open,
    // for "expired" would free a new id (docs/decisions/0006-gates-at-most-once.md)
    if (payload.result === 'expired') return;
    const { command, result, reason } = payload;
    await storeReportedGateResult(tx, { id: command, site, result, detail: storable(reason), at });
  },
  async 'print-result'(tx, { site, at, payload }) {
    await finishPrintJob(tx, { id: payload.job, site, state: payload.state, reason: storable(payload.reason), at });
  },
  async sale(tx, { site, payload }) {
    const { code, planName, terminal } = payload;
    await storeSale(tx, site, { ...payload, code: storable(code), planName: storable(planName), terminal: storable(terminal) });
  },
};

const isKnown = (kind: string): kind is DurableEventKind => Object.hasOwn(durableEvents, kind);

/** An event of a kind that this cloud does not know, from a newer agent, is logged and skipped, so that it does not block later ones. */
export async function handleEvent(tx: Tx, event: DurableEvent, log: Logger): Promise<void> {
  const { kind, site, seq } = event;
  const payload = isKnown(kind) ? durableEvents[kind].safeParse(event.payload) : undefined;
  if (!isKnown(kind) || !payload?.success) {
    log.error({ kind, site, seq }, 'an event of a site is not understood and was passed over');
    return;
  }
  await takers[kind](tx, { site, at: new Date(event.at), payload: payload.data as never });
}
