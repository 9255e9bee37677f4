import { announceChange } from '../announce.ts';
import { closeDispute, decisionForEvidence } from '../money/disputes.ts';
import { evidenceFiles, evidenceTexts, type Dispute, type DisputeStatus, type EvidenceText } from '../objects/dispute.ts';
import { matches } from '../server/matching.ts';
import { actionOperation, listOperation, retrieveOperation, type Operation } from '../server/operation.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidParameter, noSuchReference, StripeFault } from '../wire/errors.ts';
import { textOrNull } from '../wire/fields.ts';
import type { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';

const kind = 'dispute';
const path = '/v1/disputes';
const closed: readonly DisputeStatus[] = ['won', 'lost', 'warning_closed'];

/** Evidence is submitted by the request that contains it; with `submit: false` it waits for the next one. */
function update(sandbox: Sandbox, dispute: Dispute, input: Input): Dispute {
  const sent = input.object('evidence');
  if (sent && (closed.includes(dispute.status) || dispute.evidence_details.submission_count > 0)) throw alreadyClosed();
  const noted: Dispute = { ...dispute, ...evidenceFrom(sandbox, dispute, sent), metadata: mergedMetadata(dispute.metadata, input) };
  const { has_evidence, submission_count } = noted.evidence_details;
  const submits = (input.boolean('submit') ?? true) && has_evidence && submission_count === 0;
  const after = submits ? submitted(noted, sandbox.now()) : noted;
  announceChange(sandbox, dispute, after, 'charge.dispute.updated');
  if (submits) sandbox.emit('charge.updated', dispute.charge);
  return after;
}

const longestText = 20_000;

function evidenceFrom(sandbox: Sandbox, dispute: Dispute, sent: Input | undefined): Pick<Dispute, 'evidence' | 'evidence_details'> {
  if (!sent) return dispute;
  sent.allowOnly(evidenceTexts);
  const texts = evidenceTexts.map((name): [EvidenceText, string | null] => [name, textOrNull(sent.text(name), dispute.evidence[name])]);
  for (const [name, text] of texts) {
    if (text === null) continue;
    const at = sent.param(name);
    if (evidenceFiles.has(name) && !sandbox.store.get('file', text)) throw noSuchReference('file upload', text, at);
    if (text.length > longestText)
      throw invalidParameter(at, `Invalid string: ${text.slice(0, 8)}...; must be at most ${longestText} characters`);
  }
  const hasEvidence = texts.some(([, text]) => text !== null);
  return {
    evidence: { ...dispute.evidence, ...Object.fromEntries(texts) },
    evidence_details: { ...dispute.evidence_details, has_evidence: hasEvidence },
  };
}

function submitted(dispute: Dispute, now: number): Dispute {
  const inquiry = dispute.status.startsWith('warning_');
  const evidenceDetails = {
    ...dispute.evidence_details,
    submission_count: dispute.evidence_details.submission_count + 1,
    submission_method: 'manual',
  };
  const status = inquiry ? 'warning_under_review' : 'under_review';
  return { ...dispute, evidence_details: evidenceDetails, decision: decisionForEvidence(dispute, now), status };
}

/** The business accepts the loss. */
function close(sandbox: Sandbox, dispute: Dispute): Dispute {
  if (closed.includes(dispute.status)) throw alreadyClosed();
  const lost = closeDispute(sandbox, dispute, 'lost');
  sandbox.emit('charge.updated', dispute.charge);
  return lost;
}

const alreadyClosed = (): StripeFault => new StripeFault(400, 'This dispute is already closed');

export const disputeOperations: readonly Operation[] = [
  listOperation({
    kind,
    path,
    filters: ['charge', 'payment_intent', 'created'],
    where(input) {
      const same = matches<Dispute>({ charge: input.text('charge'), payment_intent: input.text('payment_intent') });
      const created = input.range('created');
      return (dispute) => same(dispute) && created(dispute.created);
    },
  }),
  retrieveOperation(kind, path, { param: 'dispute' }),
  actionOperation({ kind, param: 'dispute', path: `${path}/:id`, parameters: ['evidence', 'metadata', 'submit'], run: update }),
  actionOperation({ kind, param: 'dispute', path: `${path}/:id/close`, parameters: [], run: close }),
];
