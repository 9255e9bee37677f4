import { Failure } from '../../../common/failure.ts';
import { codeHoldersOf, claimCodes, type ClaimOrRefuse, type OnClaim } from '../../../mirror/projection/claims.store.ts';

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
