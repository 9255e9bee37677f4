import { adviceIn } from './reported-sentence.ts';

/** A pattern of what a device reports, and the step; `{device}` is the device in words. The first that matches counts. */
type Step = readonly [RegExp, string];

const ofKind: Readonly<Record<string, readonly Step[]>> = {
  gate: [
    [/relay stays on/, 'Switch {device} off and on. If the relay stays on, replace the board, and open the gate by hand until then.'],
    [/relay stayed closed/, 'Check that the site’s computer never sleeps and isn’t overloaded: it switched the relay off too late.'],
    [/relay didn’t close/, 'Open the gate once to try. If the relay doesn’t close again, replace {device}.'],
    [
      /wasn’t seen open/,
      'Look at the gate: if it stayed closed, check its operator; if it opened, check the contact that reports it open.',
    ],
    [
      /didn’t respond to the last command|wrong response to the last command/,
      'Look whether the gate opened, then switch {device} off and on.',
    ],
    [/no such relay|didn’t execute/, 'Compare relay, coil and login of the gate in the site’s configuration with those set at {device}.'],
    [/unit \d+: .*(didn’t|no) respon/, 'Switch {device} off and on. If it stays silent, compare the gate’s unit number with the board’s.'],
  ],
  reader: [
    [
      /antenna .*(silent|disconnected|isn’t connected)/,
      'Plug in the antenna’s cable at {device} and at the antenna. If that doesn’t help, replace the cable.',
    ],
    [/silent for over/, 'Check power and cables of all antennas of {device}, and whether its lane was closed.'],
    [/another program holds/, 'Close the other program that uses {device}, or switch the reader off and on.'],
    [/sent nothing to port/, 'Set the site computer’s address and port as notify address at {device}.'],
    [
      /no LLRP event|doesn’t speak LLRP/,
      'Switch {device} off and on. If it stays silent, compare its port and TLS in the site’s configuration with the reader’s.',
    ],
    [
      /RF interface is LLRP|RFID interface is LLRP/,
      'Choose “Impinj IoT Device Interface” at {device}, or choose the LLRP driver in the site’s configuration.',
    ],
    [/has no antenna/, 'Correct the antennas of {device} in the site’s configuration.'],
    [/has no effect|it rejected/, 'Correct this setting of {device} in the site’s configuration.'],
    [/basic protocol/, 'Switch {device} to the basic protocol.'],
    [/reads are lost|discarded|buffer|too late/, 'Check that the site’s computer isn’t overloaded and its network isn’t slow.'],
  ],
  printer: [
    [/out of paper/, 'Put a new roll of paper into {device}.'],
    [/cover is open/, 'Close the cover of {device}.'],
    [/set to offline/, 'Press the online or feed button of {device}.'],
    [/reports an error/, 'Remove jammed paper from {device}, then switch it off and on.'],
    [/couldn’t be rendered/, 'Print a test receipt on {device}. If it fails too, send the site’s support bundle to support.'],
  ],
  scanner: [
    [/unreadable bytes/, 'Scan the vendor’s setup code for {device}, or correct its baud rate and parity in the site’s configuration.'],
  ],
  camera: [
    [/posts to another path/, 'Copy the address with its secret from the site’s configuration into {device}.'],
    [/its posts come from/, 'Give {device} a fixed address, and enter it as its host in the site’s configuration.'],
    [/isn’t of the format/, 'Choose the format that {device} posts in the site’s configuration.'],
    [/keep-alive/, 'Check the push settings of {device}, then its network cable.'],
    [/more than .* MB/, 'Switch the pictures off in the push settings of {device}, or make them smaller.'],
  ],
  tablet: [
    [/doesn’t respond/, 'Restart the signature app on {device}. If that doesn’t help, check its Wi-Fi.'],
    [/refuses connections/, 'Start the signature app on {device}.'],
  ],
  sitewatch: [
    [/refuses the user or the password/, 'Correct Sitewatch’s user and password in the site’s configuration.'],
    [/database .* is missing/, 'Correct the path of Sitewatch’s database in the site’s configuration.'],
    [/doesn’t respond|didn’t respond|isn’t responding/, 'Restart the service Firebird on Sitewatch’s server.'],
    [
      /refuses connections/,
      'Start the service Firebird on Sitewatch’s server. If it runs, compare its port with the site’s configuration.',
    ],
    [/name of Sitewatch’s server/, 'Correct the host of Sitewatch in the site’s configuration.'],
    [
      /unreachable|can’t reach|ends connections/i,
      'Check that Sitewatch’s server is on and connected to the network, then restart its service Firebird.',
    ],
    [/no permission/, 'Give Washdesk’s user the missing right on this table in Sitewatch’s database.'],
    [/character set/, 'Correct the character set of Sitewatch in the site’s configuration.'],
    [/not usable|read only/i, 'Ask support: Sitewatch’s database has a version that Washdesk doesn’t know.'],
  ],
};

