import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import PdfKit from 'pdfkit';
import { fonts, pageMargin } from '../../../../common/pdf-page.ts';

export interface PrintedLetter {
  /** Who writes: the site's name and address, a line each. */
  from: readonly string[];
  /** Name and address of the member, a line each. */
  to: readonly string[];
  /** The day of the letter, as Americans write it. */
  date: string;
  subject: string;
  text: string;
}

const size = 11;
/** Where the window of an envelope is, folded in three: the second address window of a No. 10 envelope. */
const addressTop = 144;

/** One page a letter. Other requests are answered between two pages. */
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
    // a text that is too long for the page ends there: every letter is one
    document.moveDown().text(text, { height: document.page.height - pageMargin - document.y, ellipsis: true, lineGap: 2 });
    await nextTurn();
  }
  document.end();
  return bytes;
}
