import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import PdfKit from 'pdfkit';
import { cardBrand } from '@washdesk/rules/billing/card-brands';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { fonts, pageMargin as margin } from '../../../../common/pdf-page.ts';
import type { EvidenceRecords, SignedAgreement } from './evidence-records.ts';
import { agreedPrice, dayOf, messageWords, timeOf } from './evidence-texts.ts';

type Document = InstanceType<typeof PdfKit>;

const sizes = { title: 18, heading: 12, text: 9 };
const grey = '#555555';

/** Returns a PDF of a few pages with the company's records, one section each. */
export async function evidencePdfOf(records: EvidenceRecords, made: Date): Promise<Buffer> {
  const { dispute, timeZone } = records;
  const info = { Title: `Evidence for dispute ${dispute.id}`, CreationDate: made };
  const document = new PdfKit({ size: 'LETTER', margin, bufferPages: true, font: fonts.text, info });
  const bytes = buffer(document);
  document.fontSize(sizes.text);
  head(document, records);
  if (records.agreement) agreement(document, records.agreement);
  await table(
    document,
    'Receipts',
    ['Date', 'Site', 'Receipt', 'Amount'],
    records.receipts.map(({ at, timeZone: zone, siteName, kind, item, amount }) => [
      timeOf(at, zone),
      siteName ?? '',
      [receiptWords[kind] ?? kind, item].filter(Boolean).join(': '),
      amount === null ? '' : centsToDollars(amount),
    ]),
  );
  const cut = records.washes.length < records.washCount ? `, the newest ${records.washes.length}` : '';
  await table(
    document,
    `Washes (${records.washCount} in all, ${records.washesSince} after the disputed charge${cut})`,
    ['Date', 'Site', 'Plate or tag', 'Plan', 'Gate'],
    records.washes.map(({ at, timeZone: zone, siteName, code, plan, gate }) => [
      timeOf(at, zone),
      siteName ?? '',
      code ?? '',
      plan ?? '',
      gate ?? '',
    ]),
  );
  await table(
    document,
    'Messages sent to the customer',
    ['Date', 'Message', 'To'],
    records.messages.map(({ at, channel, kind, recipient }) => [timeOf(at, timeZone), messageWords(channel, kind), recipient]),
  );
  await table(
    document,
    'Earlier charges to this card that were not disputed',
    ['Date', 'Amount', 'For'],
    records.charges.map(({ at, amount, description }) => [dayOf(at, timeZone), centsToDollars(amount), description ?? '']),
  );
  numberPages(document);
  document.end();
  return bytes;
}

const receiptWords: Readonly<Record<string, string>> = {
  signup: 'Sign-up',
  charge: 'Charge',
  planchange: 'Change of the plan',
  priceincrease: 'Notice of a new price',
};

function head(document: Document, { dispute, charge, customer, timeZone }: EvidenceRecords): void {
  const card = charge?.payment_method_details?.card ?? charge?.payment_method_details?.card_present;
  document.font(fonts.bold).fontSize(sizes.title).text('Evidence for a disputed charge');
  document.font(fonts.text).fontSize(sizes.text).moveDown();
  const facts: [string, string][] = [
    ['Dispute', dispute.id],
    ['Amount', centsToDollars(dispute.amount)],
    ['Charged on', charge ? timeOf(new Date(charge.created * 1_000), timeZone) : ''],
    ['Charged for', charge?.description ?? ''],
    ['Card', card ? `${cardBrand(card.brand ?? 'card')} ending in ${card.last4 ?? ''}` : ''],
    ['Customer', customer?.name ?? ''],
  ];
  document.table({
    columnStyles: [110, '*'],
    rowStyles: { border: false, padding: 3 },
    data: facts.filter(([, value]) => value !== '').map(([label, value]) => [{ text: label, textColor: grey }, value]),
  });
}

function heading(document: Document, text: string): void {
  const needed = 90;
  if (document.y > document.page.height - margin - needed) document.addPage();
  document.moveDown(1.5).font(fonts.bold).fontSize(sizes.heading).text(text, margin);
  document.moveDown(0.5).font(fonts.text).fontSize(sizes.text);
}

const signatureSize: [number, number] = [220, 90];

function agreement(
  document: Document,
  { agreement: agreed, signature, typedName, signedAt, siteName, timeZone, at }: SignedAgreement,
): void {
  heading(document, 'Agreement');
  const where = [timeOf(at, timeZone), siteName, agreed.employee && `sold by ${agreed.employee}`].filter(Boolean).join(', ');
  document.text(`${agreed.item} at ${agreedPrice(agreed)}. ${where}.`).moveDown(0.5);
  for (const term of agreed.terms) document.text(`\u2022 ${term}`);
  if (!signedAt) return;
  const signed = `Signed by ${agreed.name ?? 'the customer'} on ${timeOf(signedAt, timeZone)}`;
  if (typedName !== null) document.moveDown().text(`${signed}, by typing the name: ${typedName}`);
  if (!signature) return;
  if (document.y > document.page.height - margin - signatureSize[1] - 40) document.addPage();
  document.moveDown().text(`${signed}:`);
  document.image(signature, margin, document.y + 4, { fit: signatureSize });
  document.y += signatureSize[1] + 12;
}

/** Rows laid out before yielding to other requests. */
const rowsAtOnce = 20;

/** The first column is a date and stays on one line. */
async function table(document: Document, title: string, columns: readonly string[], rows: readonly string[][]): Promise<void> {
  if (rows.length === 0) return;
  heading(document, title);
  const columnStyles = [130, ...columns.slice(1).map(() => '*')];
  const border: [number, number, number, number] = [0, 0, 0.5, 0];
  const line = { border, borderColor: '#cccccc', padding: 3 };
  document.table({ columnStyles, rowStyles: line, data: [columns.map((text) => ({ text, textColor: grey }))] });
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    document.table({ columnStyles, rowStyles: line, data: rows.slice(from, from + rowsAtOnce) });
    await nextTurn();
  }
}

function numberPages(document: Document): void {
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page);
    // text below the margin would start a new page
    document.page.margins.bottom = 0;
    document.fillColor(grey).text(`Page ${page + 1} of ${count}`, margin, document.page.height - 36, { lineBreak: false });
  }
}
