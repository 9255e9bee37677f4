import { largestEvidence, type EvidenceTextName } from '@washdesk/contracts/billing/dispute-evidence';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import { monthlyWords } from '@washdesk/rules/plans/plan-price';
import { counted } from '@washdesk/rules/text/counts';
import type { Agreement } from '../../../../documents/agreement.ts';
import type { EvidenceRecords, SignedAgreement } from './evidence-records.ts';

export type EvidenceTexts = Record<EvidenceTextName, string>;

const dateOf = (at: Date, timeZone: string): string => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(at);
export const timeOf = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);
export const dayOf = (at: Date, timeZone: string): string => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(at);

/** Returns the texts suggested from the records, with no claim beyond them. @param placeholders the domain of placeholder addresses */
export function suggestedTexts(records: EvidenceRecords, placeholders: string): EvidenceTexts {
  const { dispute, charge, customer, agreement, washesSince, timeZone } = records;
  const email = customer?.email ?? '';
  return {
    customer_name: customer?.name ?? '',
    customer_email_address: email.endsWith(`@${placeholders}`) ? '' : email,
    billing_address: addressOf(customer?.address),
    service_date: charge ? dateOf(new Date(charge.created * 1_000), timeZone) : '',
    product_description: productOf(records),
    access_activity_log: fitting(washLog(records)),
    cancellation_policy_disclosure: agreement && !isCounterSale(records) ? fitting(termsOf(agreement)) : '',
    cancellation_rebuttal: dispute.reason === 'subscription_canceled' && washesSince > 0 ? usedAfter(records) : '',
    refund_refusal_explanation: '',
    duplicate_charge_explanation: dispute.reason === 'duplicate' ? fitting(sameWeek(records)) : '',
    uncategorized_text: fitting(history(records)),
  };
}

type Address = { line1?: string | null; line2?: string | null; city?: string | null; state?: string | null; postal_code?: string | null };

function addressOf(address: Address | null | undefined): string {
  const { line1, line2, city, state, postal_code: zip } = address ?? {};
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [line1, line2, place].filter(Boolean).join('\n');
}

/** Whether the charge was a sale at a register or the office. A plan is billed by invoices, which have neither a terminal nor a sale. */
const isCounterSale = ({ charge }: EvidenceRecords): boolean =>
  Boolean(charge?.metadata[paymentKeys.saleId] || charge?.metadata[paymentKeys.terminal]);

function saleOf({ charge }: EvidenceRecords): string {
  const { [paymentKeys.saleId]: sale, [paymentKeys.terminal]: terminal } = charge?.metadata ?? {};
  const facts = [sale && `sale ${sale}`, terminal && `terminal ${terminal}`].filter(Boolean).join(', ');
  return `Single purchase at the company's car washes, not a membership: ${charge?.description || 'car wash'} (${facts}).`;
}

function productOf(records: EvidenceRecords): string {
  const { charge, agreement, washes } = records;
  if (isCounterSale(records)) return saleOf(records);
  const plan = agreement?.agreement.item ?? washes[0]?.plan;
  if (!plan) return charge?.description ?? '';
  const price = agreement ? ` at ${agreedPrice(agreement.agreement)}` : '';
  const plate = agreement?.agreement.plate ?? washes[0]?.code;
  const vehicle = plate ? ` The vehicle’s plate or tag is ${plate}.` : '';
  return `Membership "${plan}"${price}, billed monthly, for one vehicle at the company's car washes.${vehicle}`;
}

/** Agreements of earlier releases state the price before tax. */
export const agreedPrice = ({ price, total }: Agreement): string =>
  total === undefined ? `${centsToDollars(price)} a month before tax` : monthlyWords({ amount: price, total });

const usedAfter = ({ washesSince, washes }: EvidenceRecords): string =>
  `After this charge the plan was used ${counted(washesSince, 'time', 'times')}, last on ${timeOf(washes[0]!.at, washes[0]!.timeZone)}.`;

function washLog(records: EvidenceRecords): string[] {
  const { washes, washCount, washesSince } = records;
  if (washCount === 0) return [];
  const shown = washes.length < washCount ? ` The most recent ${washes.length} are listed.` : '';
  return [
    `${counted(washCount, 'wash', 'washes')} by this customer, ${washesSince} after the disputed charge.${shown}`,
    ...washes.map(({ at, timeZone, siteName, code, gate }) => [timeOf(at, timeZone), siteName, code, gate].filter(Boolean).join(', ')),
  ];
}

function termsOf({ agreement, siteName, signedAt, timeZone, at }: SignedAgreement): string[] {
  const where = siteName ? ` at ${siteName}` : '';
  const signed = signedAt ? `, and signed by the customer on ${timeOf(signedAt, timeZone)}` : '';
  return [`Shown to the customer at sign-up on ${dateOf(at, timeZone)}${where}${signed}:`, ...agreement.terms.map((term) => `- ${term}`)];
}

const weekMs = 7 * 86_400_000;

function sameWeek({ charge, charges, timeZone }: EvidenceRecords): string[] {
  const near = charges.filter(({ at }) => charge !== null && charge.created * 1_000 - at.getTime() < weekMs);
  if (near.length === 0) return ['We didn’t charge this card in the 7 days before the disputed charge.'];
  return ['Charges to this card in the 7 days before:', ...near.map((each) => chargeLine(each, timeZone))];
}

const chargeLine = ({ at, amount, description }: EvidenceRecords['charges'][number], timeZone: string): string =>
  ['-', dayOf(at, timeZone), centsToDollars(amount), description].filter(Boolean).join(' ');

function history({ customer, charges, messages, timeZone }: EvidenceRecords): string[] {
  const since = customer?.created ? [`Customer since ${dateOf(new Date(customer.created * 1_000), timeZone)}.`] : [];
  const paid = charges.length > 0 ? [`Earlier charges to this card that were not disputed (${charges.length}):`] : [];
  const sent = messages.length > 0 ? ['Messages sent to the customer:'] : [];
  return [
    ...since,
    ...paid,
    ...charges.map((each) => chargeLine(each, timeZone)),
    ...sent,
    ...messages.map(({ at, channel, kind, recipient }) => `- ${timeOf(at, timeZone)} ${messageWords(channel, kind)} to ${recipient}`),
  ];
}

export const messageWords = (channel: string, kind: string): string => `${channel === 'sms' ? 'text' : 'email'} (${kind})`;

/** Returns as many lines as Stripe accepts in one text; marks a truncated list. */
function fitting(lines: readonly string[]): string {
  const rest = '- and more';
  const taken: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length + rest.length > largestEvidence.text) return [...taken, rest].join('\n');
    taken.push(line);
  }
  return taken.join('\n');
}
