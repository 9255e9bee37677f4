import { createHash } from 'node:crypto';
import { signaturesTopic, type SignatureRequest } from '@washdesk/contracts/members/signature';
import { writeAudit } from '../../../audit/audit.ts';
import type { Caller } from '../../../common/caller.ts';
import { badRequest } from '../../../common/failure.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { publishLive } from '../../../live/publish.ts';
import type { Clock } from '../../../ports/clock.ts';
import { pngOf } from './png.ts';
import { signatureView } from './signature-view.ts';
import { endSignature, lockedAt, type SignatureRow, type Signed } from './signatures.store.ts';
import { alreadySigned, canceledSignature, signingPlaceOf, tabletOf, unknownSignature } from './signing-place.ts';

const employeeOf = ({ principal }: Caller): string | null => principal && `${principal.name} (${principal.id})`;

const sha256 = (content: Buffer | string): Buffer => createHash('sha256').update(content).digest();

/** A signature as submitted: a PNG in base64, or a typed name. */
interface Submitted {
  id: string;
  signature?: string | undefined;
  typedName?: string | undefined;
}

/** Stores a customer's signature once; the database then keeps the agreement unchanged. */
export class SignService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** @throws Failure as the contract `signAgreement` lists them */
  async sign({ id, ...submitted }: Submitted, caller: Caller): Promise<SignatureRequest> {
    const signed = signedBy(submitted);
    const row = await this.#db.transaction().execute(async (tx) => {
      const found = await lockedAt(tx, id, signingPlaceOf(caller));
      if (!found) throw unknownSignature();
      if (found.state === 'cancelled') throw canceledSignature();
      if (found.state === 'signed' && isSame(found, signed)) return found;
      if (found.state === 'signed') throw alreadySigned();
      return this.#keep(tx, found, signed, caller);
    });
    return signatureView(row);
  }

  async #keep(
    tx: Tx,
    { id, site, terminal, receipt, agreement_hash }: SignatureRow,
    signed: Signed,
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
      after: { receipt, agreement: agreement_hash.toString('hex'), ...auditedForm(signed), atRegister: device === null },
      requestId: caller.requestId,
      at,
    });
    await publishLive(tx, signaturesTopic, { type: 'signatures', site, terminal });
    return endSignature(tx, id, {
      state: 'signed',
      ...signed,
      signed_at: at,
      device,
      signed_at_register_by: device === null ? employeeOf(caller) : null,
    });
  }
}

function signedBy({ signature, typedName }: Omit<Submitted, 'id'>): Signed {
  if (typedName !== undefined) return { image: null, image_hash: null, typed_name: typedName };
  if (signature === undefined) throw badRequest('body.signature', 'must be a PNG, or typedName a name');
  const image = pngOf(signature);
  return { image, image_hash: sha256(image), typed_name: null };
}

const isSame = ({ image_hash, typed_name }: SignatureRow, signed: Signed): boolean =>
  signed.image_hash === null ? typed_name === signed.typed_name : image_hash?.equals(signed.image_hash) === true;

/** The audit names the kind of the signature and its hash: it stays whole when the customer is erased. */
const auditedForm = ({ image_hash, typed_name }: Signed): { image: string } | { typedName: string } =>
  image_hash === null ? { typedName: sha256(typed_name).toString('hex') } : { image: image_hash.toString('hex') };
