import receiptline, { type BaseCommand } from 'receiptline';
import { describe } from '../health-report.ts';
import { automaticStatusOff, automaticStatusOn } from './status-bytes.ts';
import type { EscposPrinterConfig } from './config.ts';

const escpos = receiptline.commands.escpos;

/**
 * ESC/POS without raw commands: whatever a document says, it cannot kick the cash drawer or reset the printer
 * (docs/site-devices.md#receipt-printers). The printer reports its faults by itself from the job's start to its end; the library's own
 * closing request for the paper sensor (`GS r`) proves that the job was printed.
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

/** The document cannot be turned into a receipt, a broken image for example. */
export class UnprintableReceipt extends Error {
  override readonly name = 'UnprintableReceipt';
}

/**
 * A ReceiptLine document as one ESC/POS job, cut and completion request included.
 * @throws UnprintableReceipt
 */
export function receiptBytes(source: string, { columns, encoding }: Pick<EscposPrinterConfig, 'columns' | 'encoding'>): Buffer {
  // A logo is black and white already: shades of grey would sprinkle its black with white dots.
  const look = { spacing: true, gradient: false };
  try {
    return Buffer.from(receiptline.transform(source, { cpl: columns, encoding, ...look, command: safeEscpos }), 'latin1');
  } catch (error) {
    throw new UnprintableReceipt(describe(error), { cause: error });
  }
}
