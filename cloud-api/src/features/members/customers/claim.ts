import { Failure } from '../../../common/failure.ts';
import type { Tx } from '../../../db/pool.ts';
import { codeHoldersOf, claimCodes, type CodeClaim } from '../../../mirror/projection/claims.store.ts';

/** @throws Failure 409 `code_taken`: another customer has one of the codes or is about to get it */
export async function claimOrRefuse(tx: Tx, claim: CodeClaim): Promise<void> {
  const taken = await claimCodes(tx, claim);
  if (taken.length === 0) return;
  const customers = (await codeHoldersOf(tx, taken)).filter(({ id }) => id !== claim.customer);
  throw new Failure(409, 'code_taken', 'Existing Customer found with that plate/tag', { details: { codes: taken, customers } });
}
