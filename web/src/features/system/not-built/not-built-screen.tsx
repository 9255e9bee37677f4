import { Link } from 'react-router-dom';
import { CenterCard } from '../../../components/center-card.tsx';
import { paths } from '../../../lib/paths.ts';

/** Stands where a later version will have a screen. */
export function NotBuiltScreen({ title }: { title: string }) {
  return (
    <CenterCard title={title}>
      <p>This screen is not part of this version yet.</p>
      <Link to={paths.search}>Back to customer search</Link>
    </CenterCard>
  );
}
