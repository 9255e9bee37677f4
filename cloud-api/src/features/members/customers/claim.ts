import { Failure } from '../../../common/failure.ts';
import type { Tx } from '../../../db/pool.ts';
import { codeHoldersOf, claimCodes, type CodeClaim, type OnClaim } from '../../../mirror/projection/claims.store.ts';

type Claim = CodeClaim & { email: string | null | undefined };

/** @throws Failure 409 `code_taken`: another customer has one of the codes or is about to get it */
export type ClaimOrRefuse = (tx: Tx, claim: Claim) => Promise<void>;

export const claimOrRefuse =
  (listeners: readonly OnClaim[]): ClaimOrRefuse =>
  async (tx, { email, ...claim }) => {
    const taken = await claimCodes(tx, claim);
    if (taken.length > 0) {
      const customers = (await codeHoldersOf(tx, taken)).filter(({ id }) => id !== claim.customer);
      throw new Failure(409, 'code_taken', 'Existing Customer found with that plate/tag', { details: { codes: taken, customers } });
    }
    for (const listener of listeners) await listener(tx, { codes: claim.codes, email, now: claim.now });
  };
