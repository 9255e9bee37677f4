import { describe, expect, it } from 'vitest';
import { encompass } from './encompass.ts';

const { parse, problem } = encompass.createParser();
const epc = 'E2000019123456F123456789';

describe('a line of a TransCore reader', () => {
  it('is a tag, in upper case and without blanks', () => {
    expect(parse('#e200 3412 0123')).toEqual({ antenna: 1, tag: 'E20034120123', count: 1 });
  });

  it.each([
    ['antenna and count', `#${epc}%1-3-0A-0`, { antenna: 3, tag: epc, count: 10 }],
    ['antenna, count, time and date', `#${epc}%1-0-01-0&13:23:45.12&11/26/26`, { antenna: 0, tag: epc, count: 1 }],
    ['time and date before the antenna', `#${epc}&13:23:45.12&11/26/26%2-1-02-3`, { antenna: 1, tag: epc, count: 2 }],
    ['a page', `#${epc}&1`, { antenna: 1, tag: epc, count: 1 }],
    ['a count that is wrong', `#${epc}%1-2-FF-0`, { antenna: 2, tag: epc, count: 100 }],
    ['a count of zero', `#${epc}%1-2-00-0`, { antenna: 2, tag: epc, count: 1 }],
  ])('may have appended fields: %s', (_what, line, read) => {
    expect(parse(line)).toEqual(read);
  });

  it.each([
    '#Done',
    '#Error',
    '#ERRO',
    '#MAIN B5 S0 P0 D0',
    '#PWRB 0',
    '#ECPS P0 T0 X1 S0',
    '#INPT 01',
    '#Model AI1200 Ver 1.13 SN 000123',
    '#TransCore AI1620 Version 2 Copyright 1999',
    '#',
    '',
    epc,
    '#ABC',
    '#E2\u00ff34',
    `#${'A'.repeat(65)}`,
    '#%1-2-01-0',
  ])('is no tag: %j', (line) => {
    expect([parse(line), problem(line)]).toEqual([null, null]);
  });

  it('is a tag only by the pattern of the company, if there is one', () => {
    const own = encompass.createParser(/^WDSK\d{8}$/u);
    expect(own.parse('#WDSK 00012345%1-2-01-0')).toEqual({ antenna: 2, tag: 'WDSK00012345', count: 1 });
    expect(own.parse('#MAIN 00012345')).toBeNull();
    expect(own.parse(`#${epc}`)).toBeNull();
  });

  it.each([`#5${epc}1A2B`, '#0Done1F3A', '#1Error00FF', `#9${epc.slice(0, 20)}C0DE`])(
    'is refused in the error correcting protocol: %s',
    (line) => {
      expect(parse(line)).toBeNull();
      expect(problem(line)).toContain('switch the reader to basic protocol (#610)');
    },
  );

  it.each([`#${epc}`, '#12345123456', '#62989213123456789', '#629892231123456789012'])('is not taken for that protocol: %s', (line) => {
    expect(parse(line)).not.toBeNull();
    expect(problem(line)).toBeNull();
  });
});
