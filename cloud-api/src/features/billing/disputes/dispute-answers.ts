import type { Dispute } from '@washdesk/contracts/billing/dispute';
import { siteDate } from '@washdesk/rules/dates/dates';
import type { Db } from '../../../db/pool.ts';
import type { ProviderDispute } from '../../../db/provider-objects.ts';
import { mirrored } from '../../../mirror/reads/mirrored.ts';
import type { Clock } from '../../../ports/clock.ts';
import { disputeView } from './dispute-view.ts';
import type { FoundDispute } from './disputes.store.ts';

interface Parts {
  db: Db;
  clock: Clock;
}

/** The window of disputes that count is a matter of months: any zone's day will do. */
const todayOf = (clock: Clock): string => siteDate(clock.now(), 'UTC');

/** A dispute as an operation has left it. */
export async function viewNow({ db, clock }: Parts, dispute: ProviderDispute): Promise<Dispute> {
  return disputeView({ dispute, charge: await mirrored(db, 'charge', dispute.charge) }, todayOf(clock));
}

export function viewAll(clock: Clock, found: readonly FoundDispute[]): Dispute[] {
  const today = todayOf(clock);
  return found.map((one) => disputeView(one, today));
}
