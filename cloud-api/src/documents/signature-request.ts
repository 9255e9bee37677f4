import { v7 as uuidv7 } from 'uuid';
import { signaturesTopic } from '@washdesk/contracts/members/signature';
import { hashOfRequest } from '../common/request-hash.ts';
import type { Tx } from '../db/pool.ts';
import { publishLive } from '../live/publish.ts';
import { agreementOf, storedAgreement } from './agreement.ts';
import { readReceiptFacts } from './receipt-facts.ts';

export interface NewSignatureRequest {
  /** The sign-up's receipt, whose content is signed. */
  receipt: string;
  /** The sign-up that needs the signature; null if staff requests it again. */
  operation: string | null;
  /** The customer's current site. */
  site: number;
  /** The terminal whose tablet shows it; null for all tablets of the site. */
  terminal: string | null;
  /** Who requested it: employee number as text, or a program's name. */
  by: string;
  at: Date;
}

/**
 * Requests the signature for a sign-up, in the operation's own transaction (docs/decisions/0003-jobs.md). A pending request for the same
 * receipt is moved to the new site; no second one is added.
 * @returns its id
 */
export async function requestSignature(tx: Tx, { receipt: id, operation, site, terminal, by, at }: NewSignatureRequest): Promise<string> {
  const { facts, created, customer, agent, ...receipt } = await tx
    .selectFrom('receipt')
    .select(['id', 'customer', 'site', 'terminal', 'agent', 'facts', 'created'])
    .where('id', '=', id)
    .where('kind', '=', 'signup')
    .executeTakeFirstOrThrow();
  if (customer === null) throw new Error(`the receipt ${id} of a sign-up has no customer`);
  const signUp = readReceiptFacts('signup', facts);
  const agreement = storedAgreement(agreementOf({ ...receipt, customer, agent, at: created, facts: signUp }));
  const request = await tx
    .insertInto('signature')
    .values({
      id: uuidv7(),
      customer,
      subscription: signUp.subscription,
      receipt: id,
      operation,
      site,
      terminal,
      agreement: JSON.stringify(agreement),
      agreement_hash: hashOfRequest(agreement),
      state: 'pending',
      requested: at,
      requested_by: by,
    })
    .onConflict((conflict) =>
      conflict.column('receipt').where('state', '=', 'pending').doUpdateSet({ site, terminal, requested: at, requested_by: by }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await publishLive(tx, signaturesTopic, { type: 'signatures', site, terminal });
  return request.id;
}
