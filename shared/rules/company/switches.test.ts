import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import * as metadataKeys from './metadata-keys.ts';
import { settingDefaults } from './settings.ts';

const root = path.join(import.meta.dirname, '../../..');
/** Files that declare, list or show every setting or key, and so read none of them. */
const declarations =
  /^(?:shared\/rules\/company\/(?:settings|metadata-keys)|shared\/contracts\/company\/setting|cloud-api\/src\/features\/company\/settings\/setting-(?:schemas|checks\.store)|web\/src\/features\/company\/settings\/setting-(?:fields|text)|web\/src\/features\/billing\/prices\/product-keys|cloud-api\/src\/mirror\/snapshots\/reduced)\.ts$/;

const sources = globSync('{shared,cloud-api/src,site-agent/src,web/src}/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !/node_modules|\.(?:test|fixture|samples)\.|\/testing\//.test(file) && !declarations.test(file))
  .map((file) => readFileSync(path.join(root, file), 'utf8'));
const isRead = (pattern: RegExp): boolean => sources.some((text) => pattern.test(text));

it('every setting is read by the code that it decides', () => {
  const silent = Object.keys(settingDefaults).filter((name) => !isRead(new RegExp(`['".]${name}\\b`)));
  expect(silent).toEqual([]);
});

it('every metadata key of the catalog is read by the code that it decides', () => {
  const { productKeys, priceKeys, locationKeys } = metadataKeys;
  const silent = Object.entries({ productKeys, priceKeys, locationKeys }).flatMap(([group, keys]) =>
    Object.entries(keys)
      .filter(([name, key]) => !isRead(new RegExp(`${group}\\.${name}\\b|['"]${key}['"]|\\.${key}\\b`)))
      .map(([name]) => `${group}.${name}`),
  );
  expect(silent).toEqual([]);
});
