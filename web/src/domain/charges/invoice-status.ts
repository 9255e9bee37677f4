import type { Tone } from '../status/tone.ts';

const statuses: Readonly<Record<string, { tone: Tone; words: string }>> = {
  paid: { tone: 'go', words: 'Paid' },
  open: { tone: 'wait', words: 'Open' },
  draft: { tone: 'neutral', words: 'Draft' },
  void: { tone: 'neutral', words: 'Void' },
  uncollectible: { tone: 'stop', words: 'Uncollectable' },
};

/** Returns the words of an invoice's status. @param none the words for no status */
export const invoiceStatusOf = (status: string | null, none: string): { tone: Tone; words: string } =>
  statuses[status ?? ''] ?? { tone: 'neutral', words: status ?? none };
