import type { Logger } from 'pino';
import { signaturesTopic, waitingSignatures } from '@washdesk/contracts/members/signature';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { LiveSource } from '../../../live/live-source.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { SignService } from './sign.service.ts';
import { signaturesRoutes } from './signatures.routes.ts';
import { SignaturesService } from './signatures.service.ts';

interface Dependencies {
  db: Db;
  operations: Operations;
  sites: SiteCommands;
  clock: Clock;
  log: Logger;
}

/** A socket's first message makes its tablet read the list: what was requested before it opened is not missed. */
const liveSignatures: LiveSource<typeof signaturesTopic> = {
  topic: signaturesTopic,
  snapshot: async ({ site, filter }) => (site === null ? [] : [{ type: 'signatures', site, terminal: filter['terminal'] ?? null }]),
};

export function createSignatures({ db, operations, sites, clock, log }: Dependencies): Feature {
  const signatures = new SignaturesService({ db, operations, sites, clock, log });
  return {
    routes: signaturesRoutes({ signatures, signing: new SignService({ db, clock }) }),
    polledLists: [
      {
        path: waitingSignatures.path,
        isUnchanged: async (device, query, version) => {
          const given = [...new URLSearchParams(query)];
          const { data } = waitingSignatures.query.safeParse(Object.fromEntries(given));
          return data !== undefined && given.length < 2 && signatures.isUnchanged(device, { ...data, knownVersion: version });
        },
      },
    ],
    live: [liveSignatures],
    stop: () => signatures.stop(),
  };
}
