import type { LiveSubscription } from '../../../lib/live/use-live.ts';
import { useLiveTicketMutation } from './redeem-api.ts';

/** Fetches a single-use ticket for a live socket; rejects where the API gives none. */
export function useLiveTicket(): (subscription: LiveSubscription) => Promise<string> {
  const [ask] = useLiveTicketMutation();
  return async (subscription) => (await ask({ body: subscription }).unwrap()).ticket;
}
