import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripeRoutes } from '../browser/stripe-routes.ts';
import { checkoutRoutes } from '../checkout/checkout-routes.ts';
import type { ReaderDesk } from '../readers/desk.ts';
import type { ReaderCounter } from '../readers/reader-counter.ts';
import { readerRoutes } from '../readers/reader-routes.ts';
import { terminalRoutes } from '../readers/terminal-routes.ts';
import type { World } from '../world.ts';
import { dashboardRoutes } from './dashboard.ts';
import { invoiceRoutes } from './invoice.ts';
import { receiptRoutes } from './receipt.ts';
import type { Route } from './route.ts';

/** Read at every request: whoever works on a script sees it at once. */
const script = (address: string, file: string): Route => ({
  method: 'GET',
  path: address,
  answer: () => ({ script: readFileSync(path.join(import.meta.dirname, '../browser', file), 'utf8') }),
});

/** All pages and scripts, and what they ask for. */
export function siteRoutes(world: World, desk: ReaderDesk, counter: ReaderCounter): Route[] {
  return [
    script('/v3/stripe.js', 'stripe.js'),
    script('/v3', 'stripe.js'),
    script('/endive/stripe.js', 'stripe.js'),
    script('/terminal/v1', 'terminal.js'),
    script('/_browser/reader.js', 'reader.js'),
    ...stripeRoutes(world),
    ...terminalRoutes(world, desk),
    ...readerRoutes(world.store, counter),
    ...checkoutRoutes(world),
    ...dashboardRoutes(world.store),
    ...receiptRoutes(world.store),
    ...invoiceRoutes(world.store),
  ];
}
