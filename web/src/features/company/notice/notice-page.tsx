import { CenterCard } from '../../../components/center-card.tsx';

/** Replaces the app while a system message exists (docs/rules/screens.md#notice-page). */
export function NoticePage({ message }: { message: string }) {
  return (
    <CenterCard title="Stripe is currently having issues">
      <p role="alert">{message}</p>
      <p>This page goes away by itself when the message is lifted.</p>
    </CenterCard>
  );
}
