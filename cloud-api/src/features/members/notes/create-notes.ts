import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import { notesRoutes } from './notes.routes.ts';
import { NotesService } from './notes.service.ts';

export const createNotes = (dependencies: { db: Db; operations: Operations; clock: Clock }): Feature => ({
  routes: notesRoutes(new NotesService(dependencies)),
});
