import { useSearchParams } from 'react-router-dom';
import { CenterCard } from '../../../components/layout/center-card.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import type { Tone } from '../../../domain/status/tone.ts';

interface End {
  tone: Tone;
  badge: string;
  words: string;
}

/** The results by the word that Stripe adds to the address to which it leads back. */
const ends: Readonly<Record<string, End>> = {
  succeeded: { tone: 'go', badge: 'Card saved', words: 'The card was set up and can be charged later. You can close this page.' },
  processing: {
    tone: 'wait',
    badge: 'Still under way',
    words: 'The bank is still checking the card. Please look at the customer again in a few minutes.',
  },
  requires_action: {
    tone: 'wait',
    badge: 'Not finished',
    words: 'The bank still wants something to be confirmed. Please set the card up again.',
  },
  failed: { tone: 'stop', badge: 'Card not saved', words: 'The card was not set up. Please try again, or take another card.' },
  canceled: { tone: 'stop', badge: 'Canceled', words: 'The setup of the card was canceled. Nothing was saved.' },
};
const unknown: End = {
  tone: 'neutral',
  badge: 'Not known here',
  words: 'This page was opened without the result of a card setup. The customer’s payment methods show whether the card was saved.',
};

/** /setupintentcomplete: what became of a card's setup, told by the address alone: it may be opened by anybody (docs/rules/billing.md#card-setup). */
export function SetupCompleteScreen() {
  const [query] = useSearchParams();
  const status = query.get('redirect_status') ?? '';
  const { tone, badge, words } = (Object.hasOwn(ends, status) ? ends[status] : undefined) ?? unknown;
  return (
    <CenterCard title="Card setup">
      <p>
        <StatusBadge tone={tone}>{badge}</StatusBadge>
      </p>
      <p>{words}</p>
    </CenterCard>
  );
}
