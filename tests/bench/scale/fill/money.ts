import { mostCharges } from './members.ts';
import { drawn, epoch, idOf, turns, type TableFilling } from './plan.ts';

/** Every tenth charge is a register's sale; the others pay a plan's month. */
const isSale = (turn: number): boolean => turn % 10 === 0;

/** The plan's months first, then one week per additional charge of a busy customer. */
const createdAt = (turn: number): string => {
  const days = turn <= 60 ? turn * 30 : 1_800 + (turn - 60) * 2;
  return `(now() - make_interval(days => ${days - 29} + ${drawn('n', 40 + turn, 28)}, secs => ${drawn('n', 400 + turn, 86_400)}))`;
};

const key = (turn: number): string => `n || '-${turn}'`;
const amount = (turn: number): string => (isSale(turn) ? `500 + 25 * ${drawn('n', 41 + turn, 120)}` : `1999 + 500 * ${drawn('n', 42, 6)}`);

const charge = (turn: number): string => `
  insert into mirror_charge (id, object, read_seq, customer, payment_intent, created, amount, status, brand, last4, fingerprint, site, terminal, receipt_number)
  select charge, jsonb_build_object('id', charge, 'object', 'charge', 'paid', true, 'amount', amount, 'amount_captured', amount, 'amount_refunded', 0, 'captured', true,
      'refunded', false, 'disputed', false, 'status', 'succeeded', 'created', ${epoch('at')}, 'currency', 'usd', 'customer', id, 'livemode', false,
      'description', ${isSale(turn) ? "'KISS WASH'" : "'Subscription update'"}, 'failure_code', null, 'failure_message', null, 'payment_intent', intent, 'payment_method', card,
      'receipt_number', receipt, 'receipt_url', 'https://pay.stripe.com/receipts/' || charge, 'statement_descriptor', null,
      'outcome', jsonb_build_object('type', 'authorized', 'reason', null, 'risk_level', 'normal', 'network_status', 'approved_by_network', 'seller_message', 'Payment complete.'),
      'metadata', ${isSale(turn) ? `jsonb_build_object('site', site::text, 'saleid', '${turn}', 'terminal', terminal, 'employeename', 'Seller ' || seller, 'employeenumber', seller::text)` : "'{}'::jsonb"},
      'payment_method_details', jsonb_build_object('type', 'card', 'card', jsonb_build_object('brand', brand, 'last4', last4, 'exp_month', 9, 'exp_year', 2029,
        'fingerprint', fingerprint, 'funding', 'credit', 'country', 'US'))),
    1, id, intent, at, amount, 'succeeded', brand, last4, fingerprint, site, ${isSale(turn) ? 'terminal' : 'null'}, receipt
  from (
    select *, ${idOf('ch', key(turn))} as charge, ${idOf('pi', key(turn))} as intent, ${createdAt(turn)} as at, ${amount(turn)} as amount,
      'Washcashier' || (1 + ${drawn('n', 43 + turn, 6)}) as terminal, ${drawn('n', 44 + turn, 600)} as seller,
      case when n % 2 = 0 then lpad(${drawn('n', 45 + turn, 10_000)}::text, 4, '0') || '-' || lpad(${drawn('n', 46 + turn, 10_000)}::text, 4, '0') end as receipt
    from bench.member where charges >= ${turn}
    offset 0
  ) made`;