/** Devices on the network or at a serial port, of any kind. */
const ofAll: readonly Step[] = [
  [/driver couldn’t start/, 'Correct the entry of {device} in the site’s configuration.'],
  [/user (or|and) (the|a) password|login/, 'Enter the user and password of {device} in the site’s configuration.'],
  [
    /check that 'host' and 'port'|not in HTTP|unexpected page|doesn’t have the page|speak TLS/,
    'Another device or program responds at this address: compare host and port of {device} in the site’s configuration with its own.',
  ],
  [
    /fingerprint|certificate/,
    'Ask who replaced the certificate of {device}. If it was planned, enter the new one in the site’s configuration.',
  ],
  [/another program uses this port/, 'Close the other program that uses the serial port of {device}.'],
  [/may not use this port/, 'Add the agent’s user to the group dialout, then restart the agent.'],
  [
    /no such port|port disappeared/,
    'Plug the cable of {device} into the site’s computer. If it is plugged in, correct the serial port in the site’s configuration.',
  ],
  [
    /can’t listen/,
    'Close the other program that uses this port on the site’s computer, or choose another port in the site’s configuration.',
  ],
  [/can’t be resolved/, 'Enter the IP address of {device} as its host in the site’s configuration.'],
  [/baud rate/, 'Check that {device} is on, then its baud rate and flow control in the site’s configuration.'],
  [/refuses connections/, 'Switch {device} on. If it is on, compare its host and port in the site’s configuration with its own.'],
  [
    /unreachable|timed out/,
    'Check the power and the network cable of {device}. If both are fine, compare its host in the site’s configuration.',
  ],
  [/respon|sent nothing|nothing received|stopped accepting/, 'Switch {device} off and on.'],
];

const lastResort = 'Switch {device} off and on. If it doesn’t work afterwards, send the site’s support bundle to support.';

const nouns: Readonly<Record<string, string>> = {
  printer: 'printer',
  scanner: 'scanner',
  camera: 'camera',
  tablet: 'tablet',
  reader: 'reader',
  gate: 'gate',
};

/** Returns "the Joliet printer", "the Register 1 printer" or "the relay board of the North gate". */
function deviceWords(kind: string, name: string): string {
  const noun = nouns[kind];
  const named = `the ${name}${noun === undefined || name.toLowerCase().includes(noun) ? '' : ` ${noun}`}`;
  return kind === 'gate' ? `the relay board of ${named}` : named;
}

/** Returns what a person does about what a device reports (docs/decisions/0142-next-steps.md). */
export function deviceStep({ kind, name }: { kind: string; name: string }, reported: string): string {
  const step = [...(ofKind[kind] ?? []), ...ofAll].find(([pattern]) => pattern.test(reported))?.[1];
  return (step ?? adviceIn(reported) ?? lastResort).replaceAll('{device}', deviceWords(kind, name));
}
