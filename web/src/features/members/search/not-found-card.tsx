import { isCode, normalizeCode } from '@washdesk/rules/codes/codes';
import { KeyHint } from '../../../components/key-hint.tsx';
import { LinkButton } from '../../../components/link-button.tsx';
import { Section } from '../../../components/section.tsx';
import { VehicleCode } from '../../../domain/vehicle-code.tsx';
import { useLinkHotkey } from '../../../lib/hotkeys/use-link-hotkey.ts';
import { paths } from '../../../lib/paths.ts';
import styles from './not-found-card.module.css';

/** Nobody matches: sign the customer up, with the plate or tag that was searched for. */
export function NotFoundCard({ term }: { term: string }) {
  const code = isCode(term) ? normalizeCode(term) : null;
  const signUp = code === null ? paths.signUp : `${paths.signUp}?code=${encodeURIComponent(code)}`;
  useLinkHotkey('F10', signUp);
  return (
    <div className={styles.card} role="status">
      <Section>
        <h2 className={styles.title}>Customer Not Found</h2>
        <p>Nobody matches {code === null ? <strong>{term}</strong> : <VehicleCode code={code} />}</p>
        <LinkButton to={signUp} type="primary" size="large" aria-keyshortcuts="F10">
          Sign Up
          <KeyHint>F10</KeyHint>
        </LinkButton>
      </Section>
    </div>
  );
}
