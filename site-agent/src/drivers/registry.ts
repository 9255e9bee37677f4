import { z } from 'zod';
import type { AnyDeviceKind, DeviceServices, DevicesOf } from '../ports/device-kind.ts';
import type { DeviceIdentity, Driver } from '../ports/device.ts';
import { barcodeScanner } from './barcode-scanner/definition.ts';
import { controlByWebGate } from './controlbyweb-gate/definition.ts';
import { escposPrinter } from './escpos-printer/definition.ts';
import { httpTablet } from './http-tablet/definition.ts';
import { lineTextReader } from './line-text-reader/definition.ts';
import { llrpReader } from './llrp-reader/definition.ts';
import { modbusGate } from './modbus-gate/definition.ts';
import { plateCamera } from './plate-camera/definition.ts';
import { r700Reader } from './r700-reader/definition.ts';
import { serialRelayGate } from './serial-relay-gate/definition.ts';

/** Every driver, one line each. */
const drivers = [
  modbusGate,
  controlByWebGate,
  serialRelayGate,
  lineTextReader,
  llrpReader,
  r700Reader,
  escposPrinter,
  httpTablet,
  plateCamera,
  barcodeScanner,
] as const;

type Definition = (typeof drivers)[number];
type ConfigSchema = Definition['config'];

/** A device in the agent's configuration, with the fields of its kind and its driver. */
export const deviceConfig = z.discriminatedUnion('driver', drivers.map(({ config }) => config) as [ConfigSchema, ...ConfigSchema[]]);
export type DeviceConfig = z.output<typeof deviceConfig>;

export interface CreatedDevice {
  kind: AnyDeviceKind;
  identity: DeviceIdentity;
  config: DeviceConfig;
  driver: Driver;
}

function definitionOf({ driver }: DeviceConfig): Definition {
  const definition = drivers.find(({ name }) => name === driver);
  if (!definition) throw new Error(`Unknown driver: ${driver}`);
  return definition;
}

export function identityOf(config: DeviceConfig): DeviceIdentity {
  const { kind } = definitionOf(config);
  // the union's member for `driver` validated the configuration, which ties it to this definition
  return { id: config.id, kind: kind.name, name: config.name, lane: kind.laneOf(config as never) };
}

/** Returns the device with its driver, not started yet. */
export async function createDevice(config: DeviceConfig): Promise<CreatedDevice> {
  const { kind, create } = definitionOf(config);
  return { kind, identity: identityOf(config), config, driver: await create(config as never) };
}

export function ofKind<Kind extends AnyDeviceKind>(devices: readonly CreatedDevice[], kind: Kind): DevicesOf<Kind> {
  return devices.filter((device) => device.kind === kind).map(({ identity, config, driver }) => ({ id: identity.id, config, driver }));
}

/** The handlers of all kinds: `infer` turns a union of parameters into an intersection. */
type Commands<Kind> = Kind extends { commands(...parameters: never): infer Handlers } ? (handlers: Handlers) => void : never;
type DeviceCommands = Commands<Definition['kind']> extends (handlers: infer All) => void ? All : never;

/** Returns the command handlers of every kind with a driver. */
export function deviceCommands(devices: readonly CreatedDevice[], services: DeviceServices): DeviceCommands {
  const kinds = new Set<AnyDeviceKind>(drivers.map(({ kind }) => kind));
  return Object.assign({}, ...[...kinds].map((kind) => kind.commands(ofKind(devices, kind), services))) as DeviceCommands;
}
