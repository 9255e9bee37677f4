import { noFirstName, parseName } from '@washdesk/rules/customers/names';
import { stripControlCharacters } from '@washdesk/rules/text/text';
import type { Channel } from '../../../db/tables/messages.ts';

interface Welcomed {
  /** The customer's name at the provider. */
  name: string | null;
  plate: string | null;
  plan: string;
  site: string | null;
}

export const welcomeSubject = 'Welcome to your unlimited wash plan';

/** Returns the welcome message of a new member. A text says how to stop texts; an email gets its link when it is sent. */
export function welcomeText({ name, plate, plan, site }: Welcomed, channel: Channel): string {
  const { firstName } = parseName(name ?? '');
  const who = firstName === noFirstName ? '' : `, ${firstName}`;
  const sentences = [
    `Welcome${who}! Your plan ${plan}${site ? ` of ${site}` : ''} is active${plate ? ` for ${plate}` : ''}.`,
    'Wash as often as you like. Your plate or tag opens the gate.',
    ...(channel === 'sms' ? ['Reply STOP to opt out.'] : []),
  ];
  return stripControlCharacters(sentences.join(' '));
}
