import { checkoutCalendar } from './checkout/expire-session.ts';
import type { MovableClock } from './clock.ts';
import { paymentCalendar } from './money/payment-calendar.ts';
import type { Sandbox } from './state/sandbox.ts';
import { registerBilling } from './subscribe/calendar.ts';
import { pauseCalendar } from './subscribe/collection-pauses.ts';
import { discountCalendar } from './subscribe/discounts.ts';

/** Registers everything that falls due by the clock. */
export function registerCalendars(sandbox: Sandbox, clock: MovableClock): void {
  clock.register(paymentCalendar(sandbox));
  clock.register(pauseCalendar(sandbox));
  clock.register(discountCalendar(sandbox));
  registerBilling(sandbox, clock);
  clock.register(checkoutCalendar(sandbox));
}
