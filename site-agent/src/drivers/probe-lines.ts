import type { ProbeLine } from '../ports/device.ts';

const inputNames: Record<string, string> = {
  gateOpen: 'gate open',
  presence: 'loop before the gate',
  merge: 'loop behind the gate',
  washInUse: 'wash in use',
};

/** What of a relay board is wired to a gate. */
export interface WiredGate {
  relay: number;
  /** The number of each input by its name. */
  inputs: Readonly<Record<string, number | undefined>>;
}

export function relayLine(number: number, on: boolean, { relay }: WiredGate): ProbeLine {
  return { what: `Relay ${number}${number === relay ? ', this gate' : ''}`, found: onOrOff(on) };
}

export function inputLine(number: number, on: boolean, { inputs }: WiredGate): ProbeLine {
  const name = Object.keys(inputs).find((key) => inputs[key] === number);
  return { what: `Input ${number}${name === undefined ? '' : `, ${inputNames[name] ?? name}`}`, found: onOrOff(on) };
}

export const timedPulseLine = (isConfigured: boolean): ProbeLine => ({
  what: 'Timed pulse',
  found: isConfigured ? 'configured; only an opening tests it' : 'not configured: the agent ends the pulse',
});

/** The board can't be reached: the only line. */
export const connectionLine = (error: unknown): ProbeLine => ({ what: 'Connection', found: (error as Error).message });

const onOrOff = (on: boolean): string => (on ? 'on' : 'off');
