import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayName, noFirstName, noLastName, parseName } from './names.ts';

describe('parseName', () => {
  it.each([
    ['Smith, John', 'John', 'Smith'],
    ['John Smith', 'John', 'Smith'],
    ['  Smith ,  John ', 'John', 'Smith'],
    ['Mary Ann Smith', 'Mary Ann', 'Smith'],
    ['de la Cruz, Juan', 'Juan', 'de la Cruz'],
    ['Dr. John A. Smith', 'John', 'Smith'],
    ['Smith, John A.', 'John', 'Smith'],
    ['John Smith jr', 'John', 'Smith'],
    ['John Smith, Jr.', 'John', 'Smith'],
    ['Smith Jr, John', 'John', 'Smith'],
    ['Smith, Jr. John', 'John', 'Smith'],
    ['Smith JR., John', 'John', 'Smith'],
    ['José Núñez', 'José', 'Núñez'],
    ["O'Brien, Mary-Jo", 'Mary-Jo', "O'Brien"],
    ['Bjrn Ajro', 'Bjrn', 'Ajro'],
  ])('%j is %s %s', (name, firstName, lastName) => {
    expect(parseName(name)).toEqual({ firstName, lastName });
  });

  it.each([
    ['', noFirstName, noLastName],
    [' , ', noFirstName, noLastName],
    ['Jr.', noFirstName, noLastName],
    ['Cher', 'Cher', noLastName],
    ['Smith,', noFirstName, 'Smith'],
    [', John', 'John', noLastName],
  ])('fills what %j does not have', (name, firstName, lastName) => {
    expect(parseName(name)).toEqual({ firstName, lastName });
  });

  it('reads back every name that displayName has written', () => {
    const word = fc.stringMatching(/^[A-Z][a-zéñü]{2,9}$/);
    fc.assert(
      fc.property(word, word, (firstName, lastName) => {
        expect(parseName(displayName(firstName, lastName))).toEqual({ firstName, lastName });
        expect(parseName(`${firstName} ${lastName}`)).toEqual({ firstName, lastName });
      }),
    );
  });

  it('always gives both parts, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const { firstName, lastName } = parseName(name);
        expect(firstName.trim()).not.toBe('');
        expect(lastName.trim()).not.toBe('');
      }),
    );
  });
});

describe('displayName', () => {
  it.each([
    ['John', 'Smith', 'Smith, John'],
    [' John ', ' ', 'John'],
    ['', 'Smith', 'Smith'],
    ['', '', ''],
  ])('of %j and %j is %j', (firstName, lastName, name) => {
    expect(displayName(firstName, lastName)).toBe(name);
  });
});
