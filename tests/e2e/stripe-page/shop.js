/** A minimal shop that takes cards: only Stripe's own packages, and no code for the simulator. */
import { loadStripe } from '@stripe/stripe-js';
import { loadStripeTerminal } from '@stripe/terminal-js';

const at = (id) => document.getElementById(id);
const secret = () => at('secret').value;

const stripe = await loadStripe('pk_test_shop');
const card = stripe.elements().create('card');
card.mount('#card');

const saysStatus = ({ status }) => at('status').append(`${status} `);
const terminal = (await loadStripeTerminal()).create({
  onFetchConnectionToken: async () => (await fetch('/connection-token', { method: 'POST' })).text(),
  onUnexpectedReaderDisconnect: () => saysStatus({ status: 'lost' }),
  onConnectionStatusChange: saysStatus,
  onPaymentStatusChange: saysStatus,
});

/** Writes one line per step: the object's status, or the error's code (otherwise its message) and the reason for a decline. */
function lineOf({ error, paymentIntent, setupIntent, reader }) {
  if (error) return [error.code ?? error.message, error.decline_code].filter(Boolean).join(' ');
  return (paymentIntent ?? setupIntent ?? reader).status;
}

async function connect() {
  const { discoveredReaders, error } = await terminal.discoverReaders();
  const reader = discoveredReaders?.find(({ id, status }) => id === at('reader').value && status === 'online');
  return error || !reader ? { error: error ?? { code: 'no_reader' } } : terminal.connectReader(reader);
}

async function pay() {
  const collected = await terminal.collectPaymentMethod(secret());
  return collected.error ? collected : terminal.processPayment(collected.paymentIntent);
}

async function keep() {
  const collected = await terminal.collectSetupIntentPaymentMethod(secret(), 'always');
  return collected.error ? collected : terminal.confirmSetupIntent(collected.setupIntent);
}

async function show(act) {
  at('result').textContent = '';
  const result = await act();
  at('result').textContent = lineOf(result);
}

const onPress = (id, act) => at(id).addEventListener('click', () => void act());
onPress('save', () => show(() => stripe.confirmCardSetup(secret(), { payment_method: { card, billing_details: { name: 'Zoë Müller' } } })));
onPress('connect', () => show(connect));
onPress('collect', () => show(pay));
onPress('collect-setup', () => show(keep));
onPress('withdraw', () => terminal.cancelCollectPaymentMethod());
at('status').append('loaded ');