const invoice = (turn: number): string => `
  insert into mirror_invoice (id, object, read_seq, customer, subscription, payment_intent, created, status, number, receipt_number)
  select invoice, jsonb_build_object('id', invoice, 'object', 'invoice', 'customer', id, 'created', ${epoch('at')}, 'number', number, 'receipt_number', null, 'status', 'paid',
      'currency', 'usd', 'livemode', false, 'description', null, 'billing_reason', 'subscription_cycle', 'subtotal', amount, 'total', amount, 'total_excluding_tax', amount,
      'amount_due', amount, 'amount_paid', amount, 'amount_remaining', 0, 'attempt_count', 1, 'metadata', '{}'::jsonb,
      'status_transitions', jsonb_build_object('paid_at', ${epoch('at')}, 'voided_at', null, 'finalized_at', ${epoch('at')}),
      'hosted_invoice_url', 'https://invoice.stripe.com/i/' || invoice, 'invoice_pdf', 'https://pay.stripe.com/invoice/' || invoice || '/pdf',
      'parent', jsonb_build_object('type', 'subscription_details', 'subscription_details', jsonb_build_object('subscription', sub,
        'metadata', jsonb_build_object('site', site::text, 'terminal', 'Washcashier1', 'employeenumber', '101'))),
      'lines', jsonb_build_object('data', jsonb_build_array(jsonb_build_object('id', 'il_' || substr(invoice, 4), 'amount', amount, 'description', '1 × ' || plan,
        'period', jsonb_build_object('start', ${epoch('at')}, 'end', ${epoch("at + interval '30 days'")}), 'taxes', '[]'::jsonb,
        'pricing', jsonb_build_object('price_details', jsonb_build_object('price', 'price_' || plan || '_' || priced_at))))),
      'payments', jsonb_build_object('data', jsonb_build_array(jsonb_build_object('status', 'paid', 'payment', jsonb_build_object('type', 'payment_intent', 'payment_intent', intent))))),
    1, id, sub, intent, at, 'paid', number, null
  from (
    select *, ${idOf('in', key(turn))} as invoice, ${idOf('pi', key(turn))} as intent, ${createdAt(turn)} as at, ${amount(turn)} as amount,
      upper(substr(md5('inv' || n), 1, 8)) || '-${String(turn).padStart(4, '0')}' as number
    from bench.member where charges >= ${turn} and status is not null
    offset 0
  ) made`;

const intent = (turn: number): string => `
  insert into mirror_payment_intent (id, object, read_seq, customer, created, status)
  select intent, jsonb_build_object('id', intent, 'object', 'payment_intent', 'amount', amount, 'amount_received', amount, 'amount_capturable', 0, 'status', 'succeeded',
      'created', ${epoch('at')}, 'currency', 'usd', 'customer', id, 'livemode', false, 'description', 'KISS WASH', 'capture_method', 'automatic', 'latest_charge', charge,
      'payment_method', card, 'last_payment_error', null, 'metadata', '{}'::jsonb), 1, id, at, 'succeeded'
  from (
    select *, ${idOf('ch', key(turn))} as charge, ${idOf('pi', key(turn))} as intent, ${createdAt(turn)} as at, ${amount(turn)} as amount
    from bench.member where charges >= ${turn}
    offset 0
  ) made`;

const refund = `
  insert into mirror_refund (id, object, read_seq, charge, created, status)
  select refund, jsonb_build_object('id', refund, 'object', 'refund', 'charge', charge, 'payment_intent', intent, 'created', ${epoch('at')}, 'amount', 500, 'status', 'succeeded',
      'currency', 'usd', 'metadata', jsonb_build_object('note', 'Customer was not satisfied', 'site', site::text)), 1, charge, at, 'succeeded'
  from (select *, ${idOf('re', 'n')} as refund, ${idOf('ch', key(1))} as charge, ${idOf('pi', key(1))} as intent, ${createdAt(1)} as at
    from bench.member where charges >= 1 and n % 10 = 0 offset 0) made`;

const dispute = `
  insert into mirror_dispute (id, object, read_seq, charge, created, status)
  select dispute, jsonb_build_object('id', dispute, 'object', 'dispute', 'charge', charge, 'payment_intent', intent, 'created', ${epoch('at')}, 'amount', 1999, 'status', 'lost',
      'reason', 'fraudulent', 'currency', 'usd', 'evidence', jsonb_build_object('uncategorized_text', null), 'evidence_details', jsonb_build_object('due_by', null),
      'metadata', '{}'::jsonb), 1, charge, at, 'lost'
  from (select *, ${idOf('du', 'n')} as dispute, ${idOf('ch', key(2))} as charge, ${idOf('pi', key(2))} as intent, ${createdAt(2)} as at
    from bench.member where charges >= 2 and n % 100 = 0 offset 0) made`;

/** About ten charges per member; invoices of all that pay a plan; payment intents of the registers' sales only. */
export const moneyTables: readonly TableFilling[] = [
  { table: 'mirror_charge', statements: turns(mostCharges, charge) },
  { table: 'mirror_invoice', statements: turns(mostCharges, (turn) => (isSale(turn) ? '' : invoice(turn))).filter(Boolean) },
  { table: 'mirror_payment_intent', statements: turns(mostCharges, (turn) => (isSale(turn) ? intent(turn) : '')).filter(Boolean) },
  { table: 'mirror_refund', statements: [refund] },
  { table: 'mirror_dispute', statements: [dispute] },
];
