import { z } from 'zod';
import { disputeEvidence, disputeMetadata, type Dispute } from '@washdesk/contracts/billing/dispute';
import { disputeIsOpen } from '@washdesk/rules/billing/disputes';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { disputeKeys } from '@washdesk/rules/company/metadata-keys';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import type { ProviderDispute } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import { writeNote } from '../../../documents/note.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Freshness, ReadFreshCustomer } from '../../../mirror/reads/read-fresh-customer.ts';
import type { ReadFresh } from '../../../mirror/reads/read-fresh.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import type { OperationActor, Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import { PaymentsRefused, type Step } from '../../../ports/payments.ts';
import { viewAll, currentDisputeView } from './dispute-view.ts';
import { disputeById, disputesOf, type FoundDispute } from './disputes.store.ts';

const evidenceFacts = z.object({
  dispute: z.string(),
  evidence: z.string(),
  status: z.string(),
});
type EvidenceFacts = z.infer<typeof evidenceFacts>;
const metadataFacts = z.object({
  dispute: z.string(),
  metadata: z.record(z.string(), z.string()),
  before: z.record(z.string(), z.string()),
  /** Missing in an operation of the previous release. */
  note: z.object({ customer: z.string(), words: z.string() }).nullable().default(null),
});
type MetadataFacts = z.infer<typeof metadataFacts>;
const writeOffNote = (amount: number, isWrittenOff: boolean): string =>
  isWrittenOff
    ? `Dispute of ${centsToDollars(amount)} written off as uncollectable`
    : `Write-off of the dispute of ${centsToDollars(amount)} undone`;

interface Options {
  db: Db;
  operations: Operations;
  clock: Clock;
  refresh: ReadFreshCustomer;
  readFresh: ReadFresh;
}

/** Lists a customer's disputes, submits evidence and marks fees as collected (docs/rules/billing.md#disputes). */
export class DisputesService {
  readonly #options: Options;
  readonly #evidence: OperationKind<EvidenceFacts, Dispute>;
  readonly #metadata: OperationKind<MetadataFacts, Dispute>;

