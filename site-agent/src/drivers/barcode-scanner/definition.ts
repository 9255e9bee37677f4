import { addressProblem } from '@washdesk/site-protocol/site-configuration/device-fields';
import { barcodeScannerFields } from '@washdesk/site-protocol/site-configuration/devices/barcode-scanner';
import { scannerKind } from '../../features/lane/scans/scanner-kind.ts';
import { defineDriver } from '../define-driver.ts';

/** A barcode scanner at a serial port, also by USB-CDC, or on the network (docs/site-devices.md#barcode-scanners). */
export const barcodeScanner = defineDriver({
  kind: scannerKind,
  name: 'barcode-scanner',
  fields: barcodeScannerFields,
  problem: addressProblem,
  async create(config) {
    const { SerialBarcodeScanner } = await import('./barcode-scanner.ts');
    return new SerialBarcodeScanner(config);
  },
});
