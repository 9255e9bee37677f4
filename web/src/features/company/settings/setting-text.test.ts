import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { textOfValue, valueOfText, type TextEditor } from './setting-text.ts';

describe('a setting as it is typed', () => {
  it.each([
    ['text', settingDefaults.couponEmail],
    ['number', settingDefaults.goodDaysAfterPeriodEnd],
    ['minutes', settingDefaults.redeemWindowMs],
    ['lines', settingDefaults.registerTerminals],
    ['numbers', settingDefaults.planDurations],
    ['numbers', settingDefaults.siteMapping],
  ] as [TextEditor, unknown][])('%s comes back as it was', (editor, value) => {
    expect(valueOfText(editor, textOfValue(editor, value))).toEqual({ value: JSON.parse(JSON.stringify(value)) });
  });

  it('holds any names and numbers', () => {
    const names = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ]{0,20}[a-z]$/);
    fc.assert(
      fc.property(fc.dictionary(names, fc.nat(99)), (pairs) => {
        expect(valueOfText('numbers', textOfValue('numbers', pairs))).toEqual({ value: { ...pairs } });
      }),
    );
  });

  it('says in which line it is none', () => {
    expect(valueOfText('numbers', '900 = 91\n\nninety')).toEqual({ problem: 'Line 2: write it as name = number' });
    expect(valueOfText('numbers', '900 = 91\n900=92')).toEqual({ problem: 'Line 2: 900 is listed twice' });
    expect(valueOfText('number', 'seven')).toEqual({ problem: 'must be a number' });
    expect(valueOfText('minutes', '')).toEqual({ problem: 'must be a number' });
  });
});