  constructor(options: Options) {
    this.#options = options;
    this.#evidence = options.operations.define<EvidenceFacts, Dispute>('dispute.evidence', evidenceFacts, (run) =>
      this.#executeEvidence(run),
    );
    this.#metadata = options.operations.define<MetadataFacts, Dispute>('dispute.metadata', metadataFacts, (run) =>
      this.#executeMetadata(run),
    );
  }

  /** @throws Failure 404 `customer_not_found` */
  async ofCustomer(customer: string, fresh: boolean) {
    const { db, clock } = this.#options;
    const age = fresh ? await this.#readAnew(customer) : null;
    await knownCustomer(db, customer);
    const disputes = viewAll(clock, await disputesOf(db, customer));
    return {
      disputes,
      count: disputes.length,
      counted: disputes.filter(({ counts }) => counts).length,
      next_page: null,
      ...(age && { at: age.at.toISOString(), stale: age.stale }),
    };
  }

  /** @throws Failure 404 `dispute_not_found`, 409 `dispute_closed`, `evidence_missing` */
  async submitSignature(principal: Principal, key: string, id: string, evidence: string): Promise<Dispute> {
    const { charge } = await this.#find(id);
    const request = { route: disputeEvidence.path, key, request: { id, evidence }, principal, customer: charge?.customer ?? null };
    const { body } = await this.#evidence.run({ ...request, exclusive: `dispute:${id}` }, async () => {
      const { dispute } = await this.#find(id);
      if (!disputeIsOpen(dispute.status)) throw new Failure(409, 'dispute_closed', 'This dispute no longer accepts evidence');
      return { dispute: id, evidence, status: dispute.status };
    });
    return body;
  }

  /** @throws Failure 404 `dispute_not_found` */
  async mark(principal: Principal, key: string, id: string, body: z.output<typeof disputeMetadata.body>): Promise<Dispute> {
    const { charge } = await this.#find(id);
    const request = { route: disputeMetadata.path, key, request: { id, body }, principal, customer: charge?.customer ?? null };
    const { feesCollected, recoveryCharge } = body;
    const { body: answer } = await this.#metadata.run({ ...request, exclusive: `dispute:${id}` }, async () => {
      const { dispute, charge: disputed } = await this.#find(id);
      const metadata = {
        ...(feesCollected !== undefined && { [disputeKeys.feesCollected]: String(feesCollected) }),
        ...(recoveryCharge !== undefined && { [disputeKeys.recoveryCharge]: recoveryCharge }),
      };
      const isWrittenOff = dispute.metadata[disputeKeys.feesCollected] === 'true';
      const isChanged = feesCollected !== undefined && feesCollected !== isWrittenOff;
      const words = writeOffNote(dispute.amount, feesCollected === true);
      const note = isChanged && disputed?.customer ? { customer: disputed.customer, words } : null;
      return { dispute: id, metadata, before: dispute.metadata, note };
    });
    return answer;
  }

  async #executeEvidence(run: OperationRun<EvidenceFacts>): Promise<Outcome<Dispute>> {
    const { dispute: id, evidence, status } = run.facts;
    // Stripe accepts evidence once: without this check a repeated operation would be rejected
    const handedIn = async (): Promise<ProviderDispute | null> => {
      const now = await run.payments.fetch('dispute', id, 'interactive');
      return now && isHandedIn(now, evidence) ? now : null;
    };
    const dispute = await run.write('dispute', 'evidence', (step) => handIn(run, step), handedIn);
    return this.#changed(run.by, dispute, { action: 'dispute.evidence', before: { status }, after: { status: dispute.status, evidence } });
  }

  async #executeMetadata(run: OperationRun<MetadataFacts>): Promise<Outcome<Dispute>> {
    const { dispute: id, metadata, before, note } = run.facts;
    const dispute = await run.write('dispute', 'metadata', (step) => run.payments.updateDispute(step, id, { metadata }));
    const changed = await this.#changed(run.by, dispute, { action: 'dispute.metadata', before, after: dispute.metadata });
    return {
      ...changed,
      within: async (tx, at) => {
        await changed.within?.(tx, at);
        if (note) await writeNote(tx, { customer: note.customer, note: note.words, agent: run.by.name, operation: run.id, at });
      },
    };
  }

  async #changed(
    by: OperationActor,
    dispute: ProviderDispute,
    what: { action: string; before: unknown; after: unknown },
  ): Promise<Outcome<Dispute>> {
    return {
      status: 200,
      body: await currentDisputeView(this.#options, dispute),
      within: (tx, at) => writeAudit(tx, { ...auditBy(by), subject: `dispute:${dispute.id}`, ...what, at }),
    };
  }

  async #readAnew(customer: string): Promise<Freshness | null> {
    const { db, refresh, readFresh } = this.#options;
    const age = await refresh(customer);
    if (age?.stale === false) await Promise.all((await disputesOf(db, customer)).map(({ dispute }) => readFresh('dispute', dispute.id)));
    return age;
  }

  async #find(id: string): Promise<FoundDispute> {
    const found = await disputeById(this.#options.db, id);
    if (!found) throw unknownDispute();
    return found;
  }
}

/** Values by which a call marks a dispute; any other text is evidence. */
const words = { won: 'winning_evidence', lost: 'losing_evidence' } as const;

/** @throws Failure 409 `evidence_missing` */
async function handIn({ payments, facts: { dispute, evidence } }: OperationRun<EvidenceFacts>, step: Step): Promise<ProviderDispute> {
  if (evidence === words.lost) return payments.concedeDispute(step, dispute);
  if (evidence !== words.won) return payments.updateDispute(step, dispute, { evidence });
  try {
    return await payments.contestDispute(step, dispute);
  } catch (error) {
    if (!(error instanceof PaymentsRefused) || error.code !== 'evidence_missing') throw error;
    const message = 'Nothing was submitted. This dispute has no evidence yet';
    throw new Failure(409, 'evidence_missing', message, { cause: error });
  }
}

/** Whether the bank already has the evidence, or the dispute is closed as requested. */
function isHandedIn({ status, evidence: { uncategorized_text: text }, evidence_details }: ProviderDispute, evidence: string): boolean {
  if (disputeIsOpen(status)) return false;
  if (evidence === words.won) return evidence_details.submission_count > 0;
  return text === evidence || (evidence === words.lost && status === 'lost');
}

const unknownDispute = (): Failure => notFound('dispute_not_found', 'Dispute not found');
