import { expect, it } from 'vitest';
import { isSamePerson } from './same-person.ts';

it.each([
  ['Priya Raman', 'PRIYA RAMAN'],
  ['Priya Raman', '  priya   raman  '],
  ['Priya Raman', 'Raman, Priya'],
  ['Priya Raman', 'Raman Priya'],
  ['Inés Núñez', 'Ines Nunez'],
  ['Łukasz Wójcik', 'Lukasz Wojcik'],
  ['Jörg Müller', 'Joerg Mueller'],
  ['Bob Smith', 'Robert Smith'],
  ['Bill Jones', 'Jones, William'],
  ['Pepe García', 'José Garcia'],
  ['Mary Ann Lee', 'Mary Lee'],
  ['John Q. Public', 'John Public'],
  ['John Quincy Public', 'John Q Public'],
  ['L. Barrera', 'Luis Barrera'],
  ['Luis B.', 'Luis Barrera'],
  ['Maria Garcia-Lopez', 'Maria Garcia Lopez'],
  ['Maria Garcia Lopez', 'Maria Garcia'],
  ['Sean O’Brien', "Sean O'Brien"],
  ['Sean O Brien', 'Sean OBrien'],
  ['Ana De La Cruz', 'Ana Delacruz'],
  ['Mr. Tom Hill Jr.', 'Thomas Hill'],
  ['Matt Philips', 'Matthew Phillips'],
  ['Luis', 'luis'],
  ['In?s N??ez', 'Inés Núñez'],
  ['Ren\ufffde Duval', 'Renée Duval'],
])('%s can be %s', (one, other) => {
  expect(isSamePerson(one, other)).toBe(true);
  expect(isSamePerson(other, one)).toBe(true);
});

it.each([
  ['Priya Raman', 'Luis Barrera'],
  ['Maria Lopez', 'Mario Lopez'],
  ['Maria Lopez', 'Maria Garcia'],
  ['Daniel Ortiz', 'Daniela Ortiz'],
  ['John Smith', 'Jane Smith'],
  ['Alexander Hill', 'Alexandra Hill'],
  ['Luis', 'Luis Barrera'],
  ['J S', 'Jane Smith'],
  ['', 'Luis Barrera'],
  ['', ''],
  ['??? ???', 'Luis Barrera'],
  ['李雷', '王芳'],
])('%s is not %s', (one, other) => {
  expect(isSamePerson(one, other)).toBe(false);
  expect(isSamePerson(other, one)).toBe(false);
});
