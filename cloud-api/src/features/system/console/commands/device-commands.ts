import { v7 as uuidv7 } from 'uuid';
import { agentDevice, sitewatchDevice } from '@washdesk/site-protocol/commands';
import { testReceipt } from '@washdesk/site-protocol/test-receipt';
import { anyDevice, type ConsoleCall, type ConsoleCommand, type ConsoleDevice, type SiteDirectory } from '../console-command.ts';
import { facts, table } from '../console-text.ts';
import { siteTime } from './times.ts';

const healthOf = ({ health, reason }: ConsoleDevice): string => (reason === null ? health : `${health}: ${reason}`);

/** Devices, printers and Sitewatch. */
export const deviceCommands = (directory: SiteDirectory, now: () => Date): readonly ConsoleCommand[] => [
  {
    verb: 'devices',
    summary: 'List the devices of the site with their state',
    role: 'Admin',
    async run(call) {
      const devices = await directory.devicesOf(call.site().number);
      if (devices.length === 0) return { text: 'The agent has reported no devices' };
      const rows = devices.map((device) => [device.id, device.kind, device.name, String(device.lane ?? ''), healthOf(device)]);
      return { text: table(['DEVICE', 'KIND', 'NAME', 'LANE', 'STATE'], rows) };
    },
  },
  {
    verb: 'device',
    summary: 'Show one device',
    role: 'Admin',
    device: anyDevice,
    async run(call) {
      const device = call.device();
      return {
        text: facts([
          ['Device', device.id],
          ['Name', device.name],
          ['Kind', device.kind],
          ['Lane', device.lane === null ? 'none' : String(device.lane)],
          ['State', healthOf(device)],
          ['Since', siteTime(device.since, call.site().timeZone)],
        ]),
      };
    },
  },
  {
    verb: 'driver restart',
    button: 'Reconnect',
    summary: 'Close the connection to a device and open a new one',
    role: 'Admin',
    device: anyDevice,
    audit: { action: 'driver.restarted', subject: (call) => subjectOf('driver', call) },
    async run(call) {
      await call.ask(agentDevice, 'agent.restart-driver', { device: call.device().id });
      return { text: `The driver of ${call.device().id} was restarted. Type device ${call.device().id} for its state` };
    },
  },
  {
    verb: 'printer status',
    button: 'Check Printer',
    summary: 'Ask a printer for its state',
    role: 'Admin',
    device: 'printer',
    async run(call) {
      const { ready, reason } = await call.ask(call.device().id, 'printer.status', {});
      return { text: ready ? `${call.device().name} is ready` : `${call.device().name} isn’t ready: ${reason ?? 'no reason reported'}` };
    },
  },
  {
    verb: 'print test',
    button: 'Print Test',
    summary: 'Print a test receipt',
    role: 'Admin',
    device: 'printer',
    audit: { action: 'printer.tested', subject: (call) => subjectOf('printer', call) },
    async run(call) {
      const { id, name } = call.device();
      const source = testReceipt({ site: call.site(), printer: id, by: `${call.principal.name} at the console`, at: now() });
      const { state, reason } = await call.ask(id, 'printer.print', { job: uuidv7(), source });
      if (state === 'printed') return { text: `${name} printed the test receipt` };
      const why = reason === null ? '' : `: ${reason}`;
      return {
        ok: false,
        text: state === 'failed' ? `${name} printed nothing${why}` : `Whether ${name} printed isn’t known${why}. Check the paper`,
      };
    },
  },
  {
    verb: 'sitewatch health',
    button: 'Check Sitewatch',
    summary: 'Read from the site’s Sitewatch and measure the time',
    role: 'Admin',
    async run(call) {
      const began = performance.now();
      const { terminals } = await call.ask(sitewatchDevice, 'sitewatch.terminals', {});
      return { text: `Sitewatch responded in ${Math.round(performance.now() - began)} ms; it has ${terminals.length} terminals` };
    },
  },
];

const subjectOf = (kind: string, call: ConsoleCall): string => `${kind}:${call.site().number}/${call.device().id}`;
