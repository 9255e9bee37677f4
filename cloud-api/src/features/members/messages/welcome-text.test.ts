import { describe, expect, it } from 'vitest';
import { welcomeText } from './welcome-text.ts';

const member = { name: 'Moore, Ada', plate: 'ABC123-IL', plan: 'Super Kiss', site: 'Joliet' };

describe('the welcome', () => {
  it('names member, plan, site and plate, and how to end texts', () => {
    expect(welcomeText(member, 'sms')).toBe(
      'Welcome, Ada! Your plan Super Kiss of Joliet is active for ABC123-IL. ' +
        'Wash as often as you like. Your plate or tag opens the gate. Reply STOP to opt out.',
    );
    expect(welcomeText(member, 'email')).not.toContain('STOP');
  });

  it('leaves out what is not known', () => {
    expect(welcomeText({ ...member, name: null, plate: null, site: null }, 'email')).toMatch(/^Welcome! Your plan Super Kiss is active\./);
  });

  it('is one line, whatever a name holds', () => {
    expect(welcomeText({ ...member, name: 'Moore, A\r\nBcc: x' }, 'sms')).not.toMatch(/\p{Cc}/u);
  });
});
