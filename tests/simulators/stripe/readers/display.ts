import type { Reader, ReaderAction } from '../objects/terminal.ts';
import { dollars } from '../site/html.ts';
import type { Store } from '../state/store.ts';
import type { ReaderCommand } from './local-readers.ts';

/** The mood of the display, readable from a distance. */
export type DisplayMood = 'idle' | 'asking' | 'busy' | 'approved' | 'declined' | 'offline';

export interface Display {
  /** The text without the amount. */
  display: string;
  /** In dollars, if the customer is asked to pay. */
  amount: string | null;
  mood: DisplayMood;
}

const invitation = 'Insert, tap or swipe';

/** @param says the last text that a browser set; it overrides the result of the server's action */
export function displayOf(store: Store, { status, action }: Reader, command: ReaderCommand | null, says: string): Display {
  if (status !== 'online') return words('Offline', 'offline');
  if (command) return commandDisplay(command);
  if (action?.status === 'in_progress') return acted(store, action);
  if (says === 'Ready' && action) return action.status === 'succeeded' ? words('Approved', 'approved') : words('Declined', 'declined');
  return words(says, moods[says] ?? 'idle');
}

const moods: Readonly<Record<string, DisplayMood>> = { Approved: 'approved', Declined: 'declined', 'Remove card': 'busy' };

const words = (display: string, mood: DisplayMood): Display => ({ display, amount: null, mood });

function commandDisplay(command: ReaderCommand): Display {
  switch (command.kind) {
    case 'payment':
      return { display: invitation, amount: dollars(command.amount), mood: 'asking' };
    case 'refund':
      return { display: `Refund: ${invitation.toLowerCase()}`, amount: dollars(command.amount), mood: 'asking' };
    default:
      return words(`${invitation} your card`, 'asking');
  }
}

function acted(store: Store, { process_payment_intent: payment }: ReaderAction): Display {
  const intent = store.get('payment_intent', payment?.payment_intent ?? '');
  return intent ? { display: invitation, amount: dollars(intent.amount), mood: 'asking' } : words(`${invitation} your card`, 'asking');
}
