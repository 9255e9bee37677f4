import type { SerialSettings } from './serial-settings.ts';
import { openTcp, type TcpAddress } from './tcp.ts';
import type { OpenOptions, Transport } from './transport.ts';

/** Where a device is: on the network or at a serial port. */
export type DeviceAddress = TcpAddress | { serial: SerialSettings };

/**
 * Opens a connection to a device over the medium of its address.
 * @throws TransportError if it cannot be opened within `timeoutMs`
 */
export async function openTransport(address: DeviceAddress, options: OpenOptions): Promise<Transport> {
  if (!('serial' in address)) return openTcp({ ...address, ...options });
  // loads the library's native code, which most sites do not need
  const { openSerial } = await import('./serial.ts');
  return openSerial({ ...address.serial, ...options });
}
