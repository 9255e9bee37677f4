import { expect, it } from 'vitest';
import { productClasses } from './product-classes.ts';
import { settingDefaults } from './settings.ts';

it('every default survives the JSON of its table unchanged', () => {
  expect(JSON.parse(JSON.stringify(settingDefaults))).toEqual(settingDefaults);
});

it('plan durations are of known classes and within the choices of 0 to 6 months', () => {
  for (const [productClass, months] of Object.entries(settingDefaults.planDurations)) {
    expect(productClasses).toContain(productClass);
    expect(months).toBeGreaterThanOrEqual(0);
    expect(months).toBeLessThanOrEqual(6);
  }
});

it('the default terminal can be chosen, and White is the first color', () => {
  expect(settingDefaults.registerTerminals).toContain(settingDefaults.defaultWashTerminal);
  expect(settingDefaults.carColors[0]).toBe('White');
  expect(new Set(settingDefaults.carColors).size).toBe(17);
});
