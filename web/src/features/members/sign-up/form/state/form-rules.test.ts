import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../../lib/forms/problems.ts';
import { emptySignUp, type SignUpForm } from '../../sign-up-form.ts';
import { signUpRules } from './form-rules.ts';

const problems = (patch: Partial<SignUpForm>) => problemsOf(signUpRules, { ...emptySignUp, ...patch });
const problem = (patch: Partial<SignUpForm>) => Object.keys(problems(patch));

describe('the rules of the fields', () => {
  it('have nothing against an empty form: the checklist asks for what is missing', () => {
    expect(problem({})).toEqual([]);
  });

  it.each<[keyof SignUpForm, readonly string[], readonly string[]]>([
    ['plate', ['1234567-NY', 'abc123-il', '6298921312345678'], ['123456789-NY', 'ABC123', 'ABC123-ILL', '629892131234567']],
    ['tag', ['12345+123456', '629892231123456789', '6298921312345678', 'ABC123-IL', 'ABCDEFGH123456789'], ['12345', 'ABCDEFGH1234567']],
    ['theCardNumber', ['629892231123456789', '629892233123456789'], ['629892234123456789', '62989223112345678']],
    ['zip', ['60435', '60435-1234', 'K1A 0B1'], ['6043', '604355', 'K1A 0B']],
    ['email', ['a@b.co', ' ann@mail.example '], ['ann', 'ann@mail', 'ann member@mail.example', '@mail.example']],
    ['cellPhone', ['8155550100', '(815) 555-0100', '1-815-555-0100', '+52 55 1234 5678'], ['555-0100', '815555010', '81555501000']],
  ])('%s', (field, good, bad) => {
    for (const text of good) expect([text, problem({ [field]: text })]).toEqual([text, []]);
    for (const text of bad) expect([text, problem({ [field]: text })]).toEqual([text, [field]]);
  });

  it.each<[keyof SignUpForm, string]>([
    ['plate', 'Plate must be 1 to 8 letters or digits, a hyphen and a 2-letter state'],
    ['tag', 'Tag must be 5 digits, a plus and 6 digits, or another code of the company'],
    ['theCardNumber', 'TheCard number must be 18 digits that begin with 629892231, 629892232 or 629892233'],
    ['zip', 'Zip must be 5 digits or a Canadian postal code'],
    ['email', 'Email must be an email address'],
    ['cellPhone', 'Cell phone must be a number of 10 digits'],
  ])('say of %s what is wrong in words', (field, words) => {
    expect(problems({ [field]: 'x1' })).toEqual({ [field]: words });
  });
});

it('what was typed is submitted without blanks around it', () => {
  expect(signUpRules.parse({ ...emptySignUp, firstName: ' Ann ', email: 'ann@mail.example ' })).toMatchObject({
    firstName: 'Ann',
    email: 'ann@mail.example',
    card: null,
    isTruck: false,
  });
});
