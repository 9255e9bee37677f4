import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import { useTexts } from '../texts/texts.ts';
import type { Payment } from '../use-payment.ts';

interface ErrorStepProps {
  takesFocus: boolean;
  payment: Payment;
  onBack: () => void;
}

/** The server's message with a phone number; without a message, another try. */
export function ErrorStep({ takesFocus, payment, onBack }: ErrorStepProps) {
  const texts = useTexts();
  const { error, phone, trouble, again } = texts;
  const message = payment.failure?.message ?? '';
  return (
    <main className="page narrow">
      <StepHeading takesFocus={takesFocus}>{error.heading}</StepHeading>
      <Notice kind="problem">
        {message === '' ? (
          <p>{trouble}</p>
        ) : (
          <>
            <p>
              <strong>{error.completing}</strong>
            </p>
            <p>{message}</p>
            <p>
              {phone.call} <a href="tel:+18008435477">{phone.number}</a>
            </p>
          </>
        )}
      </Notice>
      <p>{error.nothing}</p>
      {message === '' && (
        <Button busy={payment.isOpening && texts.review.opening} onClick={payment.open}>
          {again}
        </Button>
      )}
      <Button kind="plain" onClick={onBack}>
        {error.back}
      </Button>
    </main>
  );
}
