/** The placeholders of a notice, used in braces: `{newPrice}`. */
export const noticePlaceholders = ['name', 'plan', 'location', 'oldPrice', 'newPrice', 'oldTotal', 'newTotal', 'date'] as const;
export type NoticeValues = Readonly<Record<(typeof noticePlaceholders)[number], string>>;

/**
 * The templates that notify members of a new price or its retraction: a text, and an email with its subject. The letter uses the email's
 * text.
 */
export interface NoticeTemplates {
  text: string;
  subject: string;
  letter: string;
  retractionText: string;
  retractionSubject: string;
  retractionLetter: string;
}
export type NoticePart = keyof NoticeTemplates;

/** The placeholders a notice must contain: what the member pays and will pay is told with tax. */
export const neededPlaceholders: Readonly<Record<NoticePart, readonly (keyof NoticeValues)[]>> = {
  text: ['plan', 'newTotal', 'date'],
  subject: [],
  letter: ['plan', 'oldTotal', 'newTotal', 'date'],
  retractionText: ['plan', 'oldTotal'],
  retractionSubject: [],
  retractionLetter: ['plan', 'oldTotal'],
};

export const defaultNoticeTemplates: NoticeTemplates = {
  text: 'Starting {date}, your {plan} plan at {location} is {newTotal} a month with tax (now {oldTotal}). Questions? Ask at your wash. Reply STOP to opt out.',
  subject: 'Your wash plan price changes on {date}',
  letter: [
    'Dear {name},',
    'Starting {date}, the monthly price of your {plan} plan at {location} will be {newTotal} with tax. Until then, you pay {oldTotal} with tax.',
    'Before tax, that is {newPrice} a month instead of {oldPrice}. You don’t need to do anything. If you have questions, please ask at your wash.',
    'Thank you for washing with us.',
  ].join('\n\n'),
  retractionText:
    'The price of your {plan} plan at {location} stays {oldTotal} a month with tax. Please disregard our last message. Reply STOP to opt out.',
  retractionSubject: 'Your wash plan price isn’t changing',
  retractionLetter: [
    'Dear {name},',
    'We notified you of a new price for your {plan} plan at {location} starting {date}. That change is canceled. Your price stays {oldTotal} a month with tax.',
    'Please disregard our last message. You don’t need to do anything.',
    'Thank you for washing with us.',
  ].join('\n\n'),
};

const placeholder = /\{(?<name>[^{}]*)\}/g;

const isKnown = (name: string): name is keyof NoticeValues => noticePlaceholders.some((known) => known === name);

/** Returns a template's problem as a predicate without its subject; null if the template is valid. */
export function problemOfTemplate(part: NoticePart, template: string): string | null {
  const named = [...template.matchAll(placeholder)].map(({ groups }) => groups?.['name'] ?? '');
  const unknown = named.find((name) => !isKnown(name));
  if (unknown !== undefined) return `must not name {${unknown}}: there are ${noticePlaceholders.map((name) => `{${name}}`).join(', ')}`;
  if (/[{}]/.test(template.replaceAll(placeholder, ''))) return 'must have a closing brace for each opening brace';
  const missing = neededPlaceholders[part].find((name) => !named.includes(name));
  return missing === undefined ? null : `must name {${missing}}`;
}

/** Fills a member's values into the template. */
export const fillTemplate = (template: string, values: NoticeValues): string =>
  template.replaceAll(placeholder, (whole, name: string) => (isKnown(name) ? values[name] : whole));
