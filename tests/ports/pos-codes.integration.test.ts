import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandResult } from '@washdesk/site-protocol/commands';
import { member, startWrittenSite, type WrittenSite } from './pos-writes.ts';

let site: WrittenSite;
let plates = 0;

beforeAll(async () => {
  site = await startWrittenSite();
});

afterAll(() => site.stop());

const freshPlate = (): string => `COD${(plates += 1)}-IL`;

interface CodeHolder {
  customer: number;
  objid: number;
  text: string;
}

async function codeHolder(text = freshPlate()): Promise<CodeHolder> {
  const { objid, codes } = await site.write('sitewatch.converge', member(text));
  return { customer: objid, objid: codes[0]!.objid, text };
}

const switchByText = (text: string, on: boolean): Promise<CommandResult<'sitewatch.switch-code'>> =>
  site.write('sitewatch.switch-code', { code: { text }, on });
const switchByObjid = (objid: number, on: boolean): Promise<CommandResult<'sitewatch.switch-code'>> =>
  site.write('sitewatch.switch-code', { code: { objid }, on });

describe('switching a code', () => {
  it('off and on by its number, and again changes nothing', async () => {
    const { customer, objid, text } = await codeHolder();
    const off = { code: { objid, customer, code: `${text}~${objid}` } };
    expect(await switchByObjid(objid, false)).toEqual(off);
    const before = await site.rows();
    expect(await switchByObjid(objid, false)).toEqual(off);
    expect(await site.rows()).toEqual(before);
    expect(await switchByObjid(objid, true)).toEqual({ code: { objid, customer, code: text } });
    expect(await switchByObjid(objid, true)).toEqual({ code: { objid, customer, code: text } });
    expect(await site.codesOf(customer)).toEqual({ [objid]: text });
  });

  it('off and on by its text', async () => {
    const { customer, objid, text } = await codeHolder();
    expect(await switchByText(text, false)).toEqual({ code: { objid, customer, code: `${text}~${objid}` } });
    expect(await switchByText(text, true)).toEqual({ code: { objid, customer, code: text } });
  });

  it('on by its text takes the newest that had it', async () => {
    const text = freshPlate();
    const first = await codeHolder(text);
    await switchByText(text, false);
    const second = await codeHolder(text);
    await switchByText(text, false);
    expect(second.customer).not.toBe(first.customer);
    expect(await switchByText(text, true)).toMatchObject({ code: { objid: second.objid } });
    expect(await site.codesOf(first.customer)).toEqual({ [first.objid]: `${text}~${first.objid}` });
  });

  it('on is refused where another customer has the text meanwhile', async () => {
    const first = await codeHolder();
    await switchByObjid(first.objid, false);
    await codeHolder(first.text);
    await expect(switchByObjid(first.objid, true)).rejects.toThrow(`${first.text} belongs to another customer now`);
  });

  it('of an unknown number is refused, of an unknown code there is none', async () => {
    await expect(switchByObjid(999_999, true)).rejects.toThrow('This Sitewatch has no code with the number 999999');
    expect(await switchByText('NOBODY1-IL', true)).toEqual({ code: null });
    expect(await switchByText('NOBODY1-IL', false)).toEqual({ code: null });
  });
});

describe('replacing a code', () => {
  const replace = (from: string, to: string): Promise<CommandResult<'sitewatch.replace-code'>> =>
    site.write('sitewatch.replace-code', { from, to });

  it('is done in place', async () => {
    const { customer, objid, text } = await codeHolder();
    const to = freshPlate();
    expect(await replace(text, to)).toEqual({ result: 'replaced', code: { objid, customer, code: to } });
    expect(await site.runningPlansOf(customer)).toEqual([`STR SUPER KISS until 2027-01-01 on ${to}`]);
    expect(await replace(text, freshPlate())).toEqual({ result: 'not-found', code: null });
  });

  it('leaves what another customer has', async () => {
    const one = await codeHolder();
    const other = await codeHolder();
    const before = await site.rows();
    expect(await replace(one.text, other.text)).toEqual({ result: 'taken', code: null });
    expect(await site.rows()).toEqual(before);
  });

  it('takes a text that another customer had and does not have any more', async () => {
    const one = await codeHolder();
    const other = await codeHolder();
    await switchByObjid(other.objid, false);
    expect(await replace(one.text, other.text)).toEqual({
      result: 'replaced',
      code: { objid: one.objid, customer: one.customer, code: other.text },
    });
  });

  it('by one that the same customer has switched off switches that one on, and the plan moves', async () => {
    const { customer, objid, text } = await codeHolder();
    await switchByObjid(objid, false);
    const second = freshPlate();
    const { codes } = await site.write('sitewatch.converge', member(second, { objid: customer, known: [text] }));
    const secondRow = codes.find(({ code }) => code === second)!.objid;
    expect(await replace(second, text)).toEqual({ result: 'replaced', code: { objid, customer, code: text } });
    expect(await site.codesOf(customer)).toEqual({ [objid]: text, [secondRow]: `${second}~${secondRow}` });
    expect(await site.runningPlansOf(customer)).toEqual([`STR SUPER KISS until 2027-01-01 on ${text}`]);
  });
});
