import { randomUUID } from 'node:crypto';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { failedRenewalMessage, paymentLinkDays, stopLine } from '@washdesk/rules/customers/member-messages';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { programPrincipal } from '../../../common/caller.ts';
import { linkPlace, type MemberLinks } from '../../../common/member-links.ts';
import { hashOfSecret } from '../../../common/rotating-secrets.ts';
import type { Db } from '../../../db/pool.ts';
import { queueMessage, type Reach } from '../../../documents/message.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Clock } from '../../../ports/clock.ts';
import { addFailedRenewal, isPhoneShared, setMessage, untoldRenewals, zoneOfPlan, type UnpaidRenewal } from './failed-renewals.store.ts';
import { languageOf } from './member-languages.store.ts';
import { addOwnLink } from './member-links.store.ts';

interface Options {
  db: Db;
  clock: Clock;
  links: MemberLinks;
  reach: Reach;
  jobsAdded: () => void;
}

/** Older ones were handled otherwise. */
const daysBack = 3;
const mostPerRound = 50;
const dayMs = 86_400_000;

/** Sends a member whose renewal failed a link to the member page, once per invoice, in the hours of notices. */
export class FailedRenewals {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @returns how many members were told, or found to be out of reach */
  async round(): Promise<number> {
    const { db, clock, jobsAdded } = this.#options;
    const found = await untoldRenewals(db, new Date(clock.now().getTime() - daysBack * dayMs), mostPerRound);
    for (const renewal of found) await this.#tell(renewal);
    if (found.length > 0) jobsAdded();
    return found.length;
  }

  async #tell({ invoice, customer, subscription, due }: UnpaidRenewal): Promise<void> {
    const { db, clock, links, reach } = this.#options;
    const { customer: person, deleted } = await knownCustomer(db, customer);
    // a sign-up does not verify the phone: a link that opens the account goes to no phone that may be another person's
    const except = (await isPhoneShared(db, customer)) ? (['sms'] as const) : [];
    const reached = deleted ? null : await reach(db, person, except);
    const zone = await zoneOfPlan(db, subscription);
    const at = clock.now();
    const id = randomUUID();
    const by = programPrincipal('failed-renewal', 'Stripe', `failed-renewal:${id}`);
    const lang = (await languageOf(db, person)) ?? 'en';
    const { subject, text } = failedRenewalMessage(lang, centsToDollars(due), { link: linkPlace(lang) });
    await db.transaction().execute(async (tx) => {
      if (!(await addFailedRenewal(tx, { invoice, customer, seen: at, message: null })) || !reached) return;
      await addOwnLink(tx, { id, kind: 'payment', customer, tokenHash: hashOfSecret(links.tokenOf(id)), lasts: { days: paymentLinkDays } });
      const message = await queueMessage(tx, {
        ...reached,
        kind: 'payment-failed',
        subject,
        text: reached.channel === 'sms' ? `${text}\n${stopLine(lang)}` : text,
        customer,
        operation: null,
        asked: `failed-renewal ${invoice}`,
        receipt: id,
        ...(zone !== null && { hoursZone: zone }),
        by,
        at,
      });
      await setMessage(tx, invoice, message);
      const after = { invoice, channel: reached.channel };
      await writeAudit(tx, { ...auditBy(by), action: 'member.payment-link-sent', subject: `customer:${customer}`, after, at });
    });
  }
}
