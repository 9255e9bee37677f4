import { isAttack, isPageOver } from '@washdesk/rules/plans/online-pages';
import type { Alert } from '../../../../common/alert.ts';
import type { Tx } from '../../../../db/pool.ts';
import { raiseAlert } from '../../../../jobs/alert.store.ts';
import { makeJobDue } from '../../../../jobs/job.store.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { ProviderEvent } from '../../../../ports/payment-events.ts';
import { closeLater } from './close-pages.ts';
import { countDecline, lockPages, openSessions, pageCounts, pagesOfCard, recentPageOf, type DeclinedCard } from './online-page.store.ts';

interface Options {
  clock: Clock;
  alert: Alert;
}

const hourMs = 3_600_000;

/**
 * What the public sign-up does at an event of the provider, in the transaction that stores it: a page that was paid or has expired is
 * settled now, and a declined card counts (docs/decisions/0069-declined-cards-online.md).
 */
export function checkoutEvents({ clock, alert }: Options) {
  async function declined(tx: Tx, decline: DeclinedCard, requestId: string): Promise<void> {
    // the declined renewals of a 1st wait for nothing here
    const now = clock.now();
    const recent = await recentPageOf(tx, decline.email, now);
    if (recent === null) return;
    await lockPages(tx);
    const page = await countDecline(tx, recent, decline, now);
    if (!page) return;
    const counts = await pageCounts(tx, page, now);
    const attack = isAttack(counts);
    const cards = decline.fingerprint === null ? 0 : await pagesOfCard(tx, decline.fingerprint, now);
    if (page.session && isPageOver({ declines: page.declines, pagesOfCard: cards, attack }))
      await closeLater(tx, page.session, now, { requestId });
    if (!attack) return;
    for (const session of await openSessions(tx, now)) await closeLater(tx, session, now, { requestId });
    const reason = `Possible card testing in the online sign-up: ${counts.declined} cards declined in the last hour. New payment pages are slowed down`;
    const key = `online-carding:${Math.floor(now.getTime() / hourMs)}`;
    const raised = await raiseAlert(tx, { key, site: null, customer: null, reason, created: now });
    if (raised) alert('online.carding', { declined: counts.declined, paid: counts.paid }, 'Many declined cards in the online sign-up');
  }

  return async (tx: Tx, { id, checkout, declined: decline }: ProviderEvent): Promise<void> => {
    if (checkout) await makeJobDue(tx, 'checkout.complete', checkout);
    if (decline) await declined(tx, decline, `webhook:${id}`);
  };
}
