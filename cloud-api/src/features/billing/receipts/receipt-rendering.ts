import receiptline from 'receiptline';
import { receiptColumns } from './receipt-source.ts';

const page = (svg: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Receipt</title>
<style>body { margin: 0; background: #fff } svg { display: block; width: 80mm; height: auto; margin: 0 auto } @page { margin: 4mm }</style>
${svg}
</html>
`;

/** receiptline's wish for a font from the internet. A receipt prints without asking anybody, in the monospaced font that is there. */
const foreignFont = /<style type="text\/css"><!\[CDATA\[@import [^\]]*\]\]><\/style>/;

/** A receiptline source as a page to print in a window of its own. */
export const renderPage = (source: string): string =>
  page(receiptline.transform(source, { cpl: receiptColumns, encoding: 'multilingual', command: 'svg' }).replace(foreignFont, ''));

export const renderText = (source: string): string => receiptline.transform(source, { cpl: receiptColumns, command: 'text' });
