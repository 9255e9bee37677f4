import { plainPunctuation } from './text.ts';

/** Keywords with which US carriers and Twilio stop and resume texts. */
const stopKeywords: readonly string[] = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE'];
const startKeywords: readonly string[] = ['START', 'UNSTOP', 'YES'];

/** Ways to ask for no more texts in a sentence. */
const request =
  /\b(?:STOP|UNSUBSCRIBE|OPT ?OUT|REVOKE|QUIT TEXTING|REMOVE (?:ME|MY)|TAKE (?:ME|MY)|NO MORE (?:TEXTS?|MESSAGES?|SMS)|(?:DON'?T|DO NOT) (?:TEXT|SEND|CONTACT|MESSAGE))\b/;
const opposite = /\b(?:DON'?T|DO NOT|NEVER|CAN'?T) (?:STOP|UNSUBSCRIBE|OPT|REMOVE|REVOKE)\b/;

/** The words of such a sentence. Any other word makes it a message that a person must read. */
const requestWords: ReadonlySet<string> = new Set(
  `A ALL ALREADY AND ANY ANYMORE AT BACK CALLING CONTACT CONTACTING DO DON'T DONT END FROM GO HELLO HEY HI I I'D IMMEDIATELY IT JUST KINDLY LIKE
  LIST LISTS ME MESSAGE MESSAGES MESSAGING MORE MSG MSGS MY NEED NO NOT NOW NUMBER OF OFF ON OPT OPTOUT OUT PHONE PLEASE PLS PLZ QUIT REMOVE
  REVOKE SEND SENDING SMS STOP STOPPED TAKE TEXT TEXTING TEXTS THANK THANKS THAT THE THESE THIS THOSE TO TXT UNSUBSCRIBE US WANT WISH WITH
  WOULD YOU YOUR`.split(/\s+/),
);

export interface Reply {
  /** What the customer wants of texts; null if nothing. */
  wish: 'stop' | 'start' | null;
  /** Whether it is a keyword, which needs no attention. */
  isKeyword: boolean;
}

/** Reads a customer's reply: a keyword in any spelling, or a request for no more texts in the customer's own words. */
export function readReply(text: string): Reply {
  const words = plainPunctuation(text)
    .toUpperCase()
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word !== '');
  const keyword = words.join('');
  if (stopKeywords.includes(keyword)) return { wish: 'stop', isKeyword: true };
  if (startKeywords.includes(keyword)) return { wish: 'start', isKeyword: true };
  const sentence = words.join(' ');
  const asks = request.test(sentence) && !opposite.test(sentence) && words.every((word) => requestWords.has(word));
  return { wish: asks ? 'stop' : null, isKeyword: false };
}
