import { parseArgs } from 'node:util';
import { firstOfNextMonth } from '@washdesk/rules/dates/billing-instant';
import { startControlServer } from '@washdesk/simulators/device-kit/control-server';
import { optionsFrom, stripeFlags } from './options.ts';
import { startStripeSimulator, type StripeSimulator } from './simulator.ts';

/** `npm run stripe`: runs only the simulator, for a person at a terminal. */
const defaults = { ...stripeFlags, port: '12111', control: '12112' };

function readFlags(): typeof defaults {
  const options = Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, { type: 'string' as const, default: value }]));
  return { ...defaults, ...parseArgs({ options }).values };
}

/** Returns the URLs of the pages and the first commands to try. */
function welcome({ port, store, sandbox }: StripeSimulator, control: number, { webhook, state }: typeof defaults): string {
  const url = `http://127.0.0.1:${port}`;
  const [member] = store.list('customer');
  const renewal = firstOfNextMonth(new Date(sandbox.now() * 1_000)).toISOString();
  const post = (path: string, body: string): string => `curl -d '${body}' http://127.0.0.1:${control}/${path}`;
  return `Stripe simulator: no money moves.

Pages (open them in a browser)
  Card readers   ${url}/readers
  A customer     ${url}/dashboard/customers/${member?.id ?? ''}, with links to invoices
  Checkout       at the "url" of a session that you create

For clients
  API            ${url}/v1/… with any key sk_test_…
                 new Stripe('sk_test_x', { host: '127.0.0.1', port: ${port}, protocol: 'http' })
  Scripts        ${url}/endive/stripe.js and ${url}/terminal/v1/
  Webhooks       ${webhook || 'none; --webhook <url> --webhook-secret whsec_… sends them'}

Move the clock (forward only; runs the renewals, retries and cancellations due on the way)
  by a day       ${post('clock', '{"by": 86400}')}
  to a time      ${post('clock', `{"to": "${renewal}"}`)}
  read it        curl http://127.0.0.1:${control}/clock

Faults           ${post('behaviour', '{"latencyMs": 500}')}
State            curl http://127.0.0.1:${control}/state
Changes          ${state ? `are stored in ${state}` : 'are lost on exit; --state <file> stores them'}

Press Ctrl-C to exit.`;
}

try {
  const flags = readFlags();
  const stripe = await startStripeSimulator(optionsFrom(flags, Number(flags.port)));
  const control = await startControlServer(Number(flags.control), stripe);
  console.log(welcome(stripe, control.port, flags));
  const end = (): void => void Promise.all([stripe.stop(), control.stop()]);
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
