import { describe, expect, it } from 'vitest';
import { pulsePath, stateLines, stateOf, statePath, switchPath } from './state-page.ts';

const webRelay10 = { family: 'webrelay-10', relay: 2, inputs: { gateOpen: 1, merge: 3 } } as const;
const webRelay = { family: 'webrelay', relay: 1, inputs: { gateOpen: 1 } } as const;
const x400 = { family: 'x-400', relay: 3, inputs: { presence: 4 } } as const;

it.each([
  [webRelay10, '/state.xml', '/state.xml?relay2State=2&pulseTime2=0.5', '/state.xml?relay2State=0'],
  [webRelay, '/stateFull.xml', '/stateFull.xml?relayState=2&pulseTime=0.5', '/stateFull.xml?relayState=0'],
  [x400, '/state.xml', '/state.xml?relay3=2&pulseTime3=0.5', '/state.xml?relay3=0'],
])('asks a board of %j by its own names', (wiring, state, pulse, off) => {
  expect([statePath(wiring), pulsePath(wiring, 500), switchPath(wiring, false)]).toEqual([state, pulse, off]);
});

it('rounds a pulse up to tenths of a second', () => {
  expect(pulsePath(webRelay, 1_410)).toContain('pulseTime=1.5');
  expect(pulsePath(webRelay, 5_000)).toContain('pulseTime=5');
});

describe('the state', () => {
  it.each([
    [webRelay10, '<relay1state>0</relay1state><relay2state>1</relay2state><input1state>1</input1state><input3state>0</input3state>'],
    [webRelay, '<relaystate>1</relaystate><inputstate>1</inputstate><rebootstate>0</rebootstate>'],
  ])('of %j is read', (wiring, values) => {
    expect(stateOf(`<?xml version="1.0" encoding="utf-8"?><datavalues>${values}</datavalues>`, wiring)).toMatchObject({
      relay: true,
      gateOpen: true,
    });
  });

  it('has no inputs that are not wired', () => {
    const page = '<datavalues><relay3>0</relay3><digitalInput4>1</digitalInput4></datavalues>';
    expect(stateOf(page, x400)).toEqual({ relay: false, presence: true });
  });

  it.each([
    ['another board', '<datavalues><relaystate>1</relaystate></datavalues>', 'no <relay2state>'],
    [
      'an input that the board lacks',
      '<datavalues><relay2state>1</relay2state><input1state>1</input1state></datavalues>',
      'no <input3state>',
    ],
    ['a value that is neither on nor off', '<datavalues><relay2state>xx</relay2state></datavalues>', "<relay2state> is 'xx'"],
  ])('is refused from %s', (_what, page, words) => {
    expect(() => stateOf(page, webRelay10)).toThrow(words);
  });
});

it('lists the relays and inputs of a page, and names those of the gate', () => {
  const page = (...values: string[]): string =>
    `<datavalues>${values.map((name) => `<${name}>1</${name}>`).join('')}<units>F</units></datavalues>`;
  expect(stateLines(page('input1state', 'relay1state', 'relay2state'), webRelay10)).toEqual([
    { what: 'Relay 1', found: 'on' },
    { what: 'Relay 2, this gate', found: 'on' },
    { what: 'Input 1, gate open', found: 'on' },
  ]);
  expect(stateLines(page('relaystate', 'inputstate'), webRelay)).toEqual([
    { what: 'Relay 1, this gate', found: 'on' },
    { what: 'Input 1, gate open', found: 'on' },
  ]);
  expect(stateLines(page('relay3', 'digitalinput4', 'input'), x400).map(({ what }) => what)).toEqual([
    'Relay 3, this gate',
    'Input 4, loop before the gate',
    'Input 1',
  ]);
});
