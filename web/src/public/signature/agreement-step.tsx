import type { ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { Money } from '../components/money.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import { useLanguage } from '../lib/page-texts.tsx';
import type { Agreement } from './tablet-calls.ts';
import { useTexts } from './texts/texts.ts';
import styles from './signature.module.css';

interface AgreementStepProps {
  agreement: Agreement;
  onSign: () => void;
  onBack: () => void;
}

/** The agreement as wide as its receipt, to read before it is signed. */
export function AgreementStep({ agreement, onSign, onBack }: AgreementStepProps) {
  const texts = useTexts().agreement;
  return (
    <main className={`page ${styles.step} ${styles.reading}`}>
      <header>
        <StepHeading takesFocus>{texts.heading}</StepHeading>
        <p className={styles.lead}>{texts.lead}</p>
      </header>
      <Paper agreement={agreement} />
      <div className={`${styles.acts} ${styles.bar}`}>
        <Button kind="plain" onClick={onBack}>
          {texts.back}
        </Button>
        <Button onClick={onSign}>{texts.sign}</Button>
      </div>
    </main>
  );
}

function Paper({ agreement }: { agreement: Agreement }) {
  const texts = useTexts().agreement;
  const { formats } = useLanguage();
  const { name, plate, item, price, total, dueToday, duration, sold, employee, terms } = agreement;
  return (
    <article className={styles.paper} aria-label={texts.paper}>
      <h2>{item}</h2>
      <dl>
        <Fact label={texts.member}>{name}</Fact>
        <Fact label={texts.plate}>{plate}</Fact>
        <Fact label={texts.monthly}>
          <Money cents={total ?? price} />
          {total !== undefined && total !== price && ` ${texts.withTax}`}
        </Fact>
        <Fact label={texts.today}>
          <Money cents={dueToday} />
        </Fact>
        <Fact label={texts.guarantee}>{texts.months(duration)}</Fact>
        <Fact label={texts.sold}>{formats.day(sold)}</Fact>
        <Fact label={texts.employee}>{employee}</Fact>
      </dl>
      <h3>{texts.terms}</h3>
      <ul lang="en">
        {terms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
      <p className={styles.original}>{texts.original}</p>
    </article>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (children === null || children === '') return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
