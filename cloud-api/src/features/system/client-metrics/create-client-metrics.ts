import type { Logger } from 'pino';
import { clearClientMetrics, listClientMetrics } from '@washdesk/contracts/system/client-metrics';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Caller } from '../../../common/caller.ts';
import { plainAddress } from '../../../common/networks.ts';
import { WorkLoop } from '../../../common/work-loop.ts';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import { route } from '../../../http/route.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import type { Clock } from '../../../ports/clock.ts';
import { answersInAverage, listClients, removeClients, storeSeen, type SeenClient } from './client-metrics.store.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  /** The machine's time, for when clients were seen. */
  systemClock: Clock;
  log: Logger;
}

const storedEveryMs = 10_000;
/** Maximum number of clients between two writes, so that a flood of invented browsers fills neither memory nor table. */
const mostSeen = 1_000;
const longestUserAgent = 300;

/** Response times of browsers and clients (docs/rules/company.md#client-metrics). */
export function createClientMetrics({ db, clock, systemClock, log }: Dependencies) {
  let seen = new Map<string, SeenClient>();

  async function storeAll(): Promise<number> {
    const taken = [...seen.values()];
    seen = new Map();
    await storeSeen(db, taken);
    // one round does all the work: the loop rests
    return 0;
  }

  const loop = new WorkLoop({
    round: storeAll,
    everyMs: storedEveryMs,
    onTrouble: (error) => log.warn({ err: error }, 'Storing client metrics failed, retrying later'),
  });

  return {
    officeAuditKinds: ['client-metrics'],
    routes: [
      route(listClientMetrics, async () => {
        await storeAll();
        const clients = (await listClients(db)).map(({ lastaccess, ...row }) => ({ ...row, lastaccess: lastaccess.toISOString() }));
        return { clients, count: clients.length };
      }),
      route(clearClientMetrics, ({ keyedCall }) => {
        const call = keyedCall();
        return keyedChange(db, call, async (tx) => {
          seen = new Map();
          const cleared = await removeClients(tx);
          const row = { action: 'client-metrics.cleared', subject: 'client-metrics', after: { cleared }, at: clock.now() };
          await writeAudit(tx, { ...auditBy(call.principal), ...row });
          return { cleared };
        });
      }),
    ],
    loops: [loop],
    /** For the HTTP layer, after each response. @param ms how long it took */
    answered(ip: string, userAgent: string, ms: number, caller: Caller | undefined): void {
      const address = plainAddress(ip);
      const named = userAgent.slice(0, longestUserAgent);
      const key = `${address} ${named}`;
      const known = seen.get(key);
      if (!known && seen.size >= mostSeen) return;
      const times = [...(known?.times ?? []), Math.round(ms)].slice(-answersInAverage);
      const program = caller?.principal?.kind === 'service' ? caller.principal.id : (known?.program ?? null);
      const device = caller?.device?.id ?? known?.device ?? null;
      seen.set(key, { address, userAgent: named, at: systemClock.now(), times, device, program });
    },
  } satisfies OfferingFeature;
}
