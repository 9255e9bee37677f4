import { useSearchParams } from 'react-router-dom';
import { CenterCard } from '../../../components/layout/center-card.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import type { Tone } from '../../../domain/status/tone.ts';

interface End {
  tone: Tone;
  badge: string;
  words: string;
}

/** The results by the word that Stripe adds to the return URL. */
const ends: Readonly<Record<string, End>> = {
  succeeded: { tone: 'go', badge: 'Card saved', words: 'The card is saved for future payments. You can close this page.' },
  processing: {
    tone: 'wait',
    badge: 'In progress',
    words: 'The bank is still checking the card. Check the customer again in a few minutes.',
  },
  requires_action: {
    tone: 'wait',
    badge: 'Not finished',
    words: 'The bank needs another confirmation. Set up the card again.',
  },
  failed: { tone: 'stop', badge: 'Card not saved', words: 'The card wasn’t saved. Try again, or use another card.' },
  canceled: { tone: 'stop', badge: 'Canceled', words: 'Card setup was canceled. Nothing was saved.' },
};
const unknown: End = {
  tone: 'neutral',
  badge: 'Unknown result',
  words: 'This page has no card setup result. Check the customer’s payment methods.',
};

/**
 * /setupintentcomplete: the result of a card's setup, read from the URL alone because anyone may open it
 * (docs/rules/billing.md#card-setup).
 */
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
