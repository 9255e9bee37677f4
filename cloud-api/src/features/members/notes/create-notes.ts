import { addNote, customerNotes, deleteNote, markNote } from '@washdesk/contracts/members/note';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import { NotesService } from './notes.service.ts';

const notesRoutes = (notes: NotesService): Route[] => [
  route(customerNotes, ({ params, query }) => notes.ofCustomer(params.id, query)),
  route(addNote, ({ body: { note, notes: alsoNote, customerId, attention }, caller, operationKey, keyedCall }) => {
    if (operationKey !== undefined) return notes.ofOperation(principalOf(caller), operationKey);
    return notes.add({ note: note ?? alsoNote, customer: customerId, attention: attention === 1 }, keyedCall());
  }),
  route(markNote, ({ params, query, body, caller }) => notes.mark(params.id, body.attention === 1, query.customerid, principalOf(caller))),
  route(deleteNote, ({ params, keyedCall }) => notes.delete(params.id, keyedCall())),
];

export const createNotes = (dependencies: { db: Db; operations: Operations; clock: Clock }): Feature => ({
  routes: notesRoutes(new NotesService(dependencies)),
});
