import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import PdfKit from 'pdfkit';
import { fonts, pageMargin } from '../../../../common/pdf-page.ts';

export interface PrintedLetter {
  /** Sender: the site's name and address, one line each. */
  from: readonly string[];
  /** The member's name and address, one line each. */
  to: readonly string[];
  /** The letter's date in US format. */
  date: string;
  subject: string;
  text: string;
}

const size = 11;
/** Position of the address: the lower window of a No. 10 double-window envelope, folded in three. */
const addressTop = 144;

/** Renders one page per letter. Yields to other requests between pages. */
export async function lettersPdfOf(letters: readonly PrintedLetter[], made: Date): Promise<Buffer> {
  const info = { Title: 'Price increase notices', CreationDate: made };
  const document = new PdfKit({ size: 'LETTER', margin: pageMargin, font: fonts.text, info, autoFirstPage: false });
  const bytes = buffer(document);
  for (const { from, to, date, subject, text } of letters) {
    document.addPage();
    document.font(fonts.text).fontSize(size).text(from.join('\n'), pageMargin, pageMargin);
    document.text(to.join('\n'), pageMargin, addressTop);
    document.moveDown(2).text(date);
    document.moveDown(2).font(fonts.bold).text(subject).font(fonts.text);
    // text too long for the page is truncated: every letter is one page
    document.moveDown().text(text, { height: document.page.height - pageMargin - document.y, ellipsis: true, lineGap: 2 });
    await nextTurn();
  }
  document.end();
  return bytes;
}
