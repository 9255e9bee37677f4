import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { PhoneLink } from '../../components/phone-link.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { useLanguage } from '../../lib/page-texts.tsx';
import { useTexts } from '../texts/texts.ts';
import type { Payment } from '../use-payment.ts';

interface ErrorStepProps {
  takesFocus: boolean;
  payment: Payment;
  onBack: () => void;
}

/** The reason with a phone number; if the server sent no message, another try. */
export function ErrorStep({ takesFocus, payment, onBack }: ErrorStepProps) {
  const texts = useTexts();
  const { error, failures, phone, trouble, again } = texts;
  const { language } = useLanguage();
  const { failure } = payment;
  const hasMessage = failure !== null && failure.message !== '';
  return (
    <main className="page narrow">
      <StepHeading takesFocus={takesFocus}>{error.heading}</StepHeading>
      <Notice kind="problem">
        {hasMessage ? (
          <>
            <p>
              <strong>{error.completing}</strong>
            </p>
            <p>{failureSentence(failure, failures, language) || `${trouble}.`}</p>
            <p>
              {phone.call} <PhoneLink />
            </p>
          </>
        ) : (
          <p>{trouble}</p>
        )}
      </Notice>
      <p>{error.nothing}</p>
      {!hasMessage && (
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
