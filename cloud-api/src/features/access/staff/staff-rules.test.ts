import { describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { checkedClientId, checkedName, checkedNumber, checkedPassword, checkedPin, checkedUsername, rolesFromList } from './staff-rules.ts';

describe('what is typed about staff', () => {
  it('names roles in any case, with blanks, and once or twice', () => {
    expect(rolesFromList('Cashier, user,USER')).toBe(Role.Cashier | Role.User);
    expect(() => rolesFromList(' , ')).toThrow('Name at least one role');
    expect(() => rolesFromList('User,Boss')).toThrow("There is no role 'Boss'");
    expect(() => rolesFromList('constructor')).toThrow("There is no role 'constructor'");
  });

  it.each([
    ['number', () => checkedNumber(0)],
    ['number', () => checkedNumber(1.5)],
    ['number', () => checkedNumber(1_000_000_000)],
    ['name', () => checkedName('  ')],
    ['name', () => checkedName('a\u0007b')],
    ['name', () => checkedName('x'.repeat(61))],
    ['username', () => checkedUsername('a')],
    ['username', () => checkedUsername('two words')],
    ['password', () => checkedPassword('123456789')],
    ['password', () => checkedPassword('x'.repeat(201))],
    ['PIN', () => checkedPin('123', 103)],
    ['PIN', () => checkedPin('12a4', 103)],
    ['client id', () => checkedClientId('a b')],
  ])('refuses a %s in words that name it', (what, check) => {
    expect(check).toThrow(what);
  });

  it('takes what is well formed, names without the blanks around them', () => {
    expect(checkedNumber(3242)).toBe(3242);
    expect(checkedName(' Renée Duval ')).toBe('Renée Duval');
    expect(checkedUsername('renee.duval@wash')).toBe('renee.duval@wash');
    expect(checkedPassword('sparkling clean')).toBe('sparkling clean');
    expect(checkedPin('48291736', 103)).toBe('48291736');
    expect(checkedClientId('agent-12')).toBe('agent-12');
  });

  it.each(['0000', '1111', '121212', '1234', '4321', '345678', '2580', '1984', '2026', '3242'])(
    'refuses the PIN %s, which is guessed',
    (pin) => {
      expect(() => checkedPin(pin, 3242)).toThrow('too easy to guess');
    },
  );

  it.each(['1234567890', 'Password123', 'qwertyuiop', '1Q2W3E4R5T'])('refuses %s, as all the commonest passwords', (password) => {
    expect(() => checkedPassword(password)).toThrow('too common');
  });

  it('refuses names with characters that are not seen', () => {
    expect(() => checkedName('Alex\u202eMoreau')).toThrow('name');
  });
});
