import { adviceIn } from './reported-sentence.ts';

/** A pattern of what a device reports, and the step; `{device}` is the device in words. The first that matches counts. */
type Step = readonly [RegExp, string];

const ofKind: Readonly<Record<string, readonly Step[]>> = {
  gate: [
    [/relay stays on/, 'Turn {device} off and on. If the relay stays on, replace the board. Until then operate the gate by hand.'],
    [/relay stayed closed/, 'Make sure the site’s computer never sleeps and isn’t overloaded: it turned the relay off too late.'],
    [/relay didn’t close/, 'Open the gate once more. If the relay doesn’t close again, replace {device}.'],
    [
      /wasn’t seen open/,
      'Look at the gate. If it stayed closed, check its operator. If it opened, check the contact that reports it open.',
    ],
    [
      /didn’t respond to the last command|wrong response to the last command/,
      'See whether the gate opened, then turn {device} off and on.',
    ],
    [/no such relay|didn’t execute/, 'Make sure the relay, coil and login in the site’s configuration match {device}.'],
    [
      /unit \d+: .*(didn’t|no) respon/,
      'Turn {device} off and on. If it still doesn’t respond, make sure the unit number in the site’s configuration matches the board.',
    ],
  ],
  reader: [
    [
      /antenna .*(silent|disconnected|isn’t connected)/,
      'Plug in the antenna’s cable at {device} and at the antenna. If that doesn’t help, replace the cable.',
    ],
    [/silent for over/, 'Check the power and the cables of all antennas of {device}, unless its lane was closed.'],
    [/another program holds/, 'Close the other program that uses {device}, or turn the reader off and on.'],
    [/sent nothing to port/, 'Enter the address and port of the site’s computer as the notify address of {device}.'],
    [
      /no LLRP event|doesn’t speak LLRP/,
      'Turn {device} off and on. If it still doesn’t respond, make sure its port and TLS in the site’s configuration match the reader.',
    ],
    [
      /RF interface is LLRP|RFID interface is LLRP/,
      'Choose “Impinj IoT Device Interface” on {device}, or the LLRP driver in the site’s configuration.',
    ],
    [/has no antenna/, 'Correct the antennas of {device} in the site’s configuration.'],
    [/has no effect|it rejected/, 'Correct this setting of {device} in the site’s configuration.'],
    [/unreadable bytes/, 'Compare the format, baud rate and parity of {device} with the site’s configuration, and check its cable.'],
    [/basic protocol/, 'Switch {device} to the basic protocol.'],
    [/reads are lost|discarded|buffer|too late/, 'Make sure the site’s computer isn’t overloaded and its network isn’t slow.'],
  ],
  printer: [
    [/out of paper/, 'Put a new roll of paper into {device}.'],
    [/cover is open/, 'Close the cover of {device}.'],
    [/set to offline/, 'Press the online or feed button on {device}.'],
    [/reports an error/, 'Clear any paper jam in {device}, then turn it off and on.'],
    [/couldn’t be rendered/, 'Print a test receipt on {device}. If that fails too, send the site’s support bundle to support.'],
  ],
  scanner: [
    [/unreadable bytes/, 'Scan the vendor’s setup code for {device}, or correct its baud rate and parity in the site’s configuration.'],
  ],
  camera: [
    [/posts to another path/, 'Enter the address with its secret from the site’s configuration in {device}.'],
    [/its posts come from/, 'Give {device} a fixed IP address, and enter it as its host in the site’s configuration.'],
    [/isn’t of the format/, 'In the site’s configuration, choose the format that {device} sends.'],
    [/keep-alive/, 'Check the push settings of {device}, then its network cable.'],
    [/more than .* MB/, 'Turn off pictures in the push settings of {device}, or make them smaller.'],
  ],
  tablet: [
    [/doesn’t respond/, 'Restart the signature app on {device}. If that doesn’t help, check its Wi-Fi.'],
    [/refuses connections/, 'Start the signature app on {device}.'],
  ],
  sitewatch: [
    [/refuses the user or the password/, 'Correct the user and password of Sitewatch in the site’s configuration.'],
    [/database .* is missing/, 'Correct the path of the Sitewatch database in the site’s configuration.'],
    [/doesn’t respond|didn’t respond|isn’t responding/, 'Restart the Firebird service on the Sitewatch server.'],
    [
      /refuses connections/,
      'Start the Firebird service on the Sitewatch server. If it’s running, make sure its port matches the site’s configuration.',
    ],
    [/name of Sitewatch’s server/, 'Correct the host of Sitewatch in the site’s configuration.'],
    [
      /unreachable|can’t reach|ends connections/i,
      'Make sure the Sitewatch server is on and connected to the network, then restart its Firebird service.',
    ],
    [/no permission/, 'Grant the Washdesk user the missing permission on this table in the Sitewatch database.'],
    [/character set/, 'Correct the character set of Sitewatch in the site’s configuration.'],
    [/not usable|read only/i, 'Contact support: Washdesk doesn’t know this version of the Sitewatch database.'],
  ],
};

