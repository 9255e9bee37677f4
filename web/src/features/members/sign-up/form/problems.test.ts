import { describe, expect, it } from 'vitest';
import { emptySignUp, type SignUpForm } from '../sign-up-form.ts';
import { problemsOf } from './problems.ts';

const problem = (patch: Partial<SignUpForm>) => Object.keys(problemsOf({ ...emptySignUp, ...patch }));

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

  it('say what is wrong in words', () => {
    expect(problemsOf({ ...emptySignUp, email: 'ann' })).toEqual({ email: 'Email must be an e-mail address' });
  });
});
