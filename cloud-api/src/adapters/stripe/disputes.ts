import { disputeKeys } from '@washdesk/rules/company/metadata-keys';
import { PaymentsRefused, type PaymentsWriter, type Step } from '../../ports/payments.ts';
import { canonical, expandOfObject } from './requests/canonical.ts';
import type { Connections } from './requests/connect.ts';
import { withTranslatedErrors } from './requests/errors.ts';
import { idempotencyKeyOf } from './requests/step-key.ts';

type Disputes = Pick<
  PaymentsWriter,
  'updateDispute' | 'concedeDispute' | 'contestDispute' | 'uploadEvidence' | 'storeEvidence' | 'submitEvidence'
>;

const expand = expandOfObject('dispute');

/**
 * @param live whether banks decide; with a test key Stripe decides itself, by words in the evidence
 * (docs/decisions/0030-disputes-by-key.md)
 */
export function disputes({ interactive: { disputes: resource, files } }: Connections, live: boolean): Disputes {
  const updateDispute: Disputes['updateDispute'] = (step, id, { evidence, metadata }) => {
    const params = {
      evidence: evidence === undefined ? undefined : { uncategorized_text: evidence },
      metadata,
      // a change without evidence must not submit the existing evidence
      submit: evidence !== undefined,
      ...expand,
    };
    return canonical('dispute', resource.update(id, params, idempotencyKeyOf(step)));
  };
  const submitEvidence: Disputes['submitEvidence'] = (step, id) =>
    canonical('dispute', resource.update(id, { submit: true, ...expand }, idempotencyKeyOf(step)));
  const pack: Pick<Disputes, 'uploadEvidence' | 'storeEvidence' | 'submitEvidence'> = {
    submitEvidence,
    // each upload has its own multipart boundary, so a repeated key would never have the same body
    async uploadEvidence(name, bytes) {
      const file = { data: bytes, name, type: 'application/pdf' };
      return (await withTranslatedErrors(files.create({ purpose: 'dispute_evidence', file }))).id;
    },
    storeEvidence(step, id, { texts, file, metadata }) {
      const params = { evidence: { ...texts, service_documentation: file }, metadata, submit: false, ...expand };
      return canonical('dispute', resource.update(id, params, idempotencyKeyOf(step)));
    },
  };
  if (!live) {
    return {
      ...pack,
      updateDispute,
      concedeDispute: (step, id) => updateDispute(step, id, { evidence: 'losing_evidence' }),
      contestDispute: (step, id) => updateDispute(step, id, { evidence: 'winning_evidence' }),
    };
  }
  return {
    ...pack,
    updateDispute,
    concedeDispute: (step, id) => canonical('dispute', resource.close(id, expand, idempotencyKeyOf(step))),
    async contestDispute(step: Step, id: string) {
      // Stripe fills in some evidence on its own: only a pack was prepared by a user
      const { metadata } = await canonical('dispute', resource.retrieve(id, expand));
      if (!metadata[disputeKeys.evidencePack]) {
        const why = { status: 409, code: 'evidence_missing', param: null };
        throw new PaymentsRefused('No evidence is stored with the dispute', why, undefined);
      }
      return submitEvidence(step, id);
    },
  };
}
