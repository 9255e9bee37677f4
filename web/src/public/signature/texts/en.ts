import { pluralOf } from '../../lib/languages.ts';

const plural = pluralOf('en');

export const en = {
  title: 'Signature',
  brand: 'Unlimited Washes',
  broken: {
    heading: 'Something went wrong.',
    sentence: 'The error has been reported. This page starts again by itself in a few seconds.',
    again: 'Start Again',
  },
  starting: 'Loading…',
  offline: { heading: 'No connection', sentence: 'This page continues by itself when the connection is back.' },
  notEnrolled: {
    heading: 'This tablet isn’t set up yet',
    sentence: 'Ask an Admin for an enrollment link for a signature tablet, and open it in this browser.',
    otherKind: 'This browser is enrolled as another kind of device. Ask an Admin for a link for a signature tablet.',
  },
  terminal: {
    heading: 'Choose this tablet’s terminal',
    sentence: 'Agreements of sales at this terminal appear here. The choice is kept on this tablet.',
    all: 'All Terminals',
  },
  list: {
    heading: 'Choose your plate to sign',
    empty: 'No agreement to sign',
    emptyHint: 'Your agreement appears here when the cashier sends it.',
    noPlate: 'No plate',
    unsent: (count: number) =>
      `${plural(count, { one: 'signature is', other: 'signatures are' })} kept on this tablet until the connection is back.`,
  },
  agreement: {
    heading: 'Your agreement',
    lead: 'Read it, then sign.',
    paper: 'Agreement',
    member: 'Member',
    plate: 'Plate',
    monthly: 'Each month',
    withTax: 'with tax',
    today: 'Paid today',
    guarantee: 'Price guaranteed',
    months: (count: number) => plural(count, { one: 'month', other: 'months' }),
    sold: 'Date',
    employee: 'Sold by',
    terms: 'Terms',
    original: 'You sign these terms.',
    sign: 'Sign',
    back: 'Back',
    gone: 'This agreement is no longer waiting for a signature.',
  },
  signature: {
    heading: 'Sign your agreement',
    how: 'Draw your signature with a finger, a pen or a mouse.',
    pad: 'Signature field',
    undo: 'Undo',
    clear: 'Clear',
    done: 'Submit Signature',
    sending: 'Sending…',
    tooLittle: 'Your signature is too short. Draw your whole signature.',
    typeInstead: 'Type Name Instead',
    drawInstead: 'Draw Instead',
    name: 'Your full name',
    nameHint: 'A typed name counts as your signature.',
    nameMissing: 'Type your full name.',
  },
  kept: {
    heading: 'Your signature is kept',
    sentence:
      'There is no connection right now. This tablet sends your signature by itself when the connection is back. There’s nothing more to do.',
    next: 'OK',
  },
  thanks: { heading: 'Thank you', sentence: 'Your agreement is signed.' },
  error: {
    heading: 'An error occurred processing your request',
    already_signed: 'This agreement is already signed.',
    signature_cancelled: 'This agreement is no longer needed. Please ask the cashier.',
    other: 'Please ask the cashier.',
    back: 'Back to List',
  },
  footer: { api: 'API', client: 'Client' },
};
export type Texts = typeof en;
