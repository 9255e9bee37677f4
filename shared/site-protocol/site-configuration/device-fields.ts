import { z } from 'zod';
import { secretName } from './secret-name.ts';

/** The number painted on the ground. */
export const laneNumber = z.int().min(1).max(99).meta({ title: 'Lane', description: 'The number painted on the ground' });

/** Fields of every device. The id becomes a segment of MQTT topics. */
export const deviceFields = {
  id: z
    .string()
    .regex(/^[a-z0-9_-]{1,40}$/, 'use small letters, digits, - and _')
    .meta({ title: 'Id', description: 'Small letters, digits, - and _; unique at the site, and kept if the device is replaced' }),
  name: z.string().trim().min(1).max(60).meta({ title: 'Name', description: 'What people read on screens' }),
};

/** Address of a device on the site's network. */
export const networkFields = {
  host: z.string().trim().min(1).max(253).meta({ title: 'Host', description: 'IP address or name in the site’s network' }),
  port: z.int().min(1).max(65_535).meta({ title: 'Port', description: 'TCP port' }),
};

/** The user of a device’s web server. */
export const login = z
  .strictObject({
    user: z.string().min(1).max(80).meta({ title: 'User', description: 'User name at the device' }),
    passwordSecret: secretName.meta({ title: 'Password', description: 'Name of the secret with the password' }),
  })
  .meta({ title: 'Login', description: 'User of the device’s web server' });

/** A serial port, with the settings of most devices. */
export const serialPort = z
  .strictObject({
    path: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .meta({ title: 'Path', description: 'COM3, or a name below /dev/serial/by-id: /dev/ttyUSB0 may be another device after a restart' }),
    baudRate: z.int().min(300).max(921_600).default(9_600).meta({ title: 'Baud rate', description: 'As set at the device' }),
    dataBits: z
      .union([z.literal(7), z.literal(8)])
      .default(8)
      .meta({ title: 'Data bits', description: 'As set at the device' }),
    parity: z.enum(['none', 'even', 'odd']).default('none').meta({ title: 'Parity', description: 'As set at the device' }),
    stopBits: z
      .union([z.literal(1), z.literal(2)])
      .default(1)
      .meta({ title: 'Stop bits', description: 'As set at the device' }),
    flowControl: z
      .enum(['none', 'xon-xoff', 'rts-cts'])
      .default('none')
      .meta({ title: 'Flow control', description: 'As set at the device' }),
  })
  .meta({ title: 'Serial port', description: 'For a device that isn’t on the network' });

/** Address of a device that is on the network or at a serial port; `addressProblem` requires one of them. */
export const addressFields = {
  host: networkFields.host.optional(),
  port: networkFields.port.optional(),
  serial: serialPort.optional(),
};

interface Address {
  host?: string | undefined;
  port?: number | undefined;
  serial?: object | undefined;
}

/** Returns what is wrong with the address; null if it is complete. */
export function addressProblem({ host, port, serial }: Address): string | null {
  const isNetwork = host !== undefined && port !== undefined;
  const isPart = (host !== undefined || port !== undefined) && !isNetwork;
  return isPart || isNetwork === (serial !== undefined) ? "give either 'host' and 'port', or 'serial'" : null;
}
