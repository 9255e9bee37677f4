import { useCallback, useEffect, useRef, useState, type SyntheticEvent } from 'react';
import type { OnlinePreview } from '@washdesk/contracts/billing/online';
import { Button } from '../../components/button.tsx';
import { focusField, nextOnEnter, SelectField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import { CallFailed } from '../../lib/call.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { useLanguage } from '../../lib/page-texts.tsx';
import type { Read } from '../../lib/use-read.ts';
import { PlateField } from '../../plates/plate-field.tsx';
import { hasAccount, openSession } from '../online-calls.ts';
import { Assurances, SecurePayment } from '../parts/assurances.tsx';
import { CarFields } from '../parts/car-fields.tsx';
import { ContactFields } from '../parts/contact-fields.tsx';
import { OrderSummary } from '../parts/order-summary.tsx';
import { PlanChoice } from '../parts/plan-choice.tsx';
import { problemsOf, type FieldName, type Problems, type Refusal, type SignUpForm } from '../sign-up-form.ts';
import { storedSession } from '../storage.ts';
import { useTexts } from '../texts/texts.ts';
import type { Offer } from '../use-offer.ts';
import styles from '../parts/form-parts.module.css';

interface CustomerStepProps {
  takesFocus: boolean;
  form: SignUpForm;
  change: (values: Partial<SignUpForm>) => void;
  offer: Offer;
  preview: Read<OnlinePreview>;
  refusal: Refusal;
  onFound: () => void;
  onNext: () => void;
}

export function CustomerStep(props: CustomerStepProps) {
  const { takesFocus, offer } = props;
  const texts = useTexts();
  const { customer } = texts;
  return (
    <main className="page">
      <div>
        <StepHeading takesFocus={takesFocus}>{customer.heading}</StepHeading>
        <p className={styles.lead}>{customer.lead}</p>
      </div>
      {offer.failure ? (
        <>
          <FailureNotice failure={offer.failure} />
          <Button onClick={offer.again}>{texts.again}</Button>
        </>
      ) : offer.locations?.length === 0 ? (
        <Notice kind="info">{customer.noLocations}</Notice>
      ) : offer.isReady ? (
        <CustomerForm {...props} />
      ) : (
        <div className={styles.layout}>
          <Skeleton label={texts.loading} heights={[420, 280, 330]} />
          <div className={styles.wide}>
            <Skeleton heights={[230]} />
          </div>
        </div>
      )}
    </main>
  );
}

function CustomerForm({ form, change, offer, preview, refusal, onFound, onNext }: CustomerStepProps) {
  const texts = useTexts();
  const { customer } = texts;
  const [problems, setProblems] = useState<Problems>(refusal.problems);
  const [failure, setFailure] = useState<CallFailed | null>(null);
  const [isChecking, setChecking] = useState(false);
  const pressed = useRef(false);
  const element = useRef<HTMLFormElement>(null);

  useEffect(() => {
    focusField(element.current, Object.keys(refusal.problems));
    // the key is needed at the form's end; a failure shows there
    if (storedSession() === null) openSession().catch(() => undefined);
  }, [refusal]);

  const type = useCallback(
    (values: Partial<SignUpForm>) => {
      setProblems((found) => Object.fromEntries(Object.entries(found).filter(([field]) => !(field in values))));
      change(values);
    },
    [change],
  );
  const problemOf = (field: FieldName): string | undefined => {
    const problem = problems[field];
    return problem && texts.problems[problem];
  };

  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (pressed.current) return;
    const found: Problems = { ...(!offer.location && { site: 'siteMissing' }), ...problemsOf(form) };
    setProblems(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return focusField(element.current, Object.keys(found));
    pressed.current = true;
    setChecking(true);
    try {
      if (await hasAccount(form)) onFound();
      else onNext();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFailure(error);
    } finally {
      pressed.current = false;
      setChecking(false);
    }
  };

  return (
    <div className={styles.layout}>
      <form
        ref={element}
        className={styles.form}
        noValidate
        onKeyDown={(event) => nextOnEnter(event, Object.keys(problemsOf(form)))}
        onSubmit={(event) => void submit(event)}
      >
        {refusal.sentence && <Notice kind="problem">{refusal.sentence}</Notice>}
        <div className={`card ${styles.group}`}>
          <SelectField
            label={customer.location}
            name="site"
            value={offer.location?.site ?? ''}
            empty={offer.location ? undefined : customer.chooseLocation}
            choices={(offer.locations ?? []).map(({ site, name }) => ({ value: String(site), label: name }))}
            problem={problemOf('site')}
            onChange={(site) => type({ site: Number(site), planId: '' })}
          />
          {offer.plans && offer.plans.length > 0 && (
            <PlanChoice plans={offer.plans} chosen={form.planId} problem={problemOf('planId')} onChoose={(planId) => type({ planId })} />
          )}
          {offer.plans === null && <Skeleton label={texts.loading} heights={[100, 78, 78]} />}
          {form.site !== null && offer.plans?.length === 0 && <Notice kind="info">{customer.noPlans}</Notice>}
        </div>
        <section className={`card ${styles.group} ${styles.car}`} aria-labelledby="car">
          <h2 id="car">{customer.car}</h2>
          <PlateField
            texts={customer}
            plate={form.plate}
            state={form.plateState}
            problem={problemOf('plate')}
            stateProblem={problemOf('plateState')}
            onChange={(plate) => type({ plate })}
            onState={(plateState) => type({ plateState })}
          />
          <CarFields form={form} change={type} />
        </section>
        <section className={`card ${styles.group} ${styles.contact}`} aria-labelledby="contact">
          <h2 id="contact">{customer.contact}</h2>
          <ContactFields form={form} siteState={offer.location?.state ?? ''} problemOf={problemOf} change={type} />
          <div className={styles.trap} aria-hidden="true">
            <label>
              {customer.website}
              <input
                name="website"
                tabIndex={-1}
                autoComplete="off"
                value={form.website}
                onChange={({ target }) => type({ website: target.value })}
              />
            </label>
          </div>
        </section>
        {failure && <FailureNotice failure={failure} />}
        <Button type="submit" busy={isChecking && customer.checking}>
          {customer.next}
        </Button>
        <SecurePayment />
      </form>
      <aside className={styles.aside}>
        {offer.plan && offer.location && (
          <div className={styles.wide}>
            <OrderSummary plan={offer.plan} location={offer.location} preview={preview.data} />
          </div>
        )}
        <Assurances />
      </aside>
    </div>
  );
}

function FailureNotice({ failure }: { failure: CallFailed }) {
  const { unreachable, tooMany, trouble, failures } = useTexts();
  const { language } = useLanguage();
  const sentence = failure.status === 429 ? tooMany : failureSentence(failure, failures, language) || `${trouble}.`;
  return <Notice kind="problem">{failure.status === null ? unreachable : sentence}</Notice>;
}
