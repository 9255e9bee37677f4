import { deleteReader, registerReader, type Reader } from '@washdesk/contracts/sites/terminal';
import { z } from 'zod';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import type { Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import type { Principal } from '../../../common/caller.ts';

type ReaderRegistration = z.output<typeof registerReader.body>;
type Deleted = z.input<typeof deleteReader.response>;

/** Enrols and removes card readers (docs/rules/sites.md#card-readers). */
export class ReaderRegistry {
  readonly #register: OperationKind<ReaderRegistration, Reader>;
  readonly #delete: OperationKind<{ reader: string }, Deleted>;

  constructor(operations: Operations) {
    this.#register = operations.define<ReaderRegistration, Reader>(
      'reader.register',
      z.object({ locationId: z.string(), displayName: z.string(), readerCode: z.string() }),
      executeRegister,
    );
    this.#delete = operations.define<{ reader: string }, Deleted>('reader.delete', z.object({ reader: z.string() }), executeDelete);
  }

  /** @throws Failure 400 `stripe_refused` */
  async register(principal: Principal, key: string, wanted: ReaderRegistration): Promise<Reader> {
    const request = { route: registerReader.path, key, request: wanted, principal, customer: null };
    return (await this.#register.run(request, async () => wanted)).body;
  }

  async delete(principal: Principal, key: string, reader: string): Promise<Deleted> {
    const request = { route: deleteReader.path, key, request: { reader }, principal, customer: null };
    return (await this.#delete.run(request, async () => ({ reader }))).body;
  }
}

async function executeRegister(run: OperationRun<ReaderRegistration>): Promise<Outcome<Reader>> {
  const { locationId: location, displayName: label, readerCode: code } = run.facts;
  // a code counts once: without this look a reader that is registered would be refused
  const made = (): Promise<Reader | null> => run.payments.readerMadeBy(run.id, { location });
  const reader = await run.do('register', (step) => run.payments.registerReader(step, { location, code, label }), made);
  const after = { label, location, serialNumber: reader.serial_number };
  return {
    status: 200,
    body: reader,
    within: (tx, at) => writeAudit(tx, { ...auditBy(run.by), action: 'reader.registered', subject: `reader:${reader.id}`, after, at }),
  };
}

async function executeDelete(run: OperationRun<{ reader: string }>): Promise<Outcome<Deleted>> {
  const { reader } = run.facts;
  await run.do('delete', () => run.payments.deleteReader(reader));
  return {
    status: 200,
    body: { id: reader, deleted: true },
    within: (tx, at) => writeAudit(tx, { ...auditBy(run.by), action: 'reader.deleted', subject: `reader:${reader}`, at }),
  };
}
