import { disputeEvidence, disputeMetadata, type Dispute } from '@washdesk/contracts/billing/dispute';
import { disputeIsOpen } from '@washdesk/rules/billing/disputes';
import { disputeKeys } from '@washdesk/rules/company/metadata-keys';
import type { z } from 'zod';
import { writeAudit } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import type { ProviderDispute } from '../../../db/provider-objects.ts';
import type { Act } from '../../../operations/act.ts';
import type { DeedBy, Outcome } from '../../../operations/deed.ts';
import type { DeedKind, Deeds } from '../../../operations/deeds.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import type { LookAgain } from '../../../mirror/reads/look-again.ts';
import type { Freshness, Refresh } from '../../../mirror/reads/refresh.ts';
import type { Clock } from '../../../ports/clock.ts';
import { viewAll, viewNow } from './dispute-now.ts';
import { disputeById, disputesOf, type FoundDispute } from './disputes.store.ts';

interface EvidenceFacts {
  dispute: string;
  evidence: string;
  status: string;
}
interface MetadataFacts {
  dispute: string;
  metadata: Record<string, string>;
  before: Record<string, string>;
}
interface Options {
  db: Db;
  deeds: Deeds;
  clock: Clock;
  refresh: Refresh;
  lookAgain: LookAgain;
}

/** Disputes of a customer's charges, evidence handed in, fees marked as collected (customer-detail section 4, "Disputes"). */
export class DisputesService {
  readonly #options: Options;
  readonly #evidence: DeedKind<EvidenceFacts, Dispute>;
  readonly #metadata: DeedKind<MetadataFacts, Dispute>;

  constructor(options: Options) {
    this.#options = options;
    this.#evidence = options.deeds.define<EvidenceFacts, Dispute>('dispute.evidence', (act) => this.#performEvidence(act));
    this.#metadata = options.deeds.define<MetadataFacts, Dispute>('dispute.metadata', (act) => this.#performMetadata(act));
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

  /** @throws Failure 404 `dispute_not_found`, 409 `dispute_closed` */
  async handIn(principal: Principal, key: string, id: string, evidence: string): Promise<Dispute> {
    const { charge } = await this.#find(id);
    const intent = { route: disputeEvidence.path, key, request: { id, evidence }, principal, customer: charge?.customer ?? null };
    const { body } = await this.#evidence.run({ ...intent, exclusive: `dispute:${id}` }, async () => {
      const { dispute } = await this.#find(id);
      if (!disputeIsOpen(dispute.status)) throw new Failure(409, 'dispute_closed', 'This dispute takes no more evidence');
      return { dispute: id, evidence, status: dispute.status };
    });
    return body;
  }

  /** @throws Failure 404 `dispute_not_found` */
  async mark(principal: Principal, key: string, id: string, body: z.output<typeof disputeMetadata.body>): Promise<Dispute> {
    const { charge } = await this.#find(id);
    const intent = { route: disputeMetadata.path, key, request: { id, body }, principal, customer: charge?.customer ?? null };
    const { feesCollected, recoveryCharge } = body;
    const { body: answer } = await this.#metadata.run({ ...intent, exclusive: `dispute:${id}` }, async () => {
      const { dispute } = await this.#find(id);
      const metadata = {
        ...(feesCollected !== undefined && { [disputeKeys.feesCollected]: String(feesCollected) }),
        ...(recoveryCharge !== undefined && { [disputeKeys.recoveryCharge]: recoveryCharge }),
      };
      return { dispute: id, metadata, before: dispute.metadata };
    });
    return answer;
  }

  async #performEvidence(act: Act<EvidenceFacts>): Promise<Outcome<Dispute>> {
    const { dispute: id, evidence, status } = act.facts;
    const dispute = await act.write('dispute', 'evidence', (step) => act.payments.updateDispute(step, id, { evidence }));
    return this.#changed(act.by, dispute, { action: 'dispute.evidence', before: { status }, after: { status: dispute.status, evidence } });
  }

  async #performMetadata(act: Act<MetadataFacts>): Promise<Outcome<Dispute>> {
    const { dispute: id, metadata, before } = act.facts;
    const dispute = await act.write('dispute', 'metadata', (step) => act.payments.updateDispute(step, id, { metadata }));
    return this.#changed(act.by, dispute, { action: 'dispute.metadata', before, after: dispute.metadata });
  }

  async #changed(
    { id: actor, site }: DeedBy,
    dispute: ProviderDispute,
    what: { action: string; before: unknown; after: unknown },
  ): Promise<Outcome<Dispute>> {
    return {
      status: 200,
      body: await viewNow(this.#options, dispute),
      within: (tx, at) => writeAudit(tx, { actor, site, subject: `dispute:${dispute.id}`, ...what, at }),
    };
  }

  async #readAnew(customer: string): Promise<Freshness | null> {
    const { db, refresh, lookAgain } = this.#options;
    const age = await refresh(customer);
    if (age?.stale === false) await Promise.all((await disputesOf(db, customer)).map(({ dispute }) => lookAgain('dispute', dispute.id)));
    return age;
  }

  async #find(id: string): Promise<FoundDispute> {
    const found = await disputeById(this.#options.db, id);
    if (!found) throw unknownDispute();
    return found;
  }
}

const unknownDispute = (): Failure => notFound('dispute_not_found', 'There is no such dispute');
