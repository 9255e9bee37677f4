import { addressProblem } from '@washdesk/site-protocol/site-configuration/device-fields';
import { escposPrinterFields } from '@washdesk/site-protocol/site-configuration/devices/escpos-printer';
import { printerKind } from '../../features/sites/printing/printer-kind.ts';
import { defineDriver } from '../define-driver.ts';

/** A receipt printer that accepts ESC/POS on a TCP port, mostly 9100, or on a serial port (docs/site-devices.md#receipt-printers). */
export const escposPrinter = defineDriver({
  kind: printerKind,
  name: 'escpos-printer',
  fields: escposPrinterFields,
  problem: addressProblem,
  async create(config) {
    const { EscposPrinter } = await import('./escpos-printer.ts');
    return new EscposPrinter(config);
  },
});
