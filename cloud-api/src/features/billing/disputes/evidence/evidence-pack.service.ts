import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { saveEvidencePack, submitEvidencePack, type EvidencePack } from '@washdesk/contracts/billing/dispute-evidence';
import { disputeIsOpen } from '@washdesk/rules/billing/disputes';
import { disputeKeys } from '@washdesk/rules/company/metadata-keys';
import { auditBy, writeAudit } from '../../../../audit/audit.ts';
import type { Principal } from '../../../../common/caller.ts';
import { Failure, notFound } from '../../../../common/failure.ts';
import type { ProviderDispute } from '../../../../common/provider-objects.ts';
import type { Db } from '../../../../db/pool.ts';
import type { OperationRun } from '../../../../operations/operation-run.ts';
import type { Outcome } from '../../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../../operations/operations.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { ReadSetting } from '../../../../ports/settings.ts';
import { disputeById, type FoundDispute } from '../disputes.store.ts';
import {
  addPack,
  employeeName,
  noteSaved,
  noteSubmitted,
  noteUpload,
  packById,
  savedPack,
  type StoredPack,
} from './evidence-pack.store.ts';
import { evidencePdfOf } from './evidence-pdf.ts';
import { evidenceRecords, type EvidenceRecords } from './evidence-records.ts';
import { suggestedTexts, type EvidenceTexts } from './evidence-texts.ts';

const packFacts = z.object({ dispute: z.string(), pack: z.uuid() });
type PackFacts = z.infer<typeof packFacts>;

interface Options {
  db: Db;
  operations: Operations;
  clock: Clock;
  settings: ReadSetting;
}

/**
 * Evidence of a dispute: suggested from the records, stored with the dispute, submitted after review
 * (docs/decisions/0031-evidence-packs.md).
 */
export class EvidencePackService {
  readonly #options: Options;
  readonly #save: OperationKind<PackFacts, EvidencePack>;
  readonly #submit: OperationKind<PackFacts, EvidencePack>;

  constructor(options: Options) {
    const { operations } = options;
    this.#options = options;
    this.#save = operations.define<PackFacts, EvidencePack>('dispute.evidence.save', packFacts, (run) => this.#executeSave(run));
    this.#submit = operations.define<PackFacts, EvidencePack>('dispute.evidence.submit', packFacts, (run) => this.#executeSubmit(run));
  }

  /** @throws Failure 404 `dispute_not_found` */
  async show(id: string): Promise<EvidencePack> {
    return this.#view(await this.#find(id));
  }

  /** Returns a data URL. @throws Failure 404 `dispute_not_found`, `pack_not_found` */
  async pdf(id: string, pack: string | undefined): Promise<{ pdf: string }> {
    const found = await this.#find(id);
    const stored = pack === undefined ? undefined : await packById(this.#options.db, pack);
    const bytes = pack === undefined ? await this.#made(found) : stored?.dispute === id && stored.pdf;
    if (!bytes) throw notFound('pack_not_found', 'Evidence not found');
    return { pdf: `data:application/pdf;base64,${bytes.toString('base64')}` };
  }

  /** @throws Failure 404 `dispute_not_found`, 409 `dispute_closed` */
  async save(principal: Principal, key: string, { id, texts }: { id: string; texts: EvidenceTexts }): Promise<EvidencePack> {
    const { charge } = await this.#find(id);
    const request = { route: saveEvidencePack.path, key, request: { id, texts }, principal, customer: charge?.customer ?? null };
    const { body } = await this.#save.run({ ...request, exclusive: `dispute:${id}` }, async () => {
      const { db, clock } = this.#options;
      const found = await this.#find(id);
      refuseClosed(found);
      const pack = uuidv7();
      await addPack(db, { id: pack, dispute: id, created: clock.now(), texts, pdf: await this.#made(found) });
      return { dispute: id, pack };
    });
    return body;
  }

  /** @throws Failure 404 `dispute_not_found`, 409 `dispute_closed`, `preview_outdated` */
  async submit(principal: Principal, key: string, { id, pack }: { id: string; pack: string }): Promise<EvidencePack> {
    const { charge } = await this.#find(id);
    const request = { route: submitEvidencePack.path, key, request: { id, pack }, principal, customer: charge?.customer ?? null };
    const { body } = await this.#submit.run({ ...request, exclusive: `dispute:${id}` }, async () => {
      refuseClosed(await this.#find(id));
      const saved = await savedPack(this.#options.db, id);
      if (saved?.id !== pack) throw outdated();
      return { dispute: id, pack };
    });
    return body;
  }

  async #executeSave(run: OperationRun<PackFacts>): Promise<Outcome<EvidencePack>> {
    const { dispute, pack: id } = run.facts;
    const file = await this.#uploaded(run);
    const pack = await packById(this.#options.db, id);
    const metadata = { [disputeKeys.evidencePack]: id };
    const texts = pack?.texts ?? {};
    const stored = await run.write('dispute', 'evidence', (step) => run.payments.storeEvidence(step, dispute, { texts, file, metadata }));
    return this.#outcome(run, stored, 'dispute.evidence.saved', { saved: true });
  }

  async #executeSubmit(run: OperationRun<PackFacts>): Promise<Outcome<EvidencePack>> {
    const { dispute, pack } = run.facts;
    const handedIn = async (): Promise<ProviderDispute | null> => {
      const now = await run.payments.fetch('dispute', dispute, 'interactive');
      return now && now.evidence_details.submission_count > 0 ? now : null;
    };
    const submitted = await run.write(
      'dispute',
      'submit',
      async (step) => {
        const stored = await run.payments.fetch('dispute', dispute, 'interactive');
        if (stored?.metadata[disputeKeys.evidencePack] !== pack) throw outdated();
        return run.payments.submitEvidence(step, dispute);
      },
      handedIn,
    );
    return this.#outcome(run, submitted, 'dispute.evidence.submitted', { submitted: true });
  }

