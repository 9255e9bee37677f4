import type { CarState } from '@washdesk/rules/lane/lane-board';
import type { Tone } from '../../../domain/status/tone.ts';

export const carStates: Readonly<Record<CarState, { tone: Tone; words: string }>> = {
  reading: { tone: 'neutral', words: 'Reading…' },
  opened: { tone: 'go', words: 'Opened' },
  'let-in': { tone: 'go', words: 'May wash' },
  washed: { tone: 'go', words: 'Washed' },
  'by-hand': { tone: 'go', words: 'Let in by hand' },
  'payment-due': { tone: 'wait', words: 'Payment due' },
  'washed-already': { tone: 'wait', words: 'Washed already' },
  'check-lane': { tone: 'wait', words: 'Check lane' },
  'not-opened': { tone: 'stop', words: 'Not opened' },
  'not-active': { tone: 'stop', words: 'No active plan' },
  'not-found': { tone: 'stop', words: 'Not a member' },
  ignored: { tone: 'neutral', words: 'Ignored' },
};

/** The words for a member without a name: the board has none while no one is signed in. */
export const unnamed = (isSignedIn: boolean): string => (isSignedIn ? 'No name' : 'Member');

/** Returns a time of day to the second, by the clock of the site. */
export const clockText = (time: string | Date, timeZone: string): string =>
  new Date(time).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit', timeZone });
