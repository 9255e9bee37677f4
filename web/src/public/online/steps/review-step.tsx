import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import type { OnlinePreview, OnlineTermsText } from '@washdesk/contracts/billing/online';
import { formatPhone } from '@washdesk/rules/customers/phones';
import { Button } from '../../components/button.tsx';
import { focusField } from '../../components/field.tsx';
import { Money } from '../../components/money.tsx';
import { Notice } from '../../components/notice.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import type { Read } from '../../lib/use-read.ts';
import { Assurances, SecurePayment } from '../parts/assurances.tsx';
import { OrderSummary } from '../parts/order-summary.tsx';
import { PlateDrawing } from '../parts/plate-drawing.tsx';
import type { SignUpForm } from '../sign-up-form.ts';
import { useTexts } from '../texts/texts.ts';
import type { Offer } from '../use-offer.ts';
import type { Payment } from '../use-payment.ts';
import layout from '../parts/form-parts.module.css';
import styles from './review-step.module.css';

interface ReviewStepProps {
  takesFocus: boolean;
  form: SignUpForm;
  change: (values: Partial<SignUpForm>) => void;
  offer: Offer;
  preview: Read<OnlinePreview>;
  terms: Read<OnlineTermsText>;
  payment: Payment;
  onBack: () => void;
}

export function ReviewStep({ takesFocus, form, change, offer, preview, terms, payment, onBack }: ReviewStepProps) {
  const texts = useTexts();
  const { review } = texts;
  const { failure } = payment;
  const { again: readTermsAgain } = terms;
  useEffect(() => {
    if (failure?.code === 'terms_changed') readTermsAgain();
  }, [failure, readTermsAgain]);
  const [wasPressed, setPressed] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const version = terms.data?.version;
  const agrees = version !== undefined && form.agreedTerms === version;
  const isAgreementMissing = wasPressed && !agrees;

  const isLoading = !terms.data && !terms.failure;

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setPressed(!agrees);
    if (agrees) payment.open();
    else focusField(element.current, ['terms']);
  };

  const notice = noticeOf(payment, texts);
  return (
    <main className="page">
      <StepHeading takesFocus={takesFocus}>{review.heading}</StepHeading>
      {notice && <Notice kind={payment.failure ? 'problem' : 'info'}>{notice}</Notice>}
      <div className={layout.layout}>
        <div className={layout.aside}>
          {offer.plan && offer.location && <OrderSummary plan={offer.plan} location={offer.location} preview={preview.data} />}
          {preview.failure && <LoadAgain sentence={review.previewFailed} onAgain={preview.again} />}
          <Assurances months={offer.plan?.duration} />
        </div>
        <form ref={element} className={layout.form} noValidate onSubmit={submit}>
          <section className={`card ${styles.entries}`}>
            <Entry name={review.car} onChange={onBack} change={review.changeCar}>
              <PlateDrawing plate={form.plate} state={form.plateState} />
              <span>{[texts.customer.colorName(form.color), form.make, form.model].filter(Boolean).join(' ')}</span>
            </Entry>
            <Entry name={review.contact} onChange={onBack} change={review.changeContact}>
              <span>{form.email}</span>
              <span>{formatPhone(form.phone)}</span>
              <span>
                {form.city}, {form.state} {form.postalCode}
              </span>
            </Entry>
          </section>
          <section className={`card ${styles.terms}`} aria-labelledby="terms">
            <h2 id="terms">{review.terms}</h2>
            {terms.data && (
              <ul>
                {terms.data.paragraphs.map((paragraph) => (
                  <li key={paragraph}>{paragraph}</li>
                ))}
              </ul>
            )}
            {isLoading && <Skeleton label={texts.loading} heights={[22, 22, 22, 22, 22]} />}
            {terms.failure && <LoadAgain sentence={review.termsFailed} onAgain={terms.again} />}
          </section>
          <label className={styles.agree}>
            <input
              type="checkbox"
              name="terms"
              checked={agrees}
              disabled={version === undefined}
              aria-invalid={isAgreementMissing ? true : undefined}
              aria-describedby={isAgreementMissing ? 'agree-problem' : undefined}
              onChange={({ target }) => {
                setPressed(false);
                change({ agreedTerms: target.checked && version ? version : '' });
              }}
            />
            {review.agree}
          </label>
          {isAgreementMissing && (
            <p id="agree-problem" className={styles.problem} role="alert">
              {review.agreeMissing}
            </p>
          )}
          <div className={styles.pay}>
            <p className={styles.due}>
              {review.today} {preview.data && <Money cents={preview.data.today.total} />}
            </p>
            <Button type="submit" busy={payment.isOpening ? review.opening : isLoading && texts.loading}>
              {review.pay}
            </Button>
          </div>
          <SecurePayment />
        </form>
      </div>
    </main>
  );
}

function noticeOf({ failure, isAbandoned }: Payment, { review, tooMany }: ReturnType<typeof useTexts>): string | null {
  if (failure?.code === 'terms_changed') return review.termsChanged;
  if (failure?.code === 'checkout_open') return review.checkoutOpen(Math.ceil((failure.retryAfterSeconds ?? 2_400) / 60));
  if (failure?.status === 429) return tooMany;
  return isAbandoned && !failure ? review.abandoned : null;
}

interface EntryProps {
  name: string;
  change: string;
  onChange: () => void;
  children: ReactNode;
}

function Entry({ name, change, onChange, children }: EntryProps) {
  return (
    <div className={styles.entry}>
      <h2>{name}</h2>
      <div className={styles.values}>{children}</div>
      <Button kind="link" aria-label={change} onClick={onChange}>
        {useTexts().change}
      </Button>
    </div>
  );
}

function LoadAgain({ sentence, onAgain }: { sentence: string; onAgain: () => void }) {
  return (
    <Notice kind="problem">
      <p>{sentence}</p>
      <Button kind="link" onClick={onAgain}>
        {useTexts().again}
      </Button>
    </Notice>
  );
}
