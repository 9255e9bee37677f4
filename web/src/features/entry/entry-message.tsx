import { CenterCard } from '../../components/center-card.tsx';

/** Why the register's sale cannot go on. The register closes the window; there is nothing to do in it. */
export function EntryMessage({ message }: { message: string }) {
  return (
    <CenterCard title="This sale cannot be opened">
      <p role="alert">{message}</p>
    </CenterCard>
  );
}
