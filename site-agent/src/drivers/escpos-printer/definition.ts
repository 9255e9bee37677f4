import { printerKind } from '../../features/sites/printing/printer-kind.ts';
import { defineDriver } from '../define-driver.ts';
import { escposPrinterFields } from './config.ts';

/** A receipt printer that accepts ESC/POS on a TCP port, mostly 9100 (docs/site-devices.md#receipt-printers). */
export const escposPrinter = defineDriver({
  kind: printerKind,
  name: 'escpos-printer',
  fields: escposPrinterFields,
  async create(config) {
    const { EscposPrinter } = await import('./escpos-printer.ts');
    return new EscposPrinter(config);
  },
});
