import { codeForms } from '@washdesk/rules/codes/code-forms';
import { isCode, normalizeCode } from '@washdesk/rules/codes/codes';
import { parseSearchTerm } from '@washdesk/rules/customers/search-term';
import { KeyHint } from '../../../components/input/key-hint.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { LinkButton } from '../../../components/navigation/link-button.tsx';
import { VehicleCode } from '../../../domain/codes/vehicle-code.tsx';
import { useLinkHotkey } from '../../../lib/hotkeys/use-link-hotkey.ts';
import { paths } from '../../../lib/paths.ts';
import { Suggestions } from './suggestions.tsx';
import styles from './not-found-card.module.css';

/** No match: suggestions for the term, and a sign-up prefilled with the searched plate, tag or phone. */
export function NotFoundCard({ term }: { term: string }) {
  const code = isCode(term) ? normalizeCode(term) : (codeForms(term)[0] ?? null);
  const signUp = signUpPath(term, code);
  useLinkHotkey('F10', signUp);
  return (
    <div className={styles.card}>
      <Section>
        <div role="status">
          <h2 className={styles.title}>Customer Not Found</h2>
          <p className={styles.nobody}>No customers match {code === null ? <strong>{term}</strong> : <VehicleCode code={code} />}</p>
        </div>
        <LinkButton to={signUp} type="primary" size="large" aria-keyshortcuts="F10">
          Sign Up
          <KeyHint>F10</KeyHint>
        </LinkButton>
        {/* last, because suggestions load later and must not move the button under a pointer */}
        <Suggestions term={term} />
      </Section>
    </div>
  );
}

function signUpPath(term: string, code: string | null): string {
  if (code !== null) return `${paths.signUp}?code=${encodeURIComponent(code)}`;
  const parsed = parseSearchTerm(term);
  return 'kind' in parsed && parsed.kind === 'phone' ? `${paths.signUp}?phone=${parsed.value}` : paths.signUp;
}
