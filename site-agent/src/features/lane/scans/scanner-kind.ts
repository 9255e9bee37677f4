import { redactCardNumbers } from '@washdesk/rules/codes/sensitive';
import { scannerFields } from '@washdesk/site-protocol/site-configuration/devices/barcode-scanner';
import type { BarcodeScanner } from '../../../ports/barcode-scanner.ts';
import { defineDeviceKind } from '../../../ports/device-kind.ts';

/** A barcode scanner at a register. Its scans are reported live, with the register's terminal. */
export const scannerKind = defineDeviceKind<BarcodeScanner>()({
  name: 'scanner',
  fields: scannerFields,
  laneOf: () => null,
  commands(scanners, { events }) {
    for (const { id, driver, config } of scanners) {
      driver.onScan((code) => {
        // a payment card is not scanned, and its number must not be in a topic
        if (redactCardNumbers(code) !== code) {
          const payload = { terminal: config.terminal, reason: 'The code looks like a card number' };
          return events.publish({ kind: 'ignored-scan', source: id, payload });
        }
        events.publish({ kind: 'scan', source: id, payload: { scanner: id, terminal: config.terminal, code } });
      });
    }
    return {};
  },
});
