import { lanesTopic } from '@washdesk/contracts/lane/board';
import { redactCardNumbers } from '@washdesk/rules/codes/sensitive';
import { stripControlCharacters } from '@washdesk/rules/text/text';
import type { DurableEvent } from '@washdesk/site-protocol/envelope';
import { durableEvents, type DurableEventKind, type ReceivedPayload } from '@washdesk/site-protocol/events';
import type { ErasedCodes } from '../../../db/erased-codes.ts';
import type { Tx } from '../../../db/pool.ts';
import { storeReportedGateResult } from '../../../documents/gate-result.ts';
import { storeLaneTrace } from '../../../documents/lane-trace.ts';
import { finishPrintJob } from '../../../documents/print-job.ts';
import { publishLive } from '../../../live/publish.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { storeLaneUsage } from './lane-usage.ts';
import { writeAgain } from './restored-sitewatch.ts';
import { storeSale } from './sale.store.ts';
import { byLane, storeSiteOpening } from './site-opening.ts';

/** Stores what agents report of their updates. Provided by the releases feature. */
export interface UpdateReports {
  report(tx: Tx, site: number, update: ReceivedPayload<'update'>): Promise<void>;
}

/** What the handlers of events use besides the transaction. */
export interface EventServices {
  erasedCodes: ErasedCodes;
  settings: ReadSetting;
  /** Stores what the site did with a version of its configuration. */
  configurationReported(tx: Tx, reported: { site: number; at: Date; payload: ReceivedPayload<'configuration'> }): Promise<void>;
  updates: UpdateReports;
}

type Takers = {
  [K in DurableEventKind]: (
    tx: Tx,
    event: { site: number; at: Date; payload: ReceivedPayload<K>; services: EventServices },
  ) => Promise<void>;
};

/**
 * A device's text may contain a NUL, which PostgreSQL's text cannot store; an event that can never be stored would block all that follow.
 */
const storable = (reason: string | null): string | null => reason && stripControlCharacters(reason);

/** The handler of each kind of event, with its database changes. */
const takers: Takers = {
  async 'gate-result'(tx, { site, at, payload }) {
    const { command, gate, result, reason, localPage } = payload;
    const ended = result === 'unknown' ? null : { result, detail: storable(reason), at };
    if (localPage) {
      const { role, reason: why } = localPage;
      const by = { principal: `local-page:${role}`, reason: storable(why && redactCardNumbers(why)), customer: null };
      return storeSiteOpening(tx, { id: command, site, gate, ...by, asked: at, ended });
    }
    if (payload.byLane) {
      const { lane, customer } = payload.byLane;
      return storeSiteOpening(tx, { id: command, site, gate, ...byLane(lane), customer, asked: at, ended });
    }
    // one copy of a command came too late, but another copy with the same id may have opened the gate or still may. The outcome stays
    // unknown, because "expired" would allow a new id (docs/decisions/0006-gates-at-most-once.md). A result of a later release also leaves
    // it unknown
    if (result !== 'expired' && ended) await storeReportedGateResult(tx, { id: command, site, ...ended });
  },
  async 'print-result'(tx, { site, at, payload }) {
    await finishPrintJob(tx, { id: payload.job, site, state: payload.state, reason: storable(payload.reason), at });
  },
  async 'sitewatch-restored'(tx, { site, at, payload }) {
    await writeAgain(tx, { site, at, until: payload.until });
  },
  async configuration(tx, { site, at, payload, services }) {
    await services.configurationReported(tx, { site, at, payload });
  },
  // there is nothing to store: IT is alerted (sites.service.ts)
  async 'events-damaged'() {},
  async 'events-dropped'() {},
  async update(tx, { site, payload, services }) {
    await services.updates.report(tx, site, { ...payload, reason: storable(payload.reason) });
  },
  async trace(tx, { site, payload, services }) {
    await storeLaneTrace(tx, site, payload, services.erasedCodes);
    await publishLive(tx, lanesTopic, { type: 'changed', site });
  },
  async usage(tx, { site, payload, services }) {
    await storeLaneUsage(tx, site, payload, services);
  },
  async sale(tx, { site, payload, services }) {
    const { code, planName, terminal } = payload;
    const sale = { ...payload, code: storable(code), planName: storable(planName), terminal: storable(terminal) };
    await storeSale(tx, site, sale, services.erasedCodes);
  },
};

const isKnown = (kind: string): kind is DurableEventKind => Object.hasOwn(durableEvents, kind);

/** @returns false, without any change, if this release does not support the kind or cannot parse the payload */
export async function handleEvent(tx: Tx, { kind, site, at, payload }: DurableEvent, services: EventServices): Promise<boolean> {
  const known = isKnown(kind) ? durableEvents[kind].safeParse(payload) : undefined;
  if (!isKnown(kind) || !known?.success) return false;
  await takers[kind](tx, { site, at: new Date(at), payload: known.data as never, services });
  return true;
}
