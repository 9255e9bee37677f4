import { describe, expect, it } from 'vitest';
import { defaultNoticeTemplates, fillTemplate, problemOfTemplate, type NoticePart } from './notice-templates.ts';

const values = {
  name: 'Ada Moore',
  plan: 'Super Kiss',
  location: 'Joliet',
  oldPrice: '$29.99',
  newPrice: '$32.99',
  oldTotal: '$31.49',
  newTotal: '$34.64',
  date: '02/01/2027',
};

describe('a notice', () => {
  it('names what the member pays and will pay', () => {
    expect(fillTemplate('{plan}: {oldPrice} now, {newPrice} from {date} on', values)).toBe(
      'Super Kiss: $29.99 now, $32.99 from 02/01/2027 on',
    );
  });

  it('takes the words of a name as they are', () => {
    expect(fillTemplate('Dear {name},', { ...values, name: '{plan} $& Moore' })).toBe('Dear {plan} $& Moore,');
  });

  it.each<[NoticePart, string, string | null]>([
    ['text', '{plan} {newTotal} {date}', null],
    ['text', '{plan} {newTotal}', 'must name {date}'],
    ['text', '{plan} {newPrice} plus tax {date}', 'must name {newTotal}'],
    ['text', '{plan} {price} {date}', expect.stringMatching(/^must not name \{price\}: there are \{name\}, /) as string],
    ['letter', '{plan} {oldPrice} {newPrice} {date', 'must have a closing brace for each opening brace'],
    ['retractionText', '{plan} stays {oldTotal}', null],
    ['subject', 'News', null],
  ])('of %s: %j: %s', (part, template, problem) => {
    expect(problemOfTemplate(part, template)).toEqual(problem);
  });

  it('is, as delivered, one that can be sent', () => {
    for (const [part, template] of Object.entries(defaultNoticeTemplates)) {
      expect(problemOfTemplate(part as NoticePart, template)).toBeNull();
      expect(fillTemplate(template, values)).not.toMatch(/[{}]/);
    }
    expect(fillTemplate(defaultNoticeTemplates.text, values)).toContain('is $34.64 a month with tax (now $31.49)');
    // at most two texts, including the reference
    expect(fillTemplate(defaultNoticeTemplates.text, values).length).toBeLessThan(290);
  });
});
