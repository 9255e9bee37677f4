import { readFileSync } from 'node:fs';
import path from 'node:path';
import { roleNames, rolesFromNames, type RoleName } from '@washdesk/rules/company/roles';
import { hasControlCharacters, hasInvisibleCharacters } from '@washdesk/rules/text/text';

/** An input error, worded for the user who typed it. */
export class StaffProblem extends Error {}

/**
 * The thousand most common passwords of ten characters and more, in lowercase (from the list of @zxcvbn-ts/language-common, MIT); shorter
 * ones are rejected for their length.
 */
const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .trimEnd()
    .split('\n'),
);

const lastNumber = 999_999_999;
const shortestPassword = 10;
const longestPassword = 200;
const longestText = 60;

export function checkedNumber(number: number): number {
  if (Number.isInteger(number) && number > 0 && number <= lastNumber) return number;
  throw new StaffProblem('An employee number is a whole number of at most 9 digits');
}

export function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed && trimmed.length <= longestText && !hasControlCharacters(trimmed) && !hasInvisibleCharacters(trimmed)) return trimmed;
  throw new StaffProblem(`A name has 1 to ${longestText} characters`);
}

export function checkedUsername(username: string): string {
  if (/^[a-z0-9][\w.@-]{1,59}$/i.test(username)) return username;
  throw new StaffProblem('A username has 2 to 60 letters, digits or . _ - @ and begins with a letter or digit');
}

export function checkedClientId(clientId: string): string {
  if (/^[\w.-]{2,80}$/.test(clientId)) return clientId;
  throw new StaffProblem('A client id has 2 to 80 letters, digits or . _ -');
}

export function checkedPassword(password: string): string {
  if (password.length < shortestPassword || password.length > longestPassword)
    throw new StaffProblem(`A password has ${shortestPassword} to ${longestPassword} characters`);
  if (commonPasswords.has(password.toLowerCase())) throw new StaffProblem('This password is too common. Choose another one');
  return password;
}

const runs = '01234567890 09876543210 2580 0852 147258369 159357 789456123';

/** Whether the PIN is easy to guess: a repeated digit or group, digits in a row or along the keypad, or a year. */
const isWeakPin = (pin: string): boolean => /^(\d{1,2})\1+$/.test(pin) || runs.includes(pin) || /^(?:19|20)\d\d$/.test(pin);

/** Returns the PIN in keypad form. @param number the employee number, which is printed on the badge @throws StaffProblem for a weak PIN */
export function checkedPin(pin: string, number: number): string {
  if (!/^\d{4,8}$/.test(pin)) throw new StaffProblem('A PIN has 4 to 8 digits');
  if (isWeakPin(pin) || pin === String(number).padStart(4, '0'))
    throw new StaffProblem('This PIN is too easy to guess. Don’t use repeats, sequences, years or the employee number');
  return pin;
}

/** @param list role names separated by commas, case-insensitive: `Cashier,User` */
export function rolesFromList(list: string): number {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new StaffProblem(`Name at least one role: ${roleNames.join(', ')}`);
  return rolesFromNames(names.map(roleNamed));
}

function roleNamed(name: string): RoleName {
  const known = roleNames.find((role) => role.toLowerCase() === name.toLowerCase());
  if (!known) throw new StaffProblem(`There is no role '${name}'. The roles are ${roleNames.join(', ')}`);
  return known;
}
