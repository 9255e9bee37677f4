import { Alert, Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { KeyHint } from '../../../../components/input/key-hint.tsx';
import { Plate } from '../../../../domain/codes/plate.tsx';
import { TagChip } from '../../../../domain/codes/tag-chip.tsx';
import { useHotkey } from '../../../../lib/hotkeys/use-hotkey.ts';
import { signUpPath } from '../../../../lib/paths.ts';
import type { SignUpForm } from '../sign-up-form.ts';
import { CustomerSection } from './codes/customer-section.tsx';
import { ContactSection } from './contact/contact-section.tsx';
import type { FieldName } from './fields/field-order.ts';
import { FormDialogs } from './form-dialogs.tsx';
import { CardSection } from './plan/card-section.tsx';
import { DueTodayCard } from './plan/due-today-card.tsx';
import { PlanSection } from './plan/plan-section.tsx';
import { PromoSection } from './plan/promo-section.tsx';
import { RequiredFields } from './required-fields.tsx';
import { customerOf, type SignUpDraft } from './state/draft.ts';
import { useSignUpPanel, type AgreedTerms } from './use-sign-up-panel.ts';
import { VehicleSection } from './vehicle/vehicle-section.tsx';
import styles from './sign-up-panel.module.css';

interface SignUpPanelProps {
  draft: SignUpDraft;
  onChange: (form: SignUpForm) => void;
  /** Resets the form to how it was opened. */
  onClear: () => void;
  onSignUp: (form: SignUpForm, agreed: AgreedTerms) => void;
  /** Whether it is on the customer's own screen, which has the data: only plan, promotion, card and amount are shown. */
  onCustomer?: boolean;
}

/** The fields of the sign-up that are not stored with the customer. */
const ownFields: readonly FieldName[] = ['plan', 'card'];

/** The sign-up form: the fields on the left, the amount due and the checklist on the right; see docs/rules/billing.md#sign-up-form. */
export function SignUpPanel({ draft, onChange, onClear, onSignUp, onCustomer = false }: SignUpPanelProps) {
  const panel = useSignUpPanel({ draft, onChange, onSignUp });
  const { form, values, offer, plan, codes, navigation, dialog } = panel;
  const quiet = dialog !== undefined;
  const capture = (): void => panel.open({ mode: 'capturing' });
  const askToClear = (): void => panel.open({ mode: 'clear' });
  const navigate = useNavigate();
  /** On the customer's screen the data have no fields; the full form has them. */
  const goTo = (field: FieldName): void => {
    if (onCustomer && !ownFields.includes(field)) void navigate(signUpPath(values.customer ?? ''));
    else navigation.goTo(field);
  };
  useHotkey(quiet ? null : 'F2', panel.signUp);
  useHotkey(quiet || onCustomer ? null : 'F4', askToClear);
  useHotkey(quiet ? null : 'F6', capture);

  return (
    <div className={onCustomer ? `${styles.screen} ${styles.onCustomer}` : styles.screen} onKeyDownCapture={navigation.onKeyDownCapture}>
      {!onCustomer && (
        <header className={styles.header}>
          <h1 className={styles.title}>Sign up</h1>
          <Button size="large" aria-keyshortcuts="F4" onClick={askToClear}>
            Clear
            <KeyHint>F4</KeyHint>
          </Button>
        </header>
      )}
      {panel.scanWarning && <Alert className={styles.header} role="alert" type="warning" showIcon title={panel.scanWarning} />}
      <div className={styles.sections}>
        {!onCustomer && (
          <div className={styles.column}>
            <CustomerSection form={form} codes={codes} quiet={quiet} />
            <ContactSection form={form} locationState={offer.location?.metadata.state ?? ''} />
          </div>
        )}
        <div className={styles.column}>
          {onCustomer ? <SignedUpCodes plate={values.plate} tag={values.tag} /> : <VehicleSection form={form} />}
          <PlanSection form={form} offer={offer} quiet={quiet} onCustomer={onCustomer} onChoose={codes.choosePlan} />
          <PromoSection form={form} plan={plan} />
        </div>
      </div>
      <section className={styles.side} aria-label="Before you sign up">
        <DueTodayCard due={panel.due} />
        <CardSection card={values.card} customer={customerOf(draft)} onChoose={(card) => form.change({ card })} onCapture={capture} />
        <Button
          type="primary"
          size="large"
          block
          className={styles.signUp}
          disabled={!panel.isReady}
          aria-keyshortcuts="F2"
          onClick={panel.signUp}
        >
          {onCustomer ? 'Create Subscription' : 'Sign Up'}
          <KeyHint>F2</KeyHint>
        </Button>
        {/* present from the start, so that its text is announced */}
        <div role="status" aria-label="Sign Up">
          {panel.isHeld && 'Signs up when the amount due is ready'}
        </div>
        <RequiredFields requirements={panel.requirements} onGoTo={goTo} />
      </section>
      <FormDialogs
        dialog={dialog}
        customer={values.customer}
        onClear={onClear}
        onCaptured={(card) => {
          form.change({ card });
          panel.close();
        }}
        onClose={panel.close}
      />
    </div>
  );
}

/** The codes for the plan, including one that was just scanned. */
function SignedUpCodes({ plate, tag }: { plate: string; tag: string }) {
  return (
    <p className={styles.codes} role="status" aria-label="Plate and tag of the plan">
      {plate === '' ? <span className={styles.note}>No plate</span> : <Plate code={plate} />}
      {tag === '' ? <span className={styles.note}>No tag. Scan one</span> : <TagChip code={tag} />}
    </p>
  );
}