/** Devices on the network or at a serial port, of any kind. */
const ofAll: readonly Step[] = [
  [/driver couldn’t start/, 'Correct the entry of {device} in the site’s configuration.'],
  [/user (or|and) (the|a) password|login/, 'Enter the user and password of {device} in the site’s configuration.'],
  [
    /check that 'host' and 'port'|not in HTTP|unexpected page|doesn’t have the page|speak TLS/,
    'Another device or program responds at this address. Make sure the host and port in the site’s configuration are those of {device}.',
  ],
  [
    /fingerprint|certificate/,
    'Ask who replaced the certificate of {device}. If it was planned, enter the new one in the site’s configuration.',
  ],
  [/another program uses this port/, 'Close the other program that uses the serial port of {device}.'],
  [/may not use this port/, 'Add the agent’s user to the dialout group, then restart the agent.'],
  [
    /no such port|port disappeared/,
    'Plug the cable of {device} into the site’s computer. If it’s plugged in, correct the serial port in the site’s configuration.',
  ],
  [
    /can’t listen/,
    'Close the other program that uses this port on the site’s computer, or choose another port in the site’s configuration.',
  ],
  [/can’t be resolved/, 'Enter the IP address of {device} as its host in the site’s configuration.'],
  [/baud rate/, 'Make sure {device} is on, and that its baud rate and flow control match the site’s configuration.'],
  [/refuses connections/, 'Turn on {device}. If it’s already on, make sure its host and port match the site’s configuration.'],
  [
    /unreachable|timed out/,
    'Check the power and the network cable of {device}. If both are fine, make sure its address matches the site’s configuration.',
  ],
  [/respon|sent nothing|nothing received|stopped accepting/, 'Turn {device} off and on.'],
];

const lastResort = 'Turn {device} off and on. If that doesn’t help, send the site’s support bundle to support.';

const nouns: Readonly<Record<string, string>> = {
  printer: 'printer',
  scanner: 'scanner',
  camera: 'camera',
  tablet: 'tablet',
  reader: 'reader',
  gate: 'gate',
};

/** Returns "the Joliet printer", "the Register 1 printer", "Printer 2" or "the North gate’s relay board". */
function deviceWords(kind: string, name: string): string {
  const noun = nouns[kind] ?? '';
  const lower = name.toLowerCase();
  const isNumbered = noun !== '' && lower.startsWith(`${noun} `);
  const named = `${isNumbered ? '' : 'the '}${name}${lower.includes(noun) ? '' : ` ${noun}`}`;
  return kind === 'gate' ? `${named}’s relay board` : named;
}

/** Returns what a person does about what a device reports (docs/decisions/0142-next-steps.md). */
export function deviceStep({ kind, name }: { kind: string; name: string }, reported: string): string {
  const step = [...(ofKind[kind] ?? []), ...ofAll].find(([pattern]) => pattern.test(reported))?.[1];
  return (step ?? adviceIn(reported) ?? lastResort).replaceAll('{device}', deviceWords(kind, name));
}
