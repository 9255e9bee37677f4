import { expect, it } from 'vitest';
import { wordFinder } from './find-words.ts';

const texts = ['Müller, Zoë', 'CXG3529-IL', '(815) 555-0100', '$29.99'];

it.each(['', 'muller', 'ZOË müller', 'cxg3529il', 'CXG 3529', '8155550100', '29.99', 'zoe 29'])('%j is found', (search) => {
  expect(wordFinder(search)(texts)).toBe(true);
});

it.each(['mueller', 'zoe boone', '2999 0199', '…'])('%j is not found', (search) => {
  expect(wordFinder(search)(texts)).toBe(false);
});
