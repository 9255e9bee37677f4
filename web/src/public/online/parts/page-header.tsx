import { LanguageSwitch } from '../../components/language-switch.tsx';
import { useTexts } from '../texts/texts.ts';
import styles from './page-header.module.css';

/** The steps that a customer sees; Stripe's page is the last one. */
const shown = ['customer', 'review', 'payment'] as const;

/** The name, the language, and where in the sign-up the visitor is. */
export function PageHeader({ step }: { step: string }) {
  const { brand, steps } = useTexts();
  const now = shown.findIndex((one) => one === step);
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <span className={styles.brand}>
          <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
            <path d="M12 2c3.6 4.3 5.6 7.4 5.6 10a5.6 5.6 0 0 1-11.2 0C6.4 9.4 8.4 6.3 12 2Z" fill="currentColor" />
            <path d="M3 21h7M14 21h7" stroke="#102033" strokeWidth="2" strokeLinecap="round" />
          </svg>
          {brand}
        </span>
        <LanguageSwitch />
      </div>
      {now >= 0 && (
        <ol className={styles.steps} aria-label={steps.label}>
          {shown.map((name, place) => (
            <li key={name} aria-current={place === now ? 'step' : undefined} className={place < now ? styles.done : undefined}>
              {steps[name]}
            </li>
          ))}
        </ol>
      )}
    </header>
  );
}
