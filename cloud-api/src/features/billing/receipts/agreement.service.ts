import type { Caller } from '../../../common/caller.ts';
import { notFound, type Failure } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { agreementOf, readAgreement, type Agreement } from '../../../documents/agreement.ts';
import { agreementAskedFor, recordById } from './receipts.store.ts';

export type ShownAgreement = Agreement & { id: string; signature: string | null; typedName: string | null };

/** The agreement to sign, for the tablet at the customer (docs/rules/members.md#signatures). */
export class AgreementService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Finds an agreement by its signature request or its sign-up's receipt. A tablet sees only its own site's agreements.
   * @throws Failure 404 `agreement_not_found`
   */
  async show(id: string, { principal, device }: Pick<Caller, 'principal' | 'device'>): Promise<ShownAgreement> {
    const found = (await this.#askedFor(id)) ?? (await this.#ofReceipt(id));
    const seen = principal !== null || found?.site === device?.site;
    if (!found || !seen) throw unknownAgreement();
    return found.shown;
  }

  async #askedFor(id: string): Promise<{ site: number | null; shown: ShownAgreement } | null> {
    const request = await agreementAskedFor(this.#db, id);
    if (!request) return null;
    const { site, image, typed_name: typedName } = request;
    return {
      site,
      shown: {
        ...readAgreement(request.agreement),
        id,
        signature: image && `data:image/png;base64,${image.toString('base64')}`,
        typedName,
      },
    };
  }

  async #ofReceipt(id: string): Promise<{ site: number | null; shown: ShownAgreement } | null> {
    const receipt = await recordById(this.#db, id);
    if (receipt?.kind !== 'signup') return null;
    return { site: receipt.site, shown: { ...agreementOf(receipt), id, signature: null, typedName: null } };
  }
}

const unknownAgreement = (): Failure => notFound('agreement_not_found', 'Agreement not found');
