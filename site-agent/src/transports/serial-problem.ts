import { SerialPort } from 'serialport';

/** Returns the reason why a port cannot be opened, as a sentence for IT. The system's own texts differ by platform. */
export async function serialProblem(path: string, error: unknown): Promise<string> {
  const message = error instanceof Error ? error.message : String(error);
  if (/cannot lock port|access denied|resource busy/i.test(message)) return `${path}: another program uses this port`;
  if (/permission denied/i.test(message)) return `${path}: the agent’s user may not use this port; add it to the group dialout`;
  if (/no such file|file not found/i.test(message))
    return `${path}: there is no such port; check the cable and the setting 'path'. Ports: ${await portsOf(SerialPort.list)}`;
  return `${path}: ${message}`;
}

/** Returns the names of this computer's ports, those that stay the same after a restart if there are such. */
export async function portsOf(list: typeof SerialPort.list): Promise<string> {
  try {
    const ports = await list();
    const names = ports.map(({ path, pnpId }) => (path.startsWith('/dev/') && pnpId ? `/dev/serial/by-id/${pnpId}` : path));
    return names.join(', ') || 'none';
  } catch {
    // without udevadm the library cannot list them
    return 'unknown';
  }
}
