import receiptline, { type BaseCommand } from 'receiptline';
import { describe } from '../health-report.ts';
import { charactersOf, nearestText } from '../nearest-text.ts';
import type { EscposPrinterConfig } from './config.ts';
import { automaticStatusOff, automaticStatusOn } from './status-bytes.ts';

const escpos = receiptline.commands.escpos;

/**
 * ESC/POS without raw commands: a document cannot open the cash drawer or reset the printer (docs/site-devices.md#receipt-printers). The
 * printer reports its faults on its own during the job; the library's closing request for the paper sensor (`GS r`) proves that the job was
 * printed.
 */
const safeEscpos: BaseCommand = {
  ...escpos,
  command: () => '',
  open(printer) {
    return escpos.open.call(this, printer) + automaticStatusOn;
  },
  close() {
    return escpos.close.call(this) + automaticStatusOff;
  },
};

/** An image's bytes may be XON or XOFF. It is still rendered, so that a broken one is reported on every printer. */
const withoutImages: BaseCommand = {
  ...safeEscpos,
  image(image: string) {
    const render: (this: BaseCommand, image: string) => string = escpos.image;
    render.call(this, image);
    return '';
  },
};

/** The code pages of each encoding, in iconv's names. */
const codePages: Record<EscposPrinterConfig['encoding'], readonly string[]> = {
  cp437: ['cp437'],
  cp858: ['cp858'],
  cp1252: ['windows-1252'],
  multilingual: ['cp437', 'cp852', 'cp858', 'cp866', 'windows-1252'],
};

/** Returns the source in characters that the printer has, where it would print '?'. */
function printable(source: string, encoding: EscposPrinterConfig['encoding']): string {
  const pages = codePages[encoding].map(charactersOf);
  return nearestText(source, (character) => pages.some((page) => page.has(character)));
}

/** The document cannot be rendered as a receipt, for example because of a broken image. */
export class UnprintableReceipt extends Error {
  override readonly name = 'UnprintableReceipt';
}

/**
 * Returns a ReceiptLine document as one ESC/POS job, with cut and completion request.
 * @throws UnprintableReceipt
 */
export function receiptBytes(
  source: string,
  { columns, encoding, serial }: Pick<EscposPrinterConfig, 'columns' | 'encoding' | 'serial'>,
): Buffer {
  const command = serial?.flowControl === 'xon-xoff' ? withoutImages : safeEscpos;
  // A logo is already black and white: shades of gray would put white dots into its black.
  const look = { spacing: true, gradient: false };
  try {
    return Buffer.from(receiptline.transform(printable(source, encoding), { cpl: columns, encoding, ...look, command }), 'latin1');
  } catch (error) {
    throw new UnprintableReceipt(describe(error), { cause: error });
  }
}
