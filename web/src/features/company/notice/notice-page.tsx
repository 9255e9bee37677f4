import { CenterCard } from '../../../components/center-card.tsx';

/** Replaces the app while a system message exists (front-desk section 2, "Notice page"). */
export function NoticePage({ message }: { message: string }) {
  return (
    <CenterCard title="Stripe is currently having issues">
      <p role="alert">{message}</p>
      <p>This page goes away by itself when the message is lifted.</p>
    </CenterCard>
  );
}
