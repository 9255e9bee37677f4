import { expect, it } from 'vitest';
import { readReply } from './replies.ts';

it.each(['STOP', 'Stop.', ' stop! ', '“Stop”', 'Opt out', 'opt-out', 'Stop all', 'unsubscribe', 'Quit', 'CANCEL', 'End'])(
  'takes the keyword %j as stop',
  (text) => {
    expect(readReply(text)).toEqual({ wish: 'stop', isKeyword: true });
  },
);

it.each(['START', 'start.', 'Unstop', 'yes!'])('takes the keyword %j as start', (text) => {
  expect(readReply(text)).toEqual({ wish: 'start', isKeyword: true });
});

it.each([
  'please stop',
  'Stop texting me',
  'STOP SENDING ME THESE MESSAGES',
  'pls opt out',
  'I want to opt out of these texts',
  "Don't text me anymore",
  'don’t send me texts',
  'Do not contact me',
  'Take me off your list please',
  'remove my number',
  'No more texts, thanks',
  'Unsubscribe me please',
])('takes %j as a request for no more texts', (text) => {
  expect(readReply(text)).toEqual({ wish: 'stop', isKeyword: false });
});

it.each([
  '',
  'Thank you',
  'Please cancel my plan',
  'I want to cancel',
  "Don't stop",
  'Can I stop by today?',
  'Stop charging my card',
  'When does it end?',
  'My tag stopped working',
  'Yes please call me',
  'Do not cancel',
  '🚗',
])('leaves %j to a person', (text) => {
  expect(readReply(text)).toEqual({ wish: null, isKeyword: false });
});
