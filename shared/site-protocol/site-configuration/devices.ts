import { z } from 'zod';
import type { DeviceKind } from '../envelope.ts';
import { deviceFields, addressProblem } from './device-fields.ts';
import { barcodeScannerFields, scannerFields } from './devices/barcode-scanner.ts';
import { controlByWebGateFields } from './devices/controlbyweb-gate.ts';
import { escposPrinterFields } from './devices/escpos-printer.ts';
import { gateFields, gateProblem } from './devices/gate.ts';
import { httpTabletFields } from './devices/http-tablet.ts';
import { lineTextReaderFields, readerProblem } from './devices/line-text-reader.ts';
import { llrpReaderFields } from './devices/llrp-reader.ts';
import { modbusGateFields } from './devices/modbus-gate.ts';
import { cameraFields, plateCameraFields } from './devices/plate-camera.ts';
import { r700ReaderFields } from './devices/r700-reader.ts';
import { readerFields } from './devices/reader.ts';
import { channelProblem, serialRelayGateFields } from './devices/serial-relay-gate.ts';

/** The device of one driver, as the cloud configures it. */
function device<const Driver extends string, Fields extends z.ZodRawShape>(
  [driver, title]: readonly [Driver, string],
  fields: Fields,
  problem: (config: z.output<z.ZodObject<Fields>>) => string | null = () => null,
) {
  const driverField = z.literal(driver).meta({ title: 'Driver', description: 'How the agent reaches the device' });
  return z
    .strictObject({ ...deviceFields, driver: driverField, ...fields })
    .superRefine((value, context) => {
      const message = problem(value as z.output<z.ZodObject<Fields>>);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .meta({ title });
}

/** A device with the fields of its kind and of its driver. */
export const siteDevice = z.discriminatedUnion('driver', [
  device(['modbus-gate', 'Gate, Modbus TCP'], { ...gateFields, ...modbusGateFields }, gateProblem),
  device(['controlbyweb-gate', 'Gate, ControlByWeb'], { ...gateFields, ...controlByWebGateFields }, gateProblem),
  device(['serial-relay-gate', 'Gate, serial relay'], { ...gateFields, ...serialRelayGateFields }, channelProblem),
  device(['line-text-reader', 'Tag reader, lines of text'], { ...readerFields, ...lineTextReaderFields }, readerProblem),
  device(['llrp-reader', 'Tag reader, LLRP'], { ...readerFields, ...llrpReaderFields }),
  device(['r700-reader', 'Tag reader, Impinj R700'], { ...readerFields, ...r700ReaderFields }),
  device(['escpos-printer', 'Receipt printer, ESC/POS'], escposPrinterFields, addressProblem),
  device(['http-tablet', 'Tablet with hints'], httpTabletFields),
  device(['plate-camera', 'Plate camera'], { ...cameraFields, ...plateCameraFields }),
  device(['barcode-scanner', 'Barcode scanner'], { ...scannerFields, ...barcodeScannerFields }, addressProblem),
]);
export type SiteDevice = z.output<typeof siteDevice>;
export type DeviceDriver = SiteDevice['driver'];

export const kindOfDriver: Record<DeviceDriver, DeviceKind> = {
  'modbus-gate': 'gate',
  'controlbyweb-gate': 'gate',
  'serial-relay-gate': 'gate',
  'line-text-reader': 'reader',
  'llrp-reader': 'reader',
  'r700-reader': 'reader',
  'escpos-printer': 'printer',
  'http-tablet': 'tablet',
  'plate-camera': 'camera',
  'barcode-scanner': 'scanner',
};
