import { describe, expect, it } from 'vitest';
import { emptySignUp } from '../sign-up-form.ts';
import { completedTag, normalizedForm } from './normalize-form.ts';

describe('what was typed', () => {
  it('goes on its way without spaces around it', () => {
    expect(normalizedForm({ ...emptySignUp, firstName: ' Ann ', email: 'ann@mail.example ' })).toMatchObject({
      firstName: 'Ann',
      email: 'ann@mail.example',
      card: null,
      isTruck: false,
    });
  });

  it('becomes a tag with its plus', () => {
    expect(['12345123456', '12345 + 123456', 'abc123-il', ''].map(completedTag)).toEqual(['12345+123456', '12345+123456', 'ABC123-IL', '']);
  });
});
