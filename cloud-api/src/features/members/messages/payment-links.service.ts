import { textPaymentLink, type MessageAnswer } from '@washdesk/contracts/members/communication';
import { paymentLinkText } from '@washdesk/rules/billing/payment-link';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { mirroredLive } from '../../../mirror/reads/mirrored.ts';
import type { PaymentsReader } from '../../../ports/payments.ts';
import { unpaidInvoicesOf } from './messages.store.ts';
import type { RequestedMessages } from './requested-messages.ts';

interface Options {
  db: Db;
  payments: PaymentsReader;
  requested: RequestedMessages;
}

/** Texts a customer the pages at the provider on which they pay what a plan owes (docs/rules/members.md#messages). */
export class PaymentLinksService {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws Failure as the contract lists them */
  text(subscription: string, by: Principal, key: string): Promise<MessageAnswer> {
    const { db, requested } = this.#options;
    return requested.send({ route: textPaymentLink.path, channel: 'sms', about: subscription, by, key }, async () => {
      const plan = await mirroredLive(db, 'subscription', subscription);
      if (!plan) throw notFound('subscription_not_found', 'Failed to lookup subscription');
      const { due, links } = await this.#unpaid(subscription);
      const { customer } = plan;
      return {
        kind: 'payment-link',
        customer,
        subject: null,
        text: paymentLinkText(due, links),
        within: (tx, at) =>
          writeAudit(tx, {
            ...auditBy(by),
            action: 'payment-link.texted',
            subject: `customer:${customer}`,
            after: { subscription, due },
            at,
          }),
      };
    });
  }

  /** Reads the invoices at the provider: they may be paid since, and their pages expire and are renewed. */
  async #unpaid(subscription: string): Promise<{ due: number; links: string[] }> {
    const { db, payments } = this.#options;
    const ids = await unpaidInvoicesOf(db, subscription);
    const invoices = await Promise.all(ids.map((id) => payments.fetch('invoice', id, 'interactive')));
    const unpaid = invoices.flatMap((invoice) =>
      invoice?.status === 'open' && invoice.amount_remaining > 0 && invoice.hosted_invoice_url
        ? [{ due: invoice.amount_remaining, link: invoice.hosted_invoice_url }]
        : [],
    );
    if (unpaid.length === 0) throw new Failure(409, 'nothing_due', 'This plan has no unpaid invoice');
    return { due: unpaid.reduce((sum, { due }) => sum + due, 0), links: unpaid.map(({ link }) => link) };
  }
}
