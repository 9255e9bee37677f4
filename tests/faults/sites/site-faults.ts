import { setTimeout as sleep } from 'node:timers/promises';
import { bitsAnswer } from '@washdesk/simulators/gate/modbus-wire';
import { silentAfterCars } from '@washdesk/site-agent/testing/every-device';
import { until } from '@washdesk/test-support/until';
import type { FaultSite } from './fault-site.ts';

export interface SiteFault {
  name: string;
  /** The device, or the code of the agent's problem. */
  source: string;
  /** In the state of the device or agent, or in the alert. */
  sentence: RegExp;
  /** What a person does next, on the dashboard and in the alert. */
  step: RegExp;
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

/** A fault that is switched on and off. */
const switched = (set: (site: FaultSite, isOn: boolean) => unknown): Pick<SiteFault, 'inject' | 'mend'> => ({
  inject: (site) => set(site, true),
  mend: (site) => set(site, false),
});

const refuses = /refuses connections; check that it is on/;

/** The first ones are those of a small run: each part once, and the quick ones. */
export const siteFaults: readonly SiteFault[] = [
  {
    name: 'a printer without paper',
    source: 'printer',
    sentence: /^out of paper$/,
    step: /^Put a new roll of paper into the Register 1 printer\.$/,
    ...switched(({ printer }, paperOut) => printer.behave({ paperOut })),
  },
  {
    name: 'an antenna that reads nothing while its neighbor reads',
    source: 'zebra',
    sentence: /^antenna 2 is silent for 5 cars while antenna 1 reads; check its cable$/,
    step: /^Plug in the antenna’s cable at the Zebra reader and at the antenna\./,
    inject: (site) => cars(site, 1, silentAfterCars),
    mend: (site) => cars(site, 2, 1),
  },
  {
    name: 'a relay that stays on',
    source: 'north',
    sentence: /^the relay stays on$/,
    step: /^Turn the North gate’s relay board off and on\. If the relay stays on, replace the board/,
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
    step: /^Turn the North gate’s relay board off and on\. If it still doesn’t respond/,
    ...switched(({ gate }, mute) => gate.behave({ mute })),
  },
  {
    name: 'a relay board with another password',
    source: 'south',
    sentence: /it requires a user and a password; set 'login'/,
    step: /^Enter the user and password of the South gate’s relay board/,
    inject: ({ webGate }) => webGate.behave({ password: 'changed' }),
    mend: ({ webGate }) => webGate.behave({ password: '' }),
  },
  {
    name: 'an LLRP reader with an unplugged antenna',
    source: 'zebra',
    sentence: /^antenna 2 is disconnected$/,
    step: /^Plug in the antenna’s cable at the Zebra reader/,
    ...switched(({ llrpReader }, isOff) => llrpReader.posts['antenna']({ antenna: 2, isConnected: !isOff })),
  },
  {
    name: 'a Sitewatch server that is unreachable',
    source: 'sitewatch',
    sentence: /^(Can’t reach Sitewatch|Sitewatch’s server ends connections)/,
    step: /^(Make sure the Sitewatch server is on|Restart the Firebird service)/,
    inject: ({ proxies }) => proxies.sitewatch.cut(),
    mend: ({ proxies }) => proxies.sitewatch.restore(),
  },
  {
    name: 'a broker that hangs',
    source: 'agent-offline',
    sentence: /^The agent of this site isn’t connected$/,
    step: /^(Check the site’s internet connection|Make sure the site’s computer is on)/,
    inject: ({ proxies }) => proxies.broker.hold(),
    async mend({ proxies, logged }) {
      // long enough for an attempt to fail, so that the reason is more than a lost connection
      await sleep(8_000);
      const from = logged.length;
      proxies.broker.restore();
      const isNamed = () => logged.slice(from).some(({ outage }) => outage?.reason.startsWith('The broker doesn’t respond'));
      await until('the reason of the outage is logged', () => isNamed() || null, 60_000);
    },
  },
  // the rest of a full run
  {
    name: 'a relay board without power',
    source: 'north',
    sentence: refuses,
    step: /^Turn on the North gate’s relay board\./,
    ...switched(({ gate }, refuse) => gate.behave({ refuse })),
  },
  {
    name: 'another device at the address of a relay board',
    source: 'north',
    sentence: /check that 'host' and 'port' are those of the relay board/,
    step: /^Another device or program responds at this address/,
    inject: ({ gate }) => gate.override(() => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')),
    mend: ({ gate }) => gate.override(undefined),
  },
  {
    name: 'a web relay board that hangs',
    source: 'south',
    sentence: /respon/,
    step: /^Turn the South gate’s relay board off and on\./,
    ...switched(({ webGate }, mute) => webGate.behave({ mute })),
  },
  {
    name: 'a web relay board without power',
    source: 'south',
    sentence: refuses,
    step: /^Turn on the South gate’s relay board\./,
    ...switched(({ webGate }, refuse) => webGate.behave({ refuse })),
  },
  {
    name: 'a text reader without power',
    source: 'lanes',
    sentence: refuses,
    step: /^Turn on the Lanes reader\./,
    ...switched(({ textReader }, refuse) => textReader.behave({ refuse })),
  },
  {
    name: 'an LLRP reader without power',
    source: 'zebra',
    sentence: refuses,
    step: /^Turn on the Zebra reader\./,
    ...switched(({ llrpReader }, refuse) => llrpReader.behave({ refuse })),
  },
  {
    name: 'an LLRP reader that hangs',
    source: 'zebra',
    sentence: /it accepted the connection but sent no LLRP event/,
    step: /^Turn the Zebra reader off and on\./,
    ...switched(({ llrpReader }, silent) => llrpReader.behave({ silent })),
  },
  {
    name: 'an R700 with an unplugged antenna',
    source: 'impinj',
    sentence: /^antenna 1 isn’t connected; check its cable$/,
    step: /^Plug in the antenna’s cable at the Impinj reader/,
    ...switched(({ r700 }, isOff) => r700.posts['antenna']!({ antenna: 1, connected: !isOff })),
  },
  {
    name: 'an R700 without power',
    source: 'impinj',
    sentence: refuses,
    step: /^Turn on the Impinj reader\./,
    ...switched(({ r700 }, refuse) => r700.behave({ refuse })),
  },
  {
    name: 'a printer with its cover open',
    source: 'printer',
    sentence: /^the cover is open$/,
    step: /^Close the cover of the Register 1 printer\.$/,
    ...switched(({ printer }, coverOpen) => printer.behave({ coverOpen })),
  },
  {
    name: 'a printer that was set to offline',
    source: 'printer',
    sentence: /^set to offline on the printer$/,
    step: /^Press the online or feed button on the Register 1 printer\.$/,
    ...switched(({ printer }, offline) => printer.behave({ offline })),
  },
  {
    name: 'a printer that hangs',
    source: 'printer',
    sentence: /^accepts connections but doesn’t respond$/,
    step: /^Turn the Register 1 printer off and on\.$/,
    ...switched(({ printer }, dumb) => printer.behave({ dumb })),
  },
  {
    name: 'a printer without power',
    source: 'printer',
    sentence: refuses,
    step: /^Turn on the Register 1 printer\./,
    ...switched(({ printer }, refuse) => printer.behave({ refuse })),
  },
  {
    name: 'a scanner at a wrong speed',
    source: 'scanner',
    sentence: /^it sends unreadable bytes; check the baud rate and the parity$/,
    step: /^Scan the vendor’s setup code for the Scanner/,
    ...switched(async ({ scanner }, garbles) => {
      await scanner.behave({ garbles });
      await scanner.scan(tag);
    }),
  },
  {
    name: 'a scanner without power',
    source: 'scanner',
    sentence: refuses,
    step: /^Turn on the Scanner\./,
    ...switched(({ scanner }, refuse) => scanner.behave({ refuse })),
  },
  {
    name: 'a computer whose clock is 4 minutes fast',
    source: 'clock',
    sentence: /^The clock of the site’s computer is 4 min fast; commands use the cloud’s time$/,
    step: /^Turn on automatic time \(NTP\) on the site’s computer\.$/,
    inject: ({ shiftClock }) => shiftClock(240_000),
    mend: ({ shiftClock }) => shiftClock(0),
  },
  {
    name: 'a disk that is nearly full',
    source: 'disk-space',
    sentence: /^The site computer’s disk is \d+ % full, .* are left; delete what isn’t needed$/,
    step: /^Delete old backups, logs and downloads from the disk/,
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
    step: /^Make sure the site’s computer is on and connected to the internet\./,
    inject: ({ agent }) => agent.stop('SIGKILL'),
    mend: ({ startAgent }) => startAgent(),
  },
  {
    name: 'a tablet that hangs',
    source: 'tablet',
    sentence: /^doesn’t respond in time$/,
    step: /^Restart the signature app on the Desk tablet\./,
    inject: ({ tablet }) => tablet.posts['behaviour']!({ mute: true }),
    mend: ({ tablet }) => tablet.posts['behaviour']!({ mute: false }),
  },
  {
    name: 'a camera that posts to another path',
    source: 'camera',
    sentence: /^it posts to another path than \/plates\/camera\/<secret>$/,
    step: /^Enter the address with its secret/,
    async inject({ camera, postAddress }) {
      camera.aim(postAddress.replace('/plates/', '/wrong/'));
      await camera.car().catch(() => undefined);
    },
    async mend({ camera, postAddress }) {
      camera.aim(postAddress);
      await camera.car();
    },
  },
  {
    name: 'a camera without power',
    source: 'camera',
    sentence: refuses,
    step: /^Turn on the Camera\./,
    inject: ({ camera }) => camera.behave({ refuse: true }),
    mend: ({ camera }) => camera.behave({ refuse: false }),
  },
  {
    name: 'a Sitewatch server that hangs',
    source: 'sitewatch',
    sentence: /^Sitewatch’s server accepts the connection and doesn’t respond; restart Firebird/,
    step: /^Restart the Firebird service on the Sitewatch server\.$/,
    inject: ({ proxies }) => proxies.sitewatch.hold(),
    mend: ({ proxies }) => proxies.sitewatch.restore(),
  },
  {
    name: 'a cloud that refuses the service account',
    source: 'cloud',
    sentence: /^The cloud refuses the site’s service account; check clientId and clientSecret$/,
    step: /^Create a new secret for the site’s service account/,
    inject: ({ members }) => members.refuse(true),
    mend: ({ members }) => members.refuse(false),
  },
];

/** The agent is started again for these: it is offline meanwhile. */
export const restarts: readonly string[] = ['disk-space', 'agent-offline'];
