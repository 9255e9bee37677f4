import { z } from 'zod';
import type { DeviceIdentity } from '../ports/device.ts';
import { laneOf, type DriverKind, type DriverPorts } from './device-kinds.ts';
import { escposPrinter } from './escpos-printer/definition.ts';
import { httpTablet } from './http-tablet/definition.ts';
import { lineTextReader } from './line-text-reader/definition.ts';
import { modbusGate } from './modbus-gate/definition.ts';

/** Every driver: a new one is a line here. */
const drivers = [modbusGate, lineTextReader, escposPrinter, httpTablet] as const;

type Driver = (typeof drivers)[number];
type ConfigSchema = Driver['config'];
type ConfigOf<K extends DriverKind> = z.output<Extract<Driver, { kind: K }>['config']>;

/** A device in the agent's configuration, with the fields that its driver asks for. */
export const deviceConfig = z.discriminatedUnion('driver', drivers.map(({ config }) => config) as [ConfigSchema, ...ConfigSchema[]]);
export type DeviceConfig = z.output<typeof deviceConfig>;

export interface CreatedDeviceOf<K extends DriverKind> {
  kind: K;
  identity: DeviceIdentity;
  config: ConfigOf<K>;
  driver: DriverPorts[K];
}
export type CreatedDevice = { [K in DriverKind]: CreatedDeviceOf<K> }[DriverKind];

/** The device with its driver, which is not started yet. */
export async function createDevice(config: DeviceConfig): Promise<CreatedDevice> {
  const definition = drivers.find(({ name }) => name === config.driver);
  if (!definition) throw new Error(`There is no driver ${config.driver}`);
  const { kind, create } = definition;
  // The union's member for `driver` validated the configuration, which ties it to this definition's kind and port.
  const identity: DeviceIdentity = { id: config.id, kind, name: config.name, lane: laneOf[kind](config as never) };
  return { kind, identity, config, driver: await create(config as never) } as CreatedDevice;
}

export function ofKind<K extends DriverKind>(devices: readonly CreatedDevice[], kind: K): CreatedDeviceOf<K>[] {
  return devices.filter((device) => device.kind === kind) as unknown as CreatedDeviceOf<K>[];
}
