import { Link } from 'react-router-dom';
import { CenterCard } from '../../../components/center-card.tsx';
import { paths } from '../../../lib/paths.ts';

/** Why the register's sale cannot go on. A register closes the window; whoever cannot has a way out of it. */
export function EntryMessage({ message }: { message: string }) {
  return (
    <CenterCard title="This sale cannot be opened">
      <p role="alert">{message}</p>
      <Link to={paths.search}>Back to customer search</Link>
    </CenterCard>
  );
}
