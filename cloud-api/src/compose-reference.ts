import type { Db } from './db/pool.ts';
import type { Operations } from './operations/operations.ts';
import { clubPlansRoutes } from './features/sites/club-plans/club-plans.routes.ts';
import { ClubPlansService } from './features/sites/club-plans/club-plans.service.ts';
import { notesRoutes } from './features/members/notes/notes.routes.ts';
import { NotesService } from './features/members/notes/notes.service.ts';
import { referenceRoutes } from './features/company/reference/reference.routes.ts';
import { ReferenceService } from './features/company/reference/reference.service.ts';
import { ZipCodes } from './features/company/zipcode/zip-table.ts';
import { zipcodeRoutes } from './features/company/zipcode/zipcode.routes.ts';
import type { Route } from './http/route.ts';
import type { Clock } from './ports/clock.ts';
import type { SiteCommands } from './ports/site-commands.ts';

/** Notes, and the lists that screens offer. */
export const referenceAndNotesRoutes = ({
  db,
  operations,
  clock,
  sites,
}: {
  db: Db;
  operations: Operations;
  clock: Clock;
  sites: SiteCommands;
}): Route[] => [
  ...notesRoutes(new NotesService({ db, operations, clock })),
  ...referenceRoutes(new ReferenceService({ db, clock })),
  ...zipcodeRoutes(new ZipCodes()),
  ...clubPlansRoutes(new ClubPlansService({ db, sites, clock })),
];
