import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripeRoutes } from '../browser/stripe-routes.ts';
import { checkoutRoutes } from '../checkout/checkout-routes.ts';
import type { LocalReaders } from '../readers/local-readers.ts';
import type { ReaderControls } from '../readers/reader-controls.ts';
import { readerRoutes } from '../readers/reader-routes.ts';
import { terminalRoutes } from '../readers/terminal-routes.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { dashboardRoutes } from './dashboard.ts';
import { invoiceRoutes } from './invoice.ts';
import { receiptRoutes } from './receipt.ts';
import type { Route } from './route.ts';

/** Read on every request, so that edits show immediately. */
const script = (address: string, file: string): Route => ({
  method: 'GET',
  path: address,
  answer: () => ({ script: readFileSync(path.join(import.meta.dirname, '../browser', file), 'utf8') }),
});

/** All pages and scripts, with the endpoints that the scripts call. */
export function siteRoutes(sandbox: Sandbox, localReaders: LocalReaders, readerControls: ReaderControls): Route[] {
  return [
    script('/v3/stripe.js', 'stripe.js'),
    script('/v3', 'stripe.js'),
    script('/endive/stripe.js', 'stripe.js'),
    script('/terminal/v1', 'terminal.js'),
    script('/_browser/reader.js', 'reader.js'),
    ...stripeRoutes(sandbox),
    ...terminalRoutes(sandbox, localReaders),
    ...readerRoutes(sandbox.store, readerControls),
    ...checkoutRoutes(sandbox),
    ...dashboardRoutes(sandbox.store),
    ...receiptRoutes(sandbox.store),
    ...invoiceRoutes(sandbox.store),
  ];
}
