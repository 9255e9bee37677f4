import { expect, it } from 'vitest';
import { matchesWords } from './matches-words.ts';

const tablet = ['Lot tablet 3', 'Tablet', 'Joliet', null];

it.each([
  ['', true],
  ['  ', true],
  ['tablet', true],
  ['joliet TAB', true],
  ['lot 3', true],
  ['tablet aurora', false],
  ['null', false],
])('"%s" finds it: %s', (search, found) => {
  expect(matchesWords(search, tablet)).toBe(found);
});
