import type { ProbeLine } from '../../ports/device.ts';
import type { GateState } from '../../ports/gate-driver.ts';
import { inputLine, relayLine } from '../probe-lines.ts';
import { xmlValues } from '../xml-values.ts';
import type { ControlByWebGateConfig } from './config.ts';

type Wiring = Pick<ControlByWebGateConfig, 'family' | 'relay' | 'inputs'>;

interface Names {
  page: string;
  relay(number: number): string;
  input(number: number): string;
  command(number: number): string;
  pulseTime(number: number): string;
}

/** The boards of one vendor differ in their names only. */
const families: Record<ControlByWebGateConfig['family'], Names> = {
  'webrelay-10': {
    page: 'state.xml',
    relay: (n) => `relay${n}state`,
    input: (n) => `input${n}state`,
    command: (n) => `relay${n}State`,
    pulseTime: (n) => `pulseTime${n}`,
  },
  // `state.xml` of this family has no headers, so it is not HTTP
  webrelay: {
    page: 'stateFull.xml',
    relay: () => 'relaystate',
    input: () => 'inputstate',
    command: () => 'relayState',
    pulseTime: () => 'pulseTime',
  },
  'x-400': {
    page: 'state.xml',
    relay: (n) => `relay${n}`,
    input: (n) => `digitalinput${n}`,
    command: (n) => `relay${n}`,
    pulseTime: (n) => `pulseTime${n}`,
  },
};

export const statePath = ({ family }: Wiring): string => `/${families[family].page}`;

export function switchPath(wiring: Wiring, on: boolean): string {
  return `${statePath(wiring)}?${families[wiring.family].command(wiring.relay)}=${on ? 1 : 0}`;
}

/** The board counts in tenths of a second. */
export function pulsePath(wiring: Wiring, pulseMs: number): string {
  const { command, pulseTime } = families[wiring.family];
  return `${statePath(wiring)}?${command(wiring.relay)}=2&${pulseTime(wiring.relay)}=${Math.ceil(pulseMs / 100) / 10}`;
}

/**
 * Reads a gate from the page that every request returns.
 * @throws Error if the page is not the state of a board with this relay and these inputs
 */
export function stateOf(page: string, { family, relay, inputs }: Wiring): GateState {
  const { values } = xmlValues(page);
  const names = families[family];
  const input = (number: number | undefined) => (number === undefined ? undefined : isOn(values, names.input(number)));
  return {
    relay: isOn(values, names.relay(relay)),
    gateOpen: input(inputs.gateOpen),
    presence: input(inputs.presence),
    merge: input(inputs.merge),
    washInUse: input(inputs.washInUse),
  };
}

/** `relay2state`, `relaystate`, `digitalinput3`, … */
const output = /^relay(\d*)(?:state)?$/u;
const input = /^(?:digital)?input(\d*)(?:state)?$/u;

/** Lists every relay and input of the page that is on or off. */
export function stateLines(page: string, wiring: Wiring): ProbeLine[] {
  const states = [...xmlValues(page).values].filter(([, value]) => value === '0' || value === '1');
  const linesOf = (form: RegExp, line: typeof relayLine): ProbeLine[] =>
    states.flatMap(([name, value]) => {
      const number = form.exec(name)?.[1];
      return number === undefined ? [] : [line(Number(number || 1), value === '1', wiring)];
    });
  return [...linesOf(output, relayLine), ...linesOf(input, inputLine)];
}

function isOn(values: ReadonlyMap<string, string>, name: string): boolean {
  const value = values.get(name);
  if (value !== '0' && value !== '1') throw new Error(value === undefined ? `no <${name}>` : `<${name}> is '${value.slice(0, 20)}'`);
  return value === '1';
}
