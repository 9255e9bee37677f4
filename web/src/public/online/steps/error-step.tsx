import { Button } from '../../components/button.tsx';
import { PhoneLink } from '../../components/phone-link.tsx';
import { Verdict } from '../../components/verdict.tsx';
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
  const sentence = hasMessage ? (
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
  );
  return (
    <main className="page narrow">
      <Verdict kind="problem" takesFocus={takesFocus} heading={error.heading} sentence={sentence}>
        <p>{error.nothing}</p>
        {!hasMessage && (
          <Button busy={payment.isOpening && texts.review.opening} onClick={payment.open}>
            {again}
          </Button>
        )}
        <Button kind="plain" onClick={onBack}>
          {error.back}
        </Button>
      </Verdict>
    </main>
  );
}
