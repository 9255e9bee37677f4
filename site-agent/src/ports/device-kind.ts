import type { z } from 'zod';
import type { DeviceKind } from '@washdesk/site-protocol/envelope';
import type { Clock } from './clock.ts';
import type { CommandTable } from './commands.ts';
import type { SiteEvents } from './site-events.ts';
import type { TagReads } from './tag-reader.ts';

/** What command handlers use besides the devices. */
export interface DeviceServices {
  clock: Clock;
  events: Pick<SiteEvents, 'publish'>;
  tags: TagReads;
}

/** A kind of device: everything its devices share, for any driver. */
export interface DeviceKindDefinition<
  Name extends DeviceKind,
  Driver,
  Fields extends z.ZodRawShape,
  Commands extends Partial<CommandTable>,
> {
  name: Name;
  /** Configuration fields that the kind's feature reads. */
  fields: Fields;
  /** Returns the one lane that a device serves; null for none or several. */
  laneOf(config: z.output<z.ZodObject<Fields>>): number | null;
  /** The handlers of the kind's commands. */
  commands(
    devices: readonly { id: string; config: z.output<z.ZodObject<Fields>> & { id: string }; driver: Driver }[],
    services: DeviceServices,
  ): Commands;
}

export type AnyDeviceKind = DeviceKindDefinition<DeviceKind, unknown, z.ZodRawShape, Partial<CommandTable>>;

/** The devices of a kind as its handlers receive them, and the port that its drivers implement. */
export type DevicesOf<Kind extends AnyDeviceKind> = Parameters<Kind['commands']>[0];
export type DriverOf<Kind extends AnyDeviceKind> = DevicesOf<Kind>[number]['driver'];

/** Defines a kind whose drivers implement the port `Driver`: `defineDeviceKind<GateDriver>()({ name: 'gate', … })`. */
export const defineDeviceKind =
  <Driver>() =>
  <Name extends DeviceKind, Fields extends z.ZodRawShape, Commands extends Partial<CommandTable>>(
    kind: DeviceKindDefinition<Name, Driver, Fields, Commands>,
  ): DeviceKindDefinition<Name, Driver, Fields, Commands> =>
    kind;
