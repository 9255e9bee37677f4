import { setTimeout as sleep } from 'node:timers/promises';
import { bitsAnswer } from '@washdesk/simulators/gate/modbus-wire';
import { silentAfterCars, type FaultSite } from './fault-site.ts';

export interface SiteFault {
  name: string;
  /** The device, or the code of the agent's problem. */
  source: string;
  /** In the state of the device or agent, or in the alert. */
  sentence: RegExp;
  inject(site: FaultSite): unknown;
  mend(site: FaultSite): unknown;
}

const tag = '12345123456';
const readCoils = 1;

/** Lets cars pass at an antenna of the LLRP reader. */
async function cars({ llrpReader }: FaultSite, antenna: number, count: number): Promise<void> {
  for (let car = 0; car < count; car += 1) {
    await llrpReader.tag({ tag: `E2003412ABCDEF98765${antenna}0${String(car).padStart(3, '0')}`, antenna, count: 2 });
    await sleep(20);
  }
}

const refuses = /refuses connections; check that it is on/;

/** The first ones are those of a small run: each part once, and the quick ones. */
export const siteFaults: readonly SiteFault[] = [
  {
    name: 'a printer without paper',
    source: 'printer',
    sentence: /^out of paper$/,
    inject: ({ printer }) => printer.behave({ paperOut: true }),
    mend: ({ printer }) => printer.behave({ paperOut: false }),
  },
  {
    name: 'an antenna that reads nothing while its neighbor reads',
    source: 'zebra',
    sentence: /^antenna 2 is silent for 5 cars while antenna 1 reads; check its cable$/,
    inject: (site) => cars(site, 1, silentAfterCars),
    mend: (site) => cars(site, 2, 1),
  },
  {
    name: 'a relay that stays on',
    source: 'north',
    sentence: /^the relay stays on$/,
    inject: ({ gate }) =>
      gate.override((request, honest) =>
        request.functionCode === readCoils ? bitsAnswer(request, Array<boolean>(request.value).fill(true)) : honest,
      ),
    mend: ({ gate }) => gate.override(undefined),
  },
  {
    name: 'a relay board that hangs',
    source: 'north',
    sentence: /it accepted the connection but didn’t respond; check the board and the 'unit' setting/,
    inject: ({ gate }) => gate.behave({ mute: true }),
    mend: ({ gate }) => gate.behave({ mute: false }),
  },
  {
    name: 'a relay board with another password',
    source: 'south',
    sentence: /it requires a user and a password; set 'login'/,
    inject: ({ webGate }) => webGate.behave({ password: 'changed' }),
    mend: ({ webGate }) => webGate.behave({ password: '' }),
  },
  {
    name: 'an LLRP reader with an unplugged antenna',
    source: 'zebra',
    sentence: /^antenna 2 is disconnected$/,
    inject: ({ llrpReader }) => llrpReader.posts['antenna']({ antenna: 2, isConnected: false }),
    mend: ({ llrpReader }) => llrpReader.posts['antenna']({ antenna: 2, isConnected: true }),
  },
  {
    name: 'a Sitewatch server that is unreachable',
    source: 'sitewatch',
    sentence: /^Can’t reach Sitewatch/,
    inject: ({ proxies }) => proxies.sitewatch.cut(),
    mend: ({ proxies }) => proxies.sitewatch.restore(),
  },
  {
    name: 'a broker that hangs',
    source: 'agent-offline',
    sentence: /^The agent of this site isn’t connected$/,
    inject: ({ proxies }) => proxies.broker.hold(),
    async mend({ proxies, logged }) {
      // long enough for an attempt to fail, so that the reason is more than a lost connection
      await sleep(8_000);
      const from = logged.length;
      proxies.broker.restore();
      while (!logged.slice(from).some(({ outage }) => outage?.reason.startsWith('The broker doesn’t respond'))) await sleep(100);
    },
  },
  // the rest of a full run
  {
    name: 'a relay board without power',
    source: 'north',
    sentence: refuses,
    inject: ({ gate }) => gate.behave({ refuse: true }),
    mend: ({ gate }) => gate.behave({ refuse: false }),
  },
  {
    name: 'another device at the address of a relay board',
    source: 'north',
    sentence: /check that 'host' and 'port' are those of the relay board/,
    inject: ({ gate }) => gate.override(() => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')),
    mend: ({ gate }) => gate.override(undefined),
  },
  {
    name: 'a web relay board that hangs',
    source: 'south',
    sentence: /respon/,
    inject: ({ webGate }) => webGate.behave({ mute: true }),
    mend: ({ webGate }) => webGate.behave({ mute: false }),
  },
  {
    name: 'a web relay board without power',
    source: 'south',
    sentence: refuses,
    inject: ({ webGate }) => webGate.behave({ refuse: true }),
    mend: ({ webGate }) => webGate.behave({ refuse: false }),
  },
  {
    name: 'a text reader without power',
    source: 'lanes',
    sentence: refuses,
    inject: ({ textReader }) => textReader.behave({ refuse: true }),
    mend: ({ textReader }) => textReader.behave({ refuse: false }),
  },
  {
    name: 'an LLRP reader without power',
    source: 'zebra',
    sentence: refuses,
    inject: ({ llrpReader }) => llrpReader.behave({ refuse: true }),
    mend: ({ llrpReader }) => llrpReader.behave({ refuse: false }),
  },
  {
    name: 'an LLRP reader that hangs',
    source: 'zebra',
    sentence: /it accepted the connection but sent no LLRP event/,
    inject: ({ llrpReader }) => llrpReader.behave({ silent: true }),
    mend: ({ llrpReader }) => llrpReader.behave({ silent: false }),
  },
  {
    name: 'an R700 with an unplugged antenna',
    source: 'impinj',
    sentence: /^antenna 1 isn’t connected; check its cable$/,
    inject: ({ r700 }) => r700.posts['antenna']!({ antenna: 1, connected: false }),
    mend: ({ r700 }) => r700.posts['antenna']!({ antenna: 1, connected: true }),
  },
  {
    name: 'an R700 without power',
    source: 'impinj',
    sentence: refuses,
    inject: ({ r700 }) => r700.behave({ refuse: true }),
    mend: ({ r700 }) => r700.behave({ refuse: false }),
  },
  {
    name: 'a printer with its cover open',
    source: 'printer',
    sentence: /^the cover is open$/,
    inject: ({ printer }) => printer.behave({ coverOpen: true }),
    mend: ({ printer }) => printer.behave({ coverOpen: false }),
  },
  {
    name: 'a printer that was set to offline',
    source: 'printer',
    sentence: /^set to offline on the printer$/,
    inject: ({ printer }) => printer.behave({ offline: true }),
    mend: ({ printer }) => printer.behave({ offline: false }),
  },
  {
    name: 'a printer that hangs',
    source: 'printer',
    sentence: /^accepts connections but doesn’t respond$/,
    inject: ({ printer }) => printer.behave({ dumb: true }),
    mend: ({ printer }) => printer.behave({ dumb: false }),
  },
  {
    name: 'a printer without power',
    source: 'printer',
    sentence: refuses,
    inject: ({ printer }) => printer.behave({ refuse: true }),
    mend: ({ printer }) => printer.behave({ refuse: false }),
  },
  {
    name: 'a scanner at a wrong speed',
    source: 'scanner',
    sentence: /^it sends unreadable bytes; check the baud rate and the parity$/,
    async inject({ scanner }) {
      await scanner.behave({ garbles: true });
      await scanner.scan(tag);
    },
    async mend({ scanner }) {
      await scanner.behave({ garbles: false });
      await scanner.scan(tag);
    },
  },
  {
    name: 'a scanner without power',
    source: 'scanner',
    sentence: refuses,
    inject: ({ scanner }) => scanner.behave({ refuse: true }),
    mend: ({ scanner }) => scanner.behave({ refuse: false }),
  },
  {
    name: 'a computer whose clock is 4 minutes fast',
    source: 'clock',
    sentence: /^The clock of the site's computer is 4 min fast; commands use the cloud’s time$/,
    inject: ({ shiftClock }) => shiftClock(240_000),
    mend: ({ shiftClock }) => shiftClock(0),
  },
  {
    name: 'a disk that is nearly full',
    source: 'disk-space',
    sentence: /^The site computer’s disk is \d+ % full, .* are left; delete what isn’t needed$/,
    async inject({ agent, startAgent }) {
      await agent.stop('SIGKILL');
      await startAgent({ diskWarnPercent: 1 });
    },
    async mend({ agent, startAgent }) {
      await agent.stop('SIGKILL');
      await startAgent();
    },
  },
  {
    name: 'an agent that was killed',
    source: 'agent-offline',
    sentence: /^The agent of this site isn’t connected$/,
    inject: ({ agent }) => agent.stop('SIGKILL'),
    mend: ({ startAgent }) => startAgent(),
  },
];

/** The agent is started again for these: it is offline meanwhile. */
export const restarts: readonly string[] = ['disk-space', 'agent-offline'];
