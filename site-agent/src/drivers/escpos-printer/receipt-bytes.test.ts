import { expect, it } from 'vitest';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { serialPort } from '@washdesk/site-protocol/site-configuration/device-fields';
import { receiptBytes, UnprintableReceipt } from './receipt-bytes.ts';

const printer = { columns: 42, encoding: 'cp437' } as const;
const printed = (source: string) => receiptBytes(source, printer).toString('latin1');

it('ends with the cut, the request for completion and automatic status off', () => {
  expect(printed('hello').endsWith('\n\x1dVB\x00\x1dr1\x1da\x00')).toBe(true);
});

it('switches automatic status on after the reset', () => {
  const job = printed('hello');
  expect(job.indexOf('\x1da\xff')).toBeGreaterThan(job.indexOf('\x1b@'));
  expect(job.indexOf('\x1da\xff')).toBeLessThan(job.indexOf('hello'));
});

it.each(['{command:\\x1bp011}', 'a {command:\\x1bp011} b', '\\x1bp011', '\x1bp011'])('lets no drawer kick of %j through', (source) => {
  expect(printed(source)).not.toContain('\x1bp');
});

it('writes letters in the code page of the printer', () => {
  expect(printed('José')).toContain('Jos\x82');
  expect(receiptBytes('José', { columns: 42, encoding: 'cp1252' }).toString('latin1')).toContain('José');
});

it.each(['cp437', 'cp858', 'cp1252', 'multilingual'] as const)('prints no question mark for what %s lacks', (encoding) => {
  const source = '^^^“Łukasz” | Nguyễn 😀\n王小明 – Юрий’s car | €5';
  const bytes = receiptBytes(source, { columns: 42, encoding }).toString('latin1');
  expect(bytes).not.toContain('?');
  expect(bytes).toMatch(/Lukasz|ukasz/);
});

it('takes no letter of a name for markup', () => {
  expect(printed('name｛command:x｝ | b')).toContain('namecommand:x');
});

it('leaves images out on a serial port with XON/XOFF, and reports a broken one there too', () => {
  const serial = serialPort.parse({ path: 'COM3', flowControl: 'xon-xoff' });
  const bytes = receiptBytes(`{image:${settingDefaults.receiptLogo}}\nhello`, { ...printer, serial });
  expect([bytes.includes(0x11), bytes.includes(0x13), bytes.includes('hello')]).toEqual([false, false, true]);
  expect(() => receiptBytes('{image:abc}', { ...printer, serial })).toThrow(UnprintableReceipt);
});

it('says so when a document cannot be drawn', () => {
  expect(() => printed('{image:abc}')).toThrow(UnprintableReceipt);
});
