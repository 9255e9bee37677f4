import { Button } from 'antd';
import { useState } from 'react';
import type { Dispute } from '@washdesk/contracts/billing/dispute';
import {
  evidenceTextNames,
  largestEvidence,
  saveEvidencePack,
  submitEvidencePack,
  type EvidencePack,
  type EvidenceTextName,
} from '@washdesk/contracts/billing/dispute-evidence';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { atLeast, Role } from '@washdesk/rules/company/roles';
import { counted, grouped } from '@washdesk/rules/text/counts';
import { Failure } from '../../../../components/feedback/failure.tsx';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { LeaveQuestion, UnsavedChanges } from '../../../../components/feedback/unsaved-changes.tsx';
import { TextAreaField } from '../../../../components/form/text-area-field.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { ActionDialog } from '../../../../domain/actions/action-dialog.tsx';
import { OperationOutcome } from '../../../../domain/actions/operation-outcome.tsx';
import { useOperation } from '../../../../domain/actions/use-operation.ts';
import { useSiteClock } from '../../../../domain/sites/site-clock.ts';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import { known } from '../../../../lib/api/newer-cloud.ts';
import { useValues, useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { serverNow } from '../../../../lib/server-clock.ts';
import { useSession } from '../../../../lib/session/use-session.ts';
import { disputeReason, timeForEvidence } from './dispute-actions.ts';
import {
  useGetEvidencePackQuery,
  useLazyEvidencePdfQuery,
  useSaveEvidencePackMutation,
  useSubmitEvidencePackMutation,
} from './disputes-api.ts';
import listStyles from './disputes.module.css';
import styles from './evidence.module.css';

interface EvidencePanelProps {
  dispute: Dispute;
  onClose: () => void;
}

/** The evidence for a dispute: the recorded facts, texts to edit, and the submit button. */
export function EvidencePanel({ dispute, onClose }: EvidencePanelProps) {
  const answer = useGetEvidencePackQuery({ params: { id: dispute.id } }, { refetchOnMountOrArgChange: true });
  return (
    <Loaded what="evidence" answer={answer}>
      {(pack) => <Evidence dispute={dispute} pack={pack} onClose={onClose} />}
    </Loaded>
  );
}

function Evidence({ dispute, pack, onClose }: EvidencePanelProps & { pack: EvidencePack }) {
  const [saveTexts] = useSaveEvidencePackMutation();
  const [stored, setStored] = useState<EvidencePack | null>(null);
  const [submitting, setSubmitting] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const params = { id: dispute.id };
  const mayHandIn = atLeast(useSession()?.user.roles ?? 0, Role.Admin);
  const saving = useOperation(saveEvidencePack, saveTexts, setStored);
  const form = useZodForm({
    schema: saveEvidencePack.body.shape.texts,
    initial: pack.texts,
    failure: saving.failure,
    onSubmit: (texts) => saving.send({ params, body: { texts } }),
  });
  const texts = useValues(form.control);
  const saved = stored ?? pack;
  const isChanged = evidenceTextNames.some((name) => texts[name].trim() !== saved.texts[name].trim());
  const total = evidenceTextNames.reduce((sum, name) => sum + texts[name].length, 0);
  const close = (): void => (saved.open && isChanged ? setLeaving(true) : onClose());
  return (
    <Section
      title={`Evidence for the dispute of ${centsToDollars(dispute.amount)}`}
      actions={
        <Button size="large" onClick={close}>
          Back to Disputes
        </Button>
      }
    >
      <div className={styles.evidence}>
        <aside className={styles.about}>
          <State dispute={dispute} pack={saved} />
          <Parts dispute={dispute.id} pack={saved} />
        </aside>
        <form className={styles.texts} noValidate onSubmit={form.submit}>
          {evidenceTextNames
            .filter((name) => isAsked(name, dispute.reason) || pack.texts[name] !== '')
            .map((name) => (
              <TextAreaField
                key={name}
                control={form.control}
                name={name}
                label={labels[name]}
                hint={
                  texts[name].length > noteworthy
                    ? `${grouped(texts[name].length)} of ${grouped(largestEvidence.text)} characters`
                    : undefined
                }
                readOnly={!saved.open}
                rows={{ min: short.has(name) ? 1 : 2, max: 12 }}
              />
            ))}
          {total > largestEvidence.all && (
            <p role="alert" className={styles.problem}>
              All fields together have {grouped(total)} characters. The bank accepts {grouped(largestEvidence.all)}.
            </p>
          )}
        </form>
        <OperationOutcome failed="Couldn’t save the evidence" operation={saving} />
        {saved.open && (
          <div className={styles.buttons}>
            <Button size="large" loading={saving.busy} disabled={saving.unknown} onClick={() => form.submit()}>
              Save
            </Button>
            <Button
              type="primary"
              size="large"
              disabled={saved.pack === null || isChanged || saving.busy}
              onClick={() => setSubmitting(true)}
            >
              {mayHandIn ? 'Submit' : 'Submit (needs approval)'}
            </Button>
            <span role="status" className={styles.hint}>
              {saved.pack === null || isChanged ? 'Save before you submit' : ''}
            </span>
          </div>
        )}
      </div>
      <UnsavedChanges unsaved={saved.open && isChanged} />
      {leaving && <LeaveQuestion onStay={() => setLeaving(false)} onLeave={onClose} />}
      {submitting && saved.pack !== null && (
        <SubmitDialog dispute={dispute} pack={saved.pack} onClose={() => setSubmitting(false)} onDone={setStored} />
      )}
    </Section>
  );
}

/** The length from which a text shows its remaining characters. */
const noteworthy = largestEvidence.text / 2;

const labels: Readonly<Record<EvidenceTextName, string>> = {
  customer_name: 'Customer name',
  customer_email_address: 'Customer email',
  billing_address: 'Billing address',
  service_date: 'Date of service',
  product_description: 'Product description',
  access_activity_log: 'Usage log',
  cancellation_policy_disclosure: 'Terms shown to the customer',
  cancellation_rebuttal: 'Cancellation rebuttal',
  refund_refusal_explanation: 'Refund refusal explanation',
  duplicate_charge_explanation: 'Duplicate charge explanation',
  uncategorized_text: 'Additional information',
};

/** Texts for one dispute reason only; all others always apply. */
const reasonOf: Partial<Record<EvidenceTextName, string>> = {
  cancellation_rebuttal: 'subscription_canceled',
  refund_refusal_explanation: 'credit_not_processed',
  duplicate_charge_explanation: 'duplicate',
};
const isAsked = (name: EvidenceTextName, reason: string): boolean => (reasonOf[name] ?? reason) === reason;

const short: ReadonlySet<EvidenceTextName> = new Set(['customer_name', 'customer_email_address', 'service_date']);

function State({ dispute: { reason, evidence_details }, pack }: { dispute: Dispute; pack: EvidencePack }) {
  const clock = useSiteClock();
  const [now] = useState(serverNow);
  const at = (time: string): string => {
    const seconds = Date.parse(time) / 1_000;
    return `${clock.date(seconds, null)} ${clock.time(seconds, null)}`;
  };
  const due = evidence_details.due_by;
  return (
    <dl className={listStyles.facts}>
      <Fact label="Dispute reason" value={disputeReason(reason)} />
      {pack.open && due !== null && <Fact label="Time left" value={`${timeForEvidence(due, now)}, ${clock.date(due, null)}`} />}
      {pack.saved && <Fact label="Saved" value={[at(pack.saved.at), pack.saved.by].filter(Boolean).join(', ')} />}
      {pack.submitted && <Fact label="Submitted" value={[at(pack.submitted.at), pack.submitted.by].filter(Boolean).join(', ')} />}
      {!pack.open && !pack.submitted && <Fact label="Evidence" value="This dispute no longer accepts evidence" />}
    </dl>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const partWords: Readonly<Record<EvidencePack['parts'][number]['part'], (count: number) => string>> = {
  agreement: (found) => (found ? 'Agreement' : 'No agreement'),
  signature: (found) => (found ? 'Signature' : 'No signature'),
  receipts: (found) => countedOrNone(found, 'receipt'),
  washes: (found) => countedOrNone(found, 'wash', 'washes'),
  messages: (found) => countedOrNone(found, 'message'),
  charges: (found) => countedOrNone(found, 'earlier charge', 'earlier charges').replace('charges', 'undisputed charges'),
};

const otherPart = (found: number): string => `${found} of a kind that this page does not know`;

const countedOrNone = (found: number, one: string, more = `${one}s`): string => (found === 0 ? `No ${more}` : counted(found, one, more));

/** The parts of the PDF, and the PDF itself. */
function Parts({ dispute, pack: { pack, parts } }: { dispute: string; pack: EvidencePack }) {
  const [fetchPdf, { isFetching, error }] = useLazyEvidencePdfQuery();
  const download = async (): Promise<void> => {
    const { data } = await fetchPdf({ params: { id: dispute }, query: pack === null ? {} : { pack } });
    if (!data) return;
    const link = document.createElement('a');
    link.href = data.pdf;
    link.download = `evidence-${dispute}.pdf`;
    link.click();
  };
  return (
    <div className={styles.parts}>
      <ul className={styles.list} aria-label="PDF contents">
        {parts.map(({ part, count: found }) => (
          <li key={part}>
            <StatusBadge tone={found > 0 ? 'go' : 'neutral'}>{known(partWords, part, otherPart)(found)}</StatusBadge>
          </li>
        ))}
      </ul>
      <Button size="large" loading={isFetching} onClick={() => void download()}>
        Download PDF
      </Button>
      {error && !isFetching && <Failure error={error} otherwise="Couldn’t create the PDF" onRetry={() => void download()} />}
    </div>
  );
}

interface SubmitDialogProps {
  dispute: Dispute;
  pack: string;
  onClose: () => void;
  onDone: (pack: EvidencePack) => void;
}

/** Confirms the submission, which cannot be undone. */
function SubmitDialog({ dispute: { id, amount }, pack, onClose, onDone }: SubmitDialogProps) {
  const [submit] = useSubmitEvidencePackMutation();
  const [done, setDone] = useState<EvidencePack | null>(null);
  const operation = useOperation(submitEvidencePack, submit, setDone);
  const close = (): void => {
    onClose();
    if (done) onDone(done);
  };
  return (
    <ActionDialog
      title="Submit Evidence"
      confirm="Submit"
      ready={done === null}
      operation={operation}
      done={done && 'Evidence submitted.'}
      failed="Couldn’t submit the evidence"
      onConfirm={() =>
        void operation.send({ params: { id }, body: { pack } }, `Submit the evidence for a dispute of ${centsToDollars(amount)}`)
      }
      onClose={close}
    >
      <p>The bank receives the saved text and the PDF. You can submit evidence only once. It can’t be changed afterwards.</p>
    </ActionDialog>
  );
}
