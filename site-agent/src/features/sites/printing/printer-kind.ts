import { defineDeviceKind } from '../../../ports/device-kind.ts';
import type { ReceiptPrinter } from '../../../ports/receipt-printer.ts';
import { printerCommands } from './printing.ts';

export const printerKind = defineDeviceKind<ReceiptPrinter>()({
  name: 'printer',
  fields: {},
  laneOf: () => null,
  commands: (printers) => printerCommands(new Map(printers.map(({ id, driver }) => [id, driver]))),
});
