import { expect, it } from 'vitest';
import { storableJson } from './storable-json.ts';

it('keeps what a database can store and drops the rest, at any depth', () => {
  const rows = [{ NAME: 'CITRO\u00cbN\u0000\u0007', size: 2, none: null, deep: [{ text: 'half \ud83d of a pair, \ud83d\ude97 whole' }] }];
  expect(JSON.parse(storableJson(rows))).toEqual([
    { NAME: 'CITROËN', size: 2, none: null, deep: [{ text: 'half \ufffd of a pair, \ud83d\ude97 whole' }] },
  ]);
});
