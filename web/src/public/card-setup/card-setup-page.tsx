import { LanguageSwitch } from '../components/language-switch.tsx';
import { Notice } from '../components/notice.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import type { Texts } from './texts/en.ts';
import { useTexts } from './texts/texts.ts';
import styles from './card-setup.module.css';

type Result = keyof Texts['results'];

/** Stripe's words in the return address, and how each is shown. */
const kinds: Readonly<Record<Result, 'good' | 'info' | 'problem'>> = {
  succeeded: 'good',
  processing: 'info',
  requires_action: 'info',
  failed: 'problem',
  canceled: 'info',
  unknown: 'info',
};

const isResult = (text: string): text is Result => Object.hasOwn(kinds, text);

/**
 * /setupintentcomplete: the result of a card's setup in the words of the address alone, because anyone may open it
 * (docs/rules/billing.md#card-setup). Makes no call and shows nothing else of the address.
 */
export function CardSetupPage() {
  const { results } = useTexts();
  const status = new URLSearchParams(window.location.search).get('redirect_status') ?? '';
  const result = isResult(status) ? status : 'unknown';
  const { heading, sentence } = results[result];
  return (
    <main className="page narrow">
      <div className={styles.languages}>
        <LanguageSwitch />
      </div>
      <StepHeading takesFocus={false}>{heading}</StepHeading>
      <Notice kind={kinds[result]}>{sentence}</Notice>
    </main>
  );
}