  /** Uploads the PDF to the provider. A repeated run reuses the file that an earlier run recorded. */
  async #uploaded({ facts: { pack: id, dispute }, payments }: OperationRun<PackFacts>): Promise<string> {
    const { db } = this.#options;
    const pack = await packById(db, id);
    if (!pack) throw new Error(`Evidence pack ${id} not found`);
    if (pack.file !== null) return pack.file;
    const file = await payments.uploadEvidence(`evidence-${dispute}.pdf`, pack.pdf);
    await noteUpload(db, id, file);
    return file;
  }

  async #outcome(
    { by, facts: { pack } }: OperationRun<PackFacts>,
    dispute: ProviderDispute,
    action: string,
    did: { saved?: true; submitted?: true },
  ): Promise<Outcome<EvidencePack>> {
    const { db, clock } = this.#options;
    const known = await this.#find(dispute.id);
    const stored = await packById(db, pack);
    const now = { at: clock.now(), by: by.id };
    const becomes = {
      ...stored!,
      ...(did.saved && { saved: now.at, saved_by: now.by }),
      ...(did.submitted && { submitted: now.at, submitted_by: now.by }),
    };
    return {
      status: 200,
      body: await this.#view({ ...known, dispute }, becomes),
      async within(tx, at) {
        if (did.saved) await noteSaved(tx, pack, at, by.id);
        if (did.submitted) await noteSubmitted(tx, pack, at, by.id);
        await writeAudit(tx, { ...auditBy(by), action, subject: `dispute:${dispute.id}`, after: { pack, status: dispute.status }, at });
      },
    };
  }

  async #view(found: FoundDispute, pack?: StoredPack): Promise<EvidencePack> {
    const { db, settings } = this.#options;
    const records = await evidenceRecords(db, found);
    const stored = pack ?? (await savedPack(db, found.dispute.id));
    return {
      dispute: found.dispute.id,
      open: disputeIsOpen(found.dispute.status),
      pack: stored?.id ?? null,
      saved: stored?.saved ? { at: stored.saved.toISOString(), by: await employeeName(db, stored.saved_by) } : null,
      submitted: stored?.submitted ? { at: stored.submitted.toISOString(), by: await employeeName(db, stored.submitted_by) } : null,
      texts: { ...suggestedTexts(records, await settings('placeholderEmailDomain')), ...(stored?.texts as Partial<EvidenceTexts>) },
      parts: partsOf(records),
    };
  }

  async #made(found: FoundDispute): Promise<Buffer> {
    const { db, clock } = this.#options;
    return evidencePdfOf(await evidenceRecords(db, found), clock.now());
  }

  async #find(id: string): Promise<FoundDispute> {
    const found = await disputeById(this.#options.db, id);
    if (!found) throw notFound('dispute_not_found', 'Dispute not found');
    return found;
  }
}

function refuseClosed({ dispute: { status } }: FoundDispute): void {
  if (!disputeIsOpen(status)) throw new Failure(409, 'dispute_closed', 'This dispute no longer accepts evidence');
}

const outdated = (): Failure => new Failure(409, 'preview_outdated', 'Someone else changed the evidence. Review it before you submit');

const partsOf = ({ agreement, receipts, washCount, messages, charges }: EvidenceRecords): EvidencePack['parts'] => [
  { part: 'agreement', count: agreement ? 1 : 0 },
  { part: 'signature', count: agreement?.signedAt ? 1 : 0 },
  { part: 'receipts', count: receipts.length },
  { part: 'washes', count: washCount },
  { part: 'messages', count: messages.length },
  { part: 'charges', count: charges.length },
];
