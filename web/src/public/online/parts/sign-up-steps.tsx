import { useTexts } from '../texts/texts.ts';
import styles from './sign-up-steps.module.css';

/** The steps that a customer sees; Stripe's page is the last one. */
const shown = ['customer', 'review', 'payment'] as const;

/** Where in the sign-up the visitor is. */
export function SignUpSteps({ step }: { step: string }) {
  const { steps } = useTexts();
  const now = shown.findIndex((one) => one === step);
  if (now < 0) return null;
  return (
    <ol className={styles.steps} aria-label={steps.label}>
      {shown.map((name, place) => (
        <li key={name} aria-current={place === now ? 'step' : undefined} className={place < now ? styles.done : undefined}>
          {steps[name]}
        </li>
      ))}
    </ol>
  );
}
