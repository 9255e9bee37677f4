import { deleteReader, registerReader, type Reader } from '@washdesk/contracts/sites/terminal';
import type { z } from 'zod';
import { writeAudit } from '../../../audit/audit.ts';
import type { Act } from '../../../operations/act.ts';
import type { Outcome } from '../../../operations/deed.ts';
import type { DeedKind, Deeds } from '../../../operations/deeds.ts';
import type { Principal } from '../../../common/caller.ts';

type Wanted = z.output<typeof registerReader.body>;
type Deleted = z.input<typeof deleteReader.response>;

/** Readers come into service and leave it (back-office section 2.9). */
export class ReaderRegistry {
  readonly #register: DeedKind<Wanted, Reader>;
  readonly #delete: DeedKind<{ reader: string }, Deleted>;

  constructor(deeds: Deeds) {
    this.#register = deeds.define<Wanted, Reader>('reader.register', performRegister);
    this.#delete = deeds.define<{ reader: string }, Deleted>('reader.delete', performDelete);
  }

  /** @throws Failure 400 `stripe_refused` */
  async register(principal: Principal, key: string, wanted: Wanted): Promise<Reader> {
    const intent = { route: registerReader.path, key, request: wanted, principal, customer: null };
    return (await this.#register.run(intent, async () => wanted)).body;
  }

  async delete(principal: Principal, key: string, reader: string): Promise<Deleted> {
    const intent = { route: deleteReader.path, key, request: { reader }, principal, customer: null };
    return (await this.#delete.run(intent, async () => ({ reader }))).body;
  }
}

async function performRegister(act: Act<Wanted>): Promise<Outcome<Reader>> {
  const { locationId: location, displayName: label, readerCode: code } = act.facts;
  const reader = await act.do('register', (step) => act.payments.registerReader(step, { location, code, label }));
  const { id: actor, site } = act.by;
  const after = { label, location, serialNumber: reader.serial_number };
  return {
    status: 200,
    body: reader,
    within: (tx, at) => writeAudit(tx, { actor, site, action: 'reader.registered', subject: `reader:${reader.id}`, after, at }),
  };
}

async function performDelete(act: Act<{ reader: string }>): Promise<Outcome<Deleted>> {
  const { reader } = act.facts;
  await act.do('delete', () => act.payments.deleteReader(reader));
  const { id: actor, site } = act.by;
  return {
    status: 200,
    body: { id: reader, deleted: true },
    within: (tx, at) => writeAudit(tx, { actor, site, action: 'reader.deleted', subject: `reader:${reader}`, at }),
  };
}
