import type { ConfigurationOutcome } from '@washdesk/contracts/sites/site-configuration';
import type { Tone } from '../../../domain/status/tone.ts';

export const outcomeWords: Readonly<Record<ConfigurationOutcome, { tone: Tone; words: string }>> = {
  pending: { tone: 'wait', words: 'Waiting' },
  applied: { tone: 'go', words: 'Applied' },
  refused: { tone: 'stop', words: 'Refused' },
  'rolled-back': { tone: 'stop', words: 'Rolled back' },
  superseded: { tone: 'neutral', words: 'Replaced' },
};
