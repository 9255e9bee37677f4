import { Failure, notFound } from '../../../common/failure.ts';
import { LoyaltyRefused, LoyaltyUnavailable } from '../../../ports/loyalty.ts';

/** Screen messages for failures of the loyalty system. */
export const loyaltyMessages = {
  register: 'Error registering the loyalty card',
  link: 'Error Linking with Logix',
  groups: 'Unknown Error occurred updating groups',
  card: 'Error changing the loyalty card',
  load: 'Error loading thecard information',
} as const;

export const cardNotFound = (): Failure => notFound('card_not_found', 'Loyalty card not found');

export const cardTaken = (customers: readonly { id: string }[] = []): Failure =>
  new Failure(409, 'card_taken', 'This loyalty card belongs to another customer', { details: { customers } });

export const loyaltyUnavailable = (what: string, reason: string): Failure => new Failure(503, 'loyalty_unavailable', `${what} - ${reason}`);
export const loyaltyRefused = (what: string, reason: string): Failure => new Failure(409, 'refused', `${what} - ${reason}`);

/** Calls the loyalty system. @throws Failure 409 `refused`, 503 `loyalty_unavailable`, with the texts of `what` */
export async function withLoyaltyFailures<T>(what: string, question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof LoyaltyUnavailable) throw loyaltyUnavailable(what, error.message);
    if (error instanceof LoyaltyRefused) throw loyaltyRefused(what, error.message);
    throw error;
  }
}
