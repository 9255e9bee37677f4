import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
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
}

export const createSignatures = ({ db, operations, sites, clock }: Dependencies): Feature => ({
  routes: signaturesRoutes({
    signatures: new SignaturesService({ db, operations, sites, clock }),
    signing: new SignService({ db, clock }),
  }),
});
