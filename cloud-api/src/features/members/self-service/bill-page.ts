import { escapedHtml } from '@washdesk/rules/text/html';
import type { MemberLanguage } from '@washdesk/rules/text/languages';

/** A paid invoice as its member reads it; amounts in cents. */
export interface Bill {
  number: string | null;
  at: Date;
  timeZone: string;
  site: string | null;
  address: string | null;
  phone: string | null;
  lines: readonly { name: string; from: Date; to: Date; amount: number; discount: number }[];
  tax: number;
  total: number;
  paid: number;
}

const texts = {
  en: {
    title: 'Bill',
    number: 'Number',
    date: 'Date',
    discount: 'Discount',
    tax: 'Tax',
    total: 'Total',
    credit: 'Paid by credit',
    paid: 'Paid',
  },
  es: {
    title: 'Cobro',
    number: 'Número',
    date: 'Fecha',
    discount: 'Descuento',
    tax: 'Impuesto',
    total: 'Total',
    credit: 'Pagado con saldo a favor',
    paid: 'Pagado',
  },
} as const satisfies Record<MemberLanguage, object>;

const style = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 34em; margin: 2em auto; padding: 0 1em; color: #111; background: #fff }
h1 { font-size: 1.5em } table { width: 100%; border-collapse: collapse } th { text-align: left; font-weight: normal }
td { text-align: right; white-space: nowrap; vertical-align: top; padding-left: 1em } tr { border-bottom: 1px solid #ccc }
th, td { padding-block: .4em } small { display: block; color: #555 } .sum { font-weight: bold } address { font-style: normal; white-space: pre-line }`;

/** Renders a bill as a page to read and print, in the member's language. */
export function billPage(bill: Bill, lang: MemberLanguage): string {
  const text = texts[lang];
  const locale = lang === 'es' ? 'es-US' : 'en-US';
  const dollars = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', signDisplay: 'negative' });
  const money = (cents: number): string => dollars.format(cents / 100);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: bill.timeZone });
  const row = (label: string, value: string, of = ''): string =>
    `<tr${of}><th scope="row">${label}</th><td>${escapedHtml(value)}</td></tr>`;
  const lines = bill.lines.flatMap(({ name, from, to, amount, discount }) => [
    row(`${escapedHtml(name)}<small>${escapedHtml(day.formatRange(from, to))}</small>`, money(amount)),
    ...(discount === 0 ? [] : [row(text.discount, money(-discount))]),
  ]);
  const place = [bill.site, bill.address, bill.phone].filter((part) => part !== null && part !== '');
  return `<!doctype html>
<html lang="${lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text.title}</title>
<style>${style}</style>
<main>
<h1>${text.title}</h1>
<address>${escapedHtml(place.join('\n'))}</address>
<table>
${[
  ...(bill.number === null ? [] : [row(text.number, bill.number)]),
  row(text.date, day.format(bill.at)),
  ...lines,
  ...(bill.tax === 0 ? [] : [row(text.tax, money(bill.tax))]),
  row(text.total, money(bill.total), ' class="sum"'),
  ...(bill.paid < bill.total ? [row(text.credit, money(bill.total - bill.paid))] : []),
  row(text.paid, money(bill.paid)),
].join('\n')}
</table>
</main>
</html>
`;
}
