import receiptline from 'receiptline';
import { receiptColumns } from './receipt-source.ts';

const page = (svg: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Receipt</title>
<style>body { margin: 0; background: #fff } svg { display: block; width: 80mm; height: auto; margin: 4mm auto 0 } @page { margin: 4mm }</style>
${svg}
</html>
`;

/** The web font import that receiptline writes. It is removed, so that a receipt prints offline in the machine's monospaced font. */
const foreignFont = /<style type="text\/css"><!\[CDATA\[@import [^\]]*\]\]><\/style>/;

/** Renders a receiptline source as a page to print in its own window. */
export const renderPage = (source: string): string =>
  page(
    receiptline
      .transform(source, { cpl: receiptColumns, encoding: 'multilingual', spacing: true, command: 'svg' })
      .replace(foreignFont, ''),
  );

/** Omits large letters, which plain text would show spaced. Escapes a literal `^`. */
export const renderText = (source: string): string =>
  receiptline.transform(source.replaceAll(/(?<!\\)\^/g, ''), { cpl: receiptColumns, command: 'text' });
