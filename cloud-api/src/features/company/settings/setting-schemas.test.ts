import { describe, expect, it } from 'vitest';
import { editableSettings, settingValues } from '@washdesk/contracts/company/setting';
import { settingDefaults, type SettingName } from '@washdesk/rules/company/settings';
import { readSetting } from './setting-schemas.ts';

describe('a stored setting', () => {
  it.each(Object.keys(settingDefaults) as SettingName[])('%s is read as it was written', (name) => {
    const stored: unknown = JSON.parse(JSON.stringify(settingDefaults[name]));
    expect(readSetting(name, stored)).toEqual(stored);
  });

  it.each(editableSettings)('%s can be saved as it is delivered', (name) => {
    expect(settingValues[name].safeParse(settingDefaults[name]).error?.issues).toBeUndefined();
  });

  it.each([
    ['redeemWindowMs', '300000'],
    ['registerTerminals', 'Washcashier1'],
    ['siteMapping', { 33: 'thirty-one' }],
    ['AllowManualEntry', null],
    ['dailyLimits', { charges: { count: 10, cents: -1 }, refunds: { count: 1, cents: 1 } }],
    ['dailyLimits', { charges: { count: 10, cents: 100 } }],
    ['receiptLogo', 'logo.png'],
    ['siteContacts', { '12': { address: '100 Main Street' } }],
  ] as const)('%s that is of another form is named', (name, value) => {
    expect(() => readSetting(name, value)).toThrow(`Invalid setting ${name}: `);
  });
});
