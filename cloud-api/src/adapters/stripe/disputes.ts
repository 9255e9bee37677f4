import { PaymentsRefused, type PaymentsWriter, type Step } from '../../ports/payments.ts';
import { canonical, expandOfObject } from './canonical.ts';
import type { Connections } from './connect.ts';
import { idempotencyKeyOf } from './step-key.ts';

type Disputes = Pick<PaymentsWriter, 'updateDispute' | 'concedeDispute' | 'contestDispute'>;

const expand = expandOfObject('dispute');

/** @param live whether banks decide; to a test key Stripe decides itself, by words in the evidence (docs/decisions/0030-disputes-by-key.md) */
export function disputes({ interactive: { disputes: resource } }: Connections, live: boolean): Disputes {
  const updateDispute: Disputes['updateDispute'] = (step, id, { evidence, metadata }) => {
    const params = {
      evidence: evidence === undefined ? undefined : { uncategorized_text: evidence },
      metadata,
      // without evidence of its own a change must not submit what is there
      submit: evidence !== undefined,
      ...expand,
    };
    return canonical('dispute', resource.update(id, params, idempotencyKeyOf(step)));
  };
  if (!live) {
    return {
      updateDispute,
      concedeDispute: (step, id) => updateDispute(step, id, { evidence: 'losing_evidence' }),
      contestDispute: (step, id) => updateDispute(step, id, { evidence: 'winning_evidence' }),
    };
  }
  return {
    updateDispute,
    concedeDispute: (step, id) => canonical('dispute', resource.close(id, expand, idempotencyKeyOf(step))),
    async contestDispute(step: Step, id: string) {
      const { evidence_details: stored } = await canonical('dispute', resource.retrieve(id, expand));
      if (!stored.has_evidence) {
        const why = { status: 409, code: 'evidence_missing', param: null };
        throw new PaymentsRefused('No evidence is stored with the dispute', why, undefined);
      }
      return canonical('dispute', resource.update(id, { submit: true, ...expand }, idempotencyKeyOf(step)));
    },
  };
}
