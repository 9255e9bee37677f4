import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { PageHeader } from '../components/page-header.tsx';
import type { CallFailed } from '../lib/call.ts';
import { failureSentence } from '../lib/failure-sentence.ts';
import { useLanguage } from '../lib/page-texts.tsx';
import { useRead } from '../lib/use-read.ts';
import { useStep, type GoTo } from '../lib/use-step.ts';
import { readPreview, readTerms } from './online-calls.ts';
import { SignUpSteps } from './parts/sign-up-steps.tsx';
import { emptyForm, noRefusal, problemsOf, problemsOfRefusal, type Refusal, type SignUpForm } from './sign-up-form.ts';
import { AccountFoundStep } from './steps/account-found-step.tsx';
import { CompleteStep } from './steps/complete-step.tsx';
import { CustomerStep } from './steps/customer-step.tsx';
import { ErrorStep } from './steps/error-step.tsx';
import { ReviewStep } from './steps/review-step.tsx';
import { checkoutInAddress, storedForm, storeForm } from './storage.ts';
import { useTexts } from './texts/texts.ts';
import { useOffer } from './use-offer.ts';
import { usePayment } from './use-payment.ts';

const steps = ['customer', 'review', 'found', 'error'] as const;
type Step = (typeof steps)[number];

/** Where the summary has a place beside the form (form-parts.module.css); each preview is a question to Stripe. */
const besideTheForm = '(min-width: 780px)';

function onWidth(changed: () => void): () => void {
  const width = window.matchMedia(besideTheForm);
  width.addEventListener('change', changed);
  return () => width.removeEventListener('change', changed);
}

/** Follows a phone that is turned and a window that is widened. */
const useIsBesideTheForm = (): boolean => useSyncExternalStore(onWidth, () => window.matchMedia(besideTheForm).matches);

/** Refusals that the review step shows itself. */
const shownAtReview: readonly string[] = ['terms_changed', 'checkout_open', 'too_many_requests'];

function startingForm(): SignUpForm {
  const asked = Number(new URLSearchParams(window.location.search).get('site'));
  const form = { ...emptyForm, ...storedForm() };
  return Number.isInteger(asked) && asked > 0 ? { ...form, site: asked } : form;
}

const goToAddress = (address: string): void => window.location.assign(address);

/** The public sign-up (docs/rules/billing.md#online-sign-up). */
export function OnlinePage({ leave = goToAddress }: { leave?: (address: string) => void }) {
  const [session] = useState(checkoutInAddress);
  return session ? <CompleteStep session={session} leave={leave} /> : <SignUp leave={leave} />;
}

function SignUp({ leave }: { leave: (address: string) => void }) {
  const { brand, refusals, failures, trouble } = useTexts();
  const [form, setForm] = useState(startingForm);
  const change = useCallback((values: Partial<SignUpForm>) => setForm((typed) => ({ ...typed, ...values })), []);
  useEffect(() => storeForm(form), [form]);
  const offer = useOffer(form, change);
  const { step, goTo, takesFocus } = useMovingStep();
  const showsAmounts = useIsBesideTheForm() || step === 'review';
  const preview = useRead(showsAmounts && offer.plan ? offer.plan.id : null, (signal) => readPreview(form.planId, signal));
  const [refusal, setRefusal] = useState(noRefusal);
  const { language } = useLanguage();
  const terms = useRead(step === 'review' ? `${form.planId} ${language}` : null, (signal) => readTerms(form.planId, language, signal));
  const onAbandoned = useCallback(() => goTo('review', { replace: true }), [goTo]);
  const payment = usePayment(form, { leave, onRefused, onAbandoned });

  function onRefused(failure: CallFailed): void {
    const { code, status, problems } = failure;
    const toCustomer = (refused: Refusal): void => {
      setRefusal(refused);
      goTo('customer');
    };
    if (code === 'existing_account') goTo('found');
    else if (code === 'plan_not_offered' || code === 'price_not_found') {
      offer.again();
      toCustomer({ problems: { planId: 'refused' }, sentence: refusals.planNotOffered });
    } else if (code === 'plate_mismatch') toCustomer({ problems: { plate: 'refused' }, sentence: refusals.plateMismatch });
    else if (status === 400) {
      const marked = problemsOfRefusal(form, problems);
      const isMarked = Object.keys(marked).length > 0;
      toCustomer({ problems: marked, sentence: isMarked ? refusals.check : failureSentence(failure, failures, language) || `${trouble}.` });
    } else if (!shownAtReview.includes(code)) goTo('error', { replace: step === 'error' });
  }

  const shown = allowedStep(step, form, payment.failure);
  return (
    <>
      <PageHeader brand={brand}>
        <SignUpSteps step={shown} />
      </PageHeader>
      {shown === 'customer' && (
        <CustomerStep
          takesFocus={takesFocus}
          form={form}
          change={change}
          offer={offer}
          preview={preview}
          refusal={refusal}
          onFound={() => goTo('found')}
          onNext={() => {
            setRefusal(noRefusal);
            payment.forgetFailure();
            goTo('review');
          }}
        />
      )}
      {shown === 'review' && (
        <ReviewStep
          takesFocus={takesFocus}
          form={form}
          change={change}
          offer={offer}
          preview={preview}
          terms={terms}
          payment={payment}
          onBack={() => goTo('customer')}
        />
      )}
      {shown === 'found' && <AccountFoundStep takesFocus={takesFocus} />}
      {shown === 'error' && <ErrorStep takesFocus={takesFocus} payment={payment} onBack={() => goTo('review')} />}
    </>
  );
}

/** An address alone opens no step whose reason is missing. */
function allowedStep(step: Step, form: SignUpForm, failure: CallFailed | null): Step {
  const wanted = step === 'error' && !failure ? 'review' : step;
  return wanted === 'review' && Object.keys(problemsOf(form)).length > 0 ? 'customer' : wanted;
}

/** The step in the address, and whether the visitor has moved between steps: the first one shown leaves the focus where it is. */
function useMovingStep(): { step: Step; goTo: GoTo<Step>; takesFocus: boolean } {
  const [step, goTo] = useStep(steps);
  const [first] = useState(step);
  const [takesFocus, setTakesFocus] = useState(false);
  if (step !== first && !takesFocus) setTakesFocus(true);
  return { step, goTo, takesFocus };
}
