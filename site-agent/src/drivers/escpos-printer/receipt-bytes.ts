import receiptline, { type BaseCommand } from 'receiptline';
import { describe } from '../health-report.ts';
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

/** The document cannot be rendered as a receipt, for example because of a broken image. */
export class UnprintableReceipt extends Error {
  override readonly name = 'UnprintableReceipt';
}

/**
 * Returns a ReceiptLine document as one ESC/POS job, with cut and completion request.
 * @throws UnprintableReceipt
 */
export function receiptBytes(source: string, { columns, encoding }: Pick<EscposPrinterConfig, 'columns' | 'encoding'>): Buffer {
  // A logo is already black and white: shades of gray would put white dots into its black.
  const look = { spacing: true, gradient: false };
  try {
    return Buffer.from(receiptline.transform(source, { cpl: columns, encoding, ...look, command: safeEscpos }), 'latin1');
  } catch (error) {
    throw new UnprintableReceipt(describe(error), { cause: error });
  }
}
