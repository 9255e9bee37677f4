import { checkoutCalendar } from './checkout/expire-session.ts';
import type { MovableClock } from './clock.ts';
import { paymentCalendar } from './money/payment-calendar.ts';
import { registerBilling } from './subscribe/calendar.ts';
import type { World } from './world.ts';

/** Everything that falls due by the clock, in one place. */
export function registerCalendars(world: World, clock: MovableClock): void {
  clock.register(paymentCalendar(world));
  registerBilling(world, clock);
  clock.register(checkoutCalendar(world));
}
