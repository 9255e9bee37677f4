import { z } from 'zod';
import { deleteReader, registerReader, type Reader } from '@washdesk/contracts/sites/terminal';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import type { Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import type { ReadersService } from './readers.service.ts';

type ReaderRegistration = z.output<typeof registerReader.body>;
type Deleted = z.input<typeof deleteReader.response>;

const deletion = z.object({
  reader: z.string(),
  /** As in the audit of its registration; null for a reader unknown to Stripe. */
  before: z.object({ label: z.string().nullable(), location: z.string().nullable(), serialNumber: z.string() }).nullable(),
});
type Deletion = z.infer<typeof deletion>;

/** Registers and removes card readers (docs/rules/sites.md#card-readers). */
export class ReaderRegistry {
  readonly #register: OperationKind<ReaderRegistration, Reader>;
  readonly #delete: OperationKind<Deletion, Deleted>;
  readonly #readers: ReadersService;

  constructor({ operations, readers }: { operations: Operations; readers: ReadersService }) {
    this.#readers = readers;
    this.#register = operations.define<ReaderRegistration, Reader>(
      'reader.register',
      z.object({ locationId: z.string(), displayName: z.string(), readerCode: z.string() }),
      executeRegister,
    );
    this.#delete = operations.define<Deletion, Deleted>('reader.delete', deletion, executeDelete);
  }

  /** @throws Failure 400 `stripe_refused`, 409 `reader_name_taken` */
  async register(principal: Principal, key: string, wanted: ReaderRegistration): Promise<Reader> {
    const exclusive = `reader:${wanted.locationId}:${comparable(wanted.displayName)}`;
    const request = { route: registerReader.path, key, request: wanted, principal, customer: null, exclusive };
    const prepare = async (): Promise<ReaderRegistration> => {
      const readers = await this.#readers.list(wanted.locationId);
      if (readers.some(({ label }) => comparable(label ?? '') === comparable(wanted.displayName))) {
        throw new Failure(409, 'reader_name_taken', 'Another reader of this location has this name. Choose another name');
      }
      return wanted;
    };
    return (await this.#register.run(request, prepare)).body;
  }

  async delete(principal: Principal, key: string, reader: string): Promise<Deleted> {
    const request = { route: deleteReader.path, key, request: { reader }, principal, customer: null };
    return (await this.#delete.run(request, async () => ({ reader, before: await this.#described(reader) }))).body;
  }

  async #described(id: string): Promise<Deletion['before']> {
    const found = (await this.#readers.list(undefined)).find((one) => one.id === id);
    return found ? { label: found.label, location: found.location, serialNumber: found.serial_number } : null;
  }
}

/** A name as people compare it: registers choose their reader by it. */
const comparable = (name: string): string => name.toLowerCase().replaceAll(/\s+/g, ' ').trim();

async function executeRegister(run: OperationRun<ReaderRegistration>): Promise<Outcome<Reader>> {
  const { locationId: location, displayName: label, readerCode: code } = run.facts;
  // a code works only once: without this lookup a registered reader would be rejected
  const made = (): Promise<Reader | null> => run.payments.readerMadeBy(run.id, { location });
  const reader = await run.do('register', (step) => run.payments.registerReader(step, { location, code, label }), made);
  const after = { label, location, serialNumber: reader.serial_number };
  return {
    status: 200,
    body: reader,
    within: (tx, at) => writeAudit(tx, { ...auditBy(run.by), action: 'reader.registered', subject: `reader:${reader.id}`, after, at }),
  };
}

async function executeDelete(run: OperationRun<Deletion>): Promise<Outcome<Deleted>> {
  const { reader, before } = run.facts;
  await run.do('delete', () => run.payments.deleteReader(reader));
  return {
    status: 200,
    body: { id: reader, deleted: true },
    within: (tx, at) => writeAudit(tx, { ...auditBy(run.by), action: 'reader.deleted', subject: `reader:${reader}`, before, at }),
  };
}
