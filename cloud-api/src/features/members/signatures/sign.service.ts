import { createHash } from 'node:crypto';
import type { SignatureRequest } from '@washdesk/contracts/members/signature';
import { writeAudit } from '../../../audit/audit.ts';
import type { Caller } from '../../../common/caller.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import { pngOf } from './png.ts';
import { signatureView } from './signature-view.ts';
import { endSignature, lockedAt, type SignatureRow } from './signatures.store.ts';
import { alreadySigned, canceledSignature, signingPlaceOf, tabletOf, unknownSignature } from './signing-place.ts';

const employeeOf = ({ principal }: Caller): string | null => principal && `${principal.name} (${principal.id})`;

/** Stores a customer's signature once; the database then keeps the agreement unchanged. */
export class SignService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** @throws Failure as the contract `signAgreement` lists them */
  async sign(id: string, signature: string, caller: Caller): Promise<SignatureRequest> {
    const image = pngOf(signature);
    const imageHash = createHash('sha256').update(image).digest();
    const row = await this.#db.transaction().execute(async (tx) => {
      const found = await lockedAt(tx, id, signingPlaceOf(caller));
      if (!found) throw unknownSignature();
      if (found.state === 'cancelled') throw canceledSignature();
      if (found.image_hash?.equals(imageHash)) return found;
      if (found.state === 'signed') throw alreadySigned();
      return this.#keep(tx, found, image, imageHash, caller);
    });
    return signatureView(row);
  }

  async #keep(
    tx: Tx,
    { id, site, receipt, agreement_hash }: SignatureRow,
    image: Buffer,
    imageHash: Buffer,
    caller: Caller,
  ): Promise<SignatureRow> {
    const at = this.#clock.now();
    const device = tabletOf(caller)?.id ?? null;
    await writeAudit(tx, {
      actor: caller.principal?.id ?? `device:${device}`,
      site,
      device: caller.device?.id ?? null,
      action: 'signature.signed',
      subject: `signature:${id}`,
      after: { receipt, agreement: agreement_hash.toString('hex'), image: imageHash.toString('hex'), atRegister: device === null },
      requestId: caller.requestId,
      at,
    });
    return endSignature(tx, id, {
      state: 'signed',
      image,
      image_hash: imageHash,
      signed_at: at,
      device,
      signed_at_register_by: device === null ? employeeOf(caller) : null,
    });
  }
}
