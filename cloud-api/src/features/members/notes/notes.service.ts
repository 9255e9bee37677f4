import type { z } from 'zod';
import type { deleteNote, Note, NotePage } from '@washdesk/contracts/members/note';
import { redactCardNumbers } from '@washdesk/rules/codes/sensitive';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { KeyedCall, Principal } from '../../../common/caller.ts';
import { badRequest, notFound } from '../../../common/failure.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { writeNote } from '../../../documents/note.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import { alertsOf, countNotes, hasNoteOf, lockedNote, notesOf, removeNote, setAttention, type NoteRow } from './notes.store.ts';

/** The page returned after a note was added. */
const firstPage = { page: 1, pageSize: 50 };

interface Options {
  db: Db;
  operations: Pick<Operations, 'doneBy'>;
  clock: Clock;
}

export interface RequestedNote {
  note?: string | undefined;
  customer?: string | undefined;
  attention: boolean;
}

type DeletedNote = z.output<typeof deleteNote.response>;

const unknownNote = () => notFound('note_not_found', 'Note not found');

/** Notes about customers (docs/rules/members.md#notes). */
export class NotesService {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws Failure 404 `customer_not_found` */
  async ofCustomer(customer: string, { page, pageSize }: { page: number; pageSize: number }): Promise<NotePage> {
    const { db } = this.#options;
    await knownCustomer(db, customer);
    const [notes, count, alerts] = await Promise.all([
      notesOf(db, customer, page, pageSize),
      countNotes(db, customer),
      alertsOf(db, customer),
    ]);
    return { notes: notes.map(viewNote), count, alerts: alerts.map(viewNote) };
  }

  /** @throws Failure 400 without a text or a customer, 404 `customer_not_found` */
  async add({ note, customer, attention }: RequestedNote, call: KeyedCall): Promise<NotePage> {
    const { db, clock } = this.#options;
    if (!customer) throw badRequest('body.customerId', 'must be the id of a customer');
    if (!note) throw badRequest('body.note', 'must not be empty');
    await knownCustomer(db, customer);
    const written = { customer, note: redactCardNumbers(note), attention, agent: call.principal.name, operation: null, at: clock.now() };
    await keyedChange(db, call, async (tx) => {
      await writeNote(tx, written);
      return { customer };
    });
    return this.ofCustomer(customer, firstPage);
  }

  /**
   * Step 8 of a sign-up, and the end of every plan change; the operation has already written the note.
   * @throws Failure as the contract `addNote` lists them
   */
  async ofOperation(by: Principal, operationKey: string): Promise<NotePage> {
    const { db, operations } = this.#options;
    const { id, customer } = await operations.doneBy(by, operationKey);
    if (customer === null || !(await hasNoteOf(db, id))) throw notFound('note_not_found', 'This operation left no note');
    return this.ofCustomer(customer, firstPage);
  }

  /** @throws Failure 404 `note_not_found` */
  mark(id: string, attention: boolean, customer: string | undefined, by: Principal): Promise<Note> {
    return this.#options.db.transaction().execute(async (tx) => {
      const before = await lockedNote(tx, id);
      if (!before || (customer !== undefined && before.customer !== customer)) throw unknownNote();
      if (before.attention !== attention) {
        await setAttention(tx, id, attention);
        await this.#audit(tx, by, 'note.marked', before, { attention });
      }
      return viewNote({ ...before, attention });
    });
  }

  /** The audit keeps the note's text. @throws Failure 404 `note_not_found` */
  delete(id: string, call: KeyedCall): Promise<DeletedNote> {
    return keyedChange(this.#options.db, call, async (tx) => {
      const before = await lockedNote(tx, id);
      if (!before) throw unknownNote();
      await removeNote(tx, id);
      const at = this.#options.clock.now();
      await writeAudit(tx, { ...auditBy(call.principal), action: 'note.deleted', subject: `note:${id}`, before, at });
      return { id, customerId: before.customer, deleted: true as const };
    });
  }

  #audit(tx: Tx, by: Principal, action: string, before: NoteRow, after: object): Promise<void> {
    const at = this.#options.clock.now();
    return writeAudit(tx, { ...auditBy(by), action, subject: `note:${before.id}`, before, after, at });
  }
}

const viewNote = ({ id, note, customer, attention, created, agent }: NoteRow): Note => ({
  id,
  note,
  customerId: customer,
  attention: attention ? 1 : 0,
  TimeStamp: created.toISOString(),
  agent,
});
